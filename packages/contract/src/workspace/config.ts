/**
 * The settings of a workspace (Graph Admin): one table for the server that keeps and applies them and
 * for the page that shows them (specification part 2, sections 2, 5, 7 and 9).
 */
import { z } from 'zod';
import { GsqlEnvelope } from './envelope.ts';

/**
 * Services that can be restarted in a workspace. A changed setting takes effect when all services of its key have
 * restarted.
 */
export const SERVICES = ['restpp', 'gui', 'nginx', 'gpe', 'gsql', 'gse', 'ctrl'] as const;
export const Service = z.enum(SERVICES);
export type Service = z.infer<typeof Service>;

export const CONFIG_CATEGORIES = ['System', 'Advanced'] as const;

export interface ConfigSetting {
  readonly key: string;
  readonly label: string;
  readonly tooltip: string;
  /** `secret`: never given back in clear. */
  readonly type: 'int' | 'float' | 'text' | 'secret';
  /** Unit shown behind the field. */
  readonly unit?: string;
  /** Least and greatest value of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Characters that a text has at least. */
  readonly minLength?: number;
  readonly default: string;
  /** May be empty. */
  readonly optional: boolean;
  readonly category: (typeof CONFIG_CATEGORIES)[number];
  readonly services: readonly Service[];
  /** Always has the value of this other key: pages change both together and show only the other. */
  readonly twinOf?: string;
}

const UDF_PURPOSE =
  'Kept with the workspace. User-defined functions in C++ cannot run in this version: queries and loading jobs that call one are refused with the name of the file.';
const S3_PURPOSE =
  'Kept with the workspace. Writing the output of a query to S3 is not part of this version; the key is not used until it is.';

const JWT_PURPOSE =
  'Programs sign in as users of the workspace with tokens (JWT) that somebody else issues: "sub" is the user, or somebody whom a group takes in by a claim; "iat" and "exp" are needed, "graph" limits the token.';

export const CONFIG_SETTINGS = [
  {
    key: 'RESTPP.Factory.DefaultQueryTimeoutSec',
    label: 'Default query timeout',
    tooltip: 'A query that names no time limit of its own is stopped after this time.',
    type: 'int',
    unit: 'seconds',
    min: 1,
    max: 86_400,
    default: '16',
    optional: false,
    category: 'System',
    services: ['restpp'],
  },
  {
    key: 'RESTPP.Factory.QueryMemoryLimitMB',
    label: 'Max memory per query per node',
    tooltip:
      'A query that needs more memory than this is stopped; others go on. 0: no limit but that of the workspace.',
    type: 'int',
    unit: 'MB',
    min: 0,
    max: 1_048_576,
    default: '0',
    optional: false,
    category: 'System',
    services: ['restpp', 'gpe'],
  },
  {
    key: 'GSQL.QueryResponseMaxSizeByte',
    label: 'Max GSQL response size',
    tooltip: 'Answers of interpreted queries and of queries run in the editor may be this large.',
    type: 'int',
    unit: 'bytes',
    min: 1024,
    max: 2_147_483_647,
    default: '33554432',
    optional: false,
    category: 'System',
    services: ['gsql'],
  },
  {
    key: 'GUI.RESTPPResponseMaxSizeBytes',
    label: 'Max response size of the GUI',
    tooltip: 'Answers of queries that pages run may be this large.',
    type: 'int',
    unit: 'bytes',
    min: 1024,
    max: 2_147_483_647,
    default: '33554432',
    optional: false,
    category: 'System',
    services: ['gui'],
    twinOf: 'GSQL.QueryResponseMaxSizeByte',
  },
  {
    key: 'Nginx.ClientMaxBodySize',
    label: 'Max request body size',
    tooltip: 'Larger requests are refused; uploads of files have a limit of their own.',
    type: 'int',
    unit: 'MB',
    min: 1,
    max: 1024,
    default: '200',
    optional: false,
    category: 'System',
    services: ['nginx'],
  },
  {
    key: 'RESTPP.WorkLoadManager.MaxHeavyBuiltinQueries',
    label: 'Max heavy built-in queries',
    tooltip:
      'Built-in calls that go through many vertices or edges (lists, counts, deletes by type) that run at one time; others wait.',
    type: 'int',
    min: 1,
    max: 10_000,
    default: '100',
    optional: false,
    category: 'System',
    services: ['restpp'],
  },
  {
    key: 'RESTPP.WorkLoadManager.MaxConcurrentQueries',
    label: 'Max concurrent queries',
    tooltip: 'Queries that run at one time; others wait in the delay queue.',
    type: 'int',
    min: 1,
    max: 10_000,
    default: '50',
    optional: false,
    category: 'System',
    services: ['restpp'],
  },
  {
    key: 'RESTPP.WorkLoadManager.MaxDelayQueueSize',
    label: 'Max delay queue size',
    tooltip: 'Queries that may wait; one more is refused.',
    type: 'int',
    min: 0,
    max: 100_000,
    default: '20',
    optional: false,
    category: 'System',
    services: ['restpp'],
  },
  {
    key: 'KafkaLoader.ReplicaNumber',
    label: 'Kafka loader replicas per node',
    tooltip: 'Loading jobs that run at one time; others wait for their turn.',
    type: 'int',
    min: 1,
    max: 32,
    default: '1',
    optional: false,
    category: 'System',
    services: ['gpe', 'ctrl'],
  },
  {
    key: 'KafkaConnect.AllowedTaskPerCPU',
    label: 'Allowed tasks per CPU',
    tooltip: 'Threads for each processor that read and store files while a loading job runs.',
    type: 'float',
    min: 0.5,
    max: 10,
    default: '1.5',
    optional: false,
    category: 'System',
    services: ['gpe', 'ctrl'],
  },
  {
    key: 'GSQL.GithubUrl',
    label: 'UDF repository URL',
    tooltip: `Address of the server with the repository of user-defined functions. ${UDF_PURPOSE}`,
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gsql'],
  },
  {
    key: 'GSQL.GithubRepository',
    label: 'UDF repository',
    tooltip: `Owner and name of the repository. ${UDF_PURPOSE}`,
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gsql'],
  },
  {
    key: 'GSQL.GithubBranch',
    label: 'UDF repository branch',
    tooltip: `Branch of the repository. ${UDF_PURPOSE}`,
    type: 'text',
    default: 'master',
    optional: true,
    category: 'Advanced',
    services: ['gsql'],
  },
  {
    key: 'GSQL.GithubPath',
    label: 'UDF repository path',
    tooltip: `Folder of the files in the repository. ${UDF_PURPOSE}`,
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gsql'],
  },
  {
    // Spelt so by TigerGraph.
    key: 'GSQL.GithubUserAcessToken',
    label: 'UDF repository access token',
    tooltip: `Token that may read the repository. ${UDF_PURPOSE}`,
    type: 'secret',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gsql'],
  },
  {
    key: 'GPE.QueryOutputS3AWSAccessKeyID',
    label: 'S3 access key ID for query output',
    tooltip: S3_PURPOSE,
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gpe'],
  },
  {
    key: 'GPE.QueryOutputS3AWSSecretAccessKey',
    label: 'S3 secret access key for query output',
    tooltip: S3_PURPOSE,
    type: 'secret',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['gpe'],
  },
  {
    key: 'Security.JWT.HMAC.Secret',
    label: 'Secret of an outside issuer of tokens',
    tooltip: `${JWT_PURPOSE} Signed with HS256, HS384 or HS512 and this secret.`,
    type: 'secret',
    minLength: 32,
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['restpp', 'gsql'],
  },
  {
    key: 'Security.JWT.RSA.PublicKey',
    label: 'Public key of an outside issuer of tokens',
    tooltip: `${JWT_PURPOSE} Signed with RS256, RS384 or RS512; the key is PEM, in one line.`,
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['restpp', 'gsql'],
  },
  {
    key: 'Security.JWT.Issuer',
    label: 'Outside issuer of tokens',
    tooltip: 'Tokens of an outside issuer must name it as "iss". Empty: any.',
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['restpp', 'gsql'],
  },
  {
    key: 'Security.JWT.Audience',
    label: 'Audience of outside tokens',
    tooltip: 'Tokens of an outside issuer must name it among "aud". Empty: any.',
    type: 'text',
    default: '',
    optional: true,
    category: 'Advanced',
    services: ['restpp', 'gsql'],
  },
] as const satisfies readonly ConfigSetting[];
export type ConfigKey = (typeof CONFIG_SETTINGS)[number]['key'];

/** Placeholder for a secret that is set; sent back, it leaves the secret unchanged. */
export const MASKED_SECRET = '********';

const MAX_TEXT = 1000;

/** The setting of a key; undefined when there is none. */
export const configSetting = (key: string): ConfigSetting | undefined =>
  CONFIG_SETTINGS.find((setting) => setting.key === key);

/** The problem with a value of a setting, in words; null when it is valid. */
export function configFault(setting: ConfigSetting, value: string): string | null {
  const { label, type, min = -Infinity, max = Infinity, minLength = 0, optional } = setting;
  if (value.trim() === '') return optional ? null : `${label} is required.`;
  if (type === 'text' || type === 'secret') {
    if (value.length < minLength) return `${label} has at least ${minLength} characters.`;
    if (value.length > MAX_TEXT) return `${label} has at most ${MAX_TEXT} characters.`;
    return /\p{Cc}/u.test(value) ? `${label} must be one line of text.` : null;
  }
  const form = type === 'int' ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,6})?$/;
  const number = Number(value);
  if (form.test(value) && number >= min && number <= max) return null;
  return `${label} must be a ${type === 'int' ? 'whole ' : ''}number from ${min} to ${max}, not '${value}'.`;
}

/** Values by key, as texts. Of a secret `MASKED_SECRET`, or '' when it is not set. */
export const ConfigValues = z.record(z.string(), z.string());
export type ConfigValues = z.infer<typeof ConfigValues>;

/** GET /api/config?key=…&key=… (all keys without one). */
export const ConfigAnswer = GsqlEnvelope.extend({ results: ConfigValues });

/** POST /api/config: values by key; `restart` names the services that make the change act. */
export const ConfigSaved = GsqlEnvelope.extend({ results: z.object({ restart: z.array(Service) }) });

/** POST /api/service/restart?serviceName=…&serviceName=…: those that were restarted. */
export const ServicesRestarted = GsqlEnvelope.extend({ results: z.object({ restarted: z.array(Service) }) });

/** Files of user-defined functions by the name under which they are read and written. */
export const UDF_FILES = {
  ExprFunctions: 'ExprFunctions.hpp',
  ExprUtil: 'ExprUtil.hpp',
  TokenBank: 'TokenBank.cpp',
} as const;
export const UdfName = z.enum(['ExprFunctions', 'ExprUtil', 'TokenBank']);
export type UdfName = z.infer<typeof UdfName>;

export const MAX_UDF_CHARACTERS = 1024 * 1024;

/** PUT /api/udf/{name}: the whole text of the file. */
export const SaveUdf = z.object({
  udf: z
    .string()
    .min(1, 'The file is empty.')
    .max(MAX_UDF_CHARACTERS, `The file has more than ${MAX_UDF_CHARACTERS} characters.`),
});
/** GET /api/udf/{name}: its text, or the template while none is stored. */
export const UdfAnswer = GsqlEnvelope.extend({ results: z.string() });
