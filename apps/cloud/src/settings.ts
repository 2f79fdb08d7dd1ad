/** Every setting of the control plane: environment variables, their defaults and their checks. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CREDENTIAL_DAYS, normalEmail, OrgQuota, type DashboardSetting } from '@acacia/contract';
import { parseSourceRules, SOURCE_RULES_FORM } from '@acacia/object-stores';
import { z } from 'zod';
import { BACKUP_PLACE_RULE, backupPlace, isBackupPlace, type BackupPlace } from './backup-store/place.ts';
import { untrustworthy } from './network/addresses.ts';
import { isLoopback } from './network/here.ts';
import { startErrors, startSentence } from './errors/start.ts';

const TIERS = OrgQuota.shape.tier.options;

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** An outside issuer, which signs people in instead of the embedded provider. */
export interface OutsideIssuer {
  readonly issuer: string;
  readonly clientId: string;
  /** Required audience of its access tokens. */
  readonly audience: string;
}

/** A receiver of the audit log by OTLP over HTTP. */
export interface AuditCollector {
  readonly url: string;
  /** Bearer token that it asks for; null: none. */
  readonly token: string | null;
}

/** The payment provider; an installation that has none charges nothing. */
export interface StripeSettings {
  readonly secretKey: string;
  /** Signs the provider's webhooks; null: none are accepted, and the provider is asked instead. */
  readonly webhookSecret: string | null;
  /** Origin of another server that speaks the protocol; null: Stripe. */
  readonly api: string | null;
}

/**
 * Who may have an account without an invitation: 'open': anybody; 'invited': nobody; otherwise people with an e-mail
 * address of one of these domains.
 */
export type Strangers = 'open' | 'invited' | readonly string[];

export interface Settings {
  readonly port: number;
  /** Address on which the server and the gateway listen. */
  readonly host: string;
  /** The data folder: control plane database, graph data, logs, keys. */
  readonly home: string;
  /** URL of an outside PostgreSQL server; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Origin by which browsers reach this server. */
  readonly publicUrl: string;
  readonly outsideIssuer: OutsideIssuer | null;
  /** Proxies in front of this server, by address or range; their X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly backups: BackupPlace;
  /** URL of the mail server, with its password; null: mails are written into files. */
  readonly smtpUrl: string | null;
  /** Sender of mails. */
  readonly mailFrom: string;
  /** Bearer token with which a monitoring system reads /metrics; null: only people with the permission can. */
  readonly metricsToken: string | null;
  /** Where the audit log is sent; null: nowhere. */
  readonly auditCollector: AuditCollector | null;
  /** Address to which 'Contact Support' opens a mail. */
  readonly supportEmail: string;
  /** Address of the operator's feed of news (RSS or Atom); null: the articles that come with Acacia. */
  readonly newsFeed: string | null;
  /** Address of a chat with whoever supports the installation, shown in a frame; null: none. */
  readonly chatUrl: string | null;
  /** Who may have an account without an invitation. */
  readonly strangers: Strangers;
  /** Whether API keys may be made and used. */
  readonly apiKeys: boolean;
  /** File with the keys that encrypt the installation's own ones; null: these stand in the database as they are. */
  readonly keyFile: string | null;
  /** E-mail of the first organisation admin. */
  readonly adminEmail: string;
  /** E-mails of the installation's operators; of an outside issuer's people its tokens say it. */
  readonly operators: readonly string[];
  /** File with providers, regions, versions, sizes and quotas; null: the built-in ones. */
  readonly catalogFile: string | null;
  /** Null: the installation charges nothing. */
  readonly stripe: StripeSettings | null;
  /** Tier of the first organisation; null: unchanged, and 'enterprise' at the first start. */
  readonly tier: OrgQuota['tier'] | null;
  /** Addresses from which loads may read besides public ones, e.g. `10.0.0.0/8, minio:9000`. */
  readonly allowedSources: string;
  /** Limits in GiB of one file, and of a whole load, fetched and unpacked; null: the engine's default. */
  readonly loadFileGb: number | null;
  readonly loadGb: number | null;
  /** Timeout of fetching a file, in minutes; null: the engine's default. */
  readonly fetchMinutes: number | null;
  /** Workspaces that stand ready for organisations that have none yet. */
  readonly poolSize: number;
  /** Data of the fraud graph in each of them; `none`: they are empty. */
  readonly poolData: PoolData;
  /** Whether the sample for newcomers is made ahead of time. */
  readonly sampleAhead: boolean;
  /** Lowest public port of a workspace. */
  readonly firstWorkspacePort: number;
  /** Days for which tokens and secrets of a workspace may be valid. */
  readonly credentialDays: number;
  /** Folder with the built console. */
  readonly consoleFolder: string;
  /** Main file of the workspace server: its source, or what was built of it. */
  readonly workspaceServer: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Address of the Grafana that the operators look at; null: none. */
  readonly grafanaUrl: string | null;
  /** Each setting as the environment and the defaults give it, for the operators. */
  readonly inForce: readonly DashboardSetting[];
}

const port = z.coerce
  .number({ error: 'must be a port number from 1 to 65535' })
  .int('must be a port number from 1 to 65535')
  .min(1, 'must be a port number from 1 to 65535')
  .max(65535, 'must be a port number from 1 to 65535');

const positive = z.coerce
  .number('must be a number above 0')
  .positive('must be a number above 0')
  .max(2 ** 20, `must be a number up to ${2 ** 20}`);

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

/** Domains of e-mail addresses, joined by commas; undefined when a text is none. */
function domainsOf(text: string): readonly string[] | undefined {
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
  const valid = domains.every((domain) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/.test(domain));
  return valid ? domains : undefined;
}

/** Addresses joined by commas, in normal form; undefined when a text is none. */
function addressesOf(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim());
  const valid = addresses.every((address) => z.email().safeParse(address).success);
  return valid ? addresses.map(normalEmail) : undefined;
}

const MOST_POOLED = 500;
const POOL_DATA = ['full', 'sample', 'none'] as const;
export type PoolData = (typeof POOL_DATA)[number];
const POOL_RULE = `must be a whole number from 0 to ${MOST_POOLED}`;
const CREDENTIAL_DAYS_RULE = `must be a whole number of days from ${CREDENTIAL_DAYS.least} to ${CREDENTIAL_DAYS.most}`;

const Environment = z
  .object({
    PORT: port.default(4100),
    ACACIA_HOST: z.string().default('localhost'),
    ACACIA_HOME: z.string().default(path.join(REPOSITORY, '.acacia')),
    DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address such as postgres://user:password@host:5432/acacia',
      })
      .optional(),
    ACACIA_PUBLIC_URL: webAddress.optional(),
    ACACIA_TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((hop) => (hop.trim() === '' ? [] : [hop.trim()])))
      .refine((hops) => untrustworthy(hops) === undefined, {
        error: 'must be addresses or ranges such as 10.0.0.0/8, joined by commas',
      }),
    OIDC_ISSUER: webAddress.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_AUDIENCE: z.string().optional(),
    ACACIA_BACKUPS: z.string().refine(isBackupPlace, BACKUP_PLACE_RULE).optional(),
    ACACIA_BACKUPS_ENDPOINT: webAddress.optional(),
    ACACIA_BACKUPS_REGION: z.string().default('us-east-1'),
    ACACIA_SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: 'must be an address such as smtp://user:password@host:587 or smtps://user:password@host',
      })
      .optional(),
    ACACIA_MAIL_FROM: z
      .string()
      .trim()
      .regex(
        /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
        'must be an e-mail address such as Acacia <acacia@example.org>',
      )
      .optional(),
    ACACIA_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    ACACIA_AUDIT_OTLP: webAddress
      .refine((text) => {
        const { protocol, hostname, username } = new URL(text);
        return username === '' && (protocol === 'https:' || isLoopback(hostname));
      }, 'must be an address that starts with https://, or is of this machine, without a user and password')
      .optional(),
    ACACIA_AUDIT_OTLP_TOKEN: z.string().optional(),
    ACACIA_STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[rs]k_\w{8,}$/, 'must be a secret key of Stripe, such as sk_live_…')
      .optional(),
    ACACIA_STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S{8,}$/, 'must be the signing secret of a webhook of Stripe, such as whsec_…')
      .optional(),
    ACACIA_STRIPE_API: webAddress
      .refine((text) => {
        const { protocol, hostname, username, pathname } = new URL(text);
        if (username !== '' || pathname !== '/') return false;
        return protocol === 'https:' || isLoopback(hostname);
      }, 'must be an address that starts with https://, or is of this machine, without a user and a path')
      .optional(),
    ACACIA_STRANGERS: z
      .string()
      .default('invited')
      .transform((text, context): Strangers => {
        if (text === 'open' || text === 'invited') return text;
        const domains = domainsOf(text);
        if (domains !== undefined) return domains;
        const message = 'must be open, invited, or domains such as example.org,example.net';
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }),
    ACACIA_ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@acacia.local'),
    ACACIA_OPERATORS: z
      .string()
      .transform((text, context): readonly string[] => {
        const addresses = addressesOf(text);
        if (addresses !== undefined) return addresses;
        const message = 'must be e-mail addresses such as ann@example.org,bob@example.org';
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .optional(),
    ACACIA_SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
    ACACIA_NEWS_FEED: webAddress.optional(),
    ACACIA_CHAT_URL: webAddress.optional(),
    ACACIA_GRAFANA_URL: webAddress.optional(),
    ACACIA_API_KEYS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    ACACIA_KEY_FILE: z.string().optional(),
    ACACIA_CATALOG: z.string().optional(),
    ACACIA_TIER: z.enum(TIERS, { error: `must be one of ${TIERS.join(', ')}` }).optional(),
    ACACIA_ALLOWED_SOURCES: z
      .string()
      .default('')
      .refine((text) => parseSourceRules(text) !== undefined, SOURCE_RULES_FORM),
    ACACIA_LOAD_FILE_GB: positive.optional(),
    ACACIA_LOAD_GB: positive.optional(),
    ACACIA_FETCH_MINUTES: positive.optional(),
    ACACIA_POOL: z.coerce
      .number({ error: POOL_RULE })
      .int(POOL_RULE)
      .min(0, POOL_RULE)
      .max(MOST_POOLED, POOL_RULE)
      .default(0),
    ACACIA_POOL_DATA: z.enum(POOL_DATA, { error: `must be one of ${POOL_DATA.join(', ')}` }).default('full'),
    ACACIA_SAMPLE_AHEAD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    ACACIA_FIRST_WORKSPACE_PORT: port.default(14240),
    ACACIA_CREDENTIAL_DAYS: z.coerce
      .number({ error: CREDENTIAL_DAYS_RULE })
      .int(CREDENTIAL_DAYS_RULE)
      .min(CREDENTIAL_DAYS.least, CREDENTIAL_DAYS_RULE)
      .max(CREDENTIAL_DAYS.most, CREDENTIAL_DAYS_RULE)
      .default(CREDENTIAL_DAYS.usual),
    ACACIA_CONSOLE: z.string().default(path.join(REPOSITORY, 'apps', 'console', 'dist')),
    ACACIA_WORKSPACE_SERVER: z
      .string()
      .default(path.join(REPOSITORY, 'apps', 'workspace', 'src', 'main.ts'))
      .refine((file) => existsSync(file), 'must be a file that is there'),
    ACACIA_LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' })
      .default('info'),
  })
  .superRefine((values, context) => {
    if (values.ACACIA_SMTP_URL !== undefined && values.ACACIA_MAIL_FROM === undefined) {
      const message = 'must be given when ACACIA_SMTP_URL is, such as Acacia <acacia@example.org>';
      context.addIssue({ code: 'custom', path: ['ACACIA_MAIL_FROM'], message });
    }
    for (const name of ['ACACIA_STRIPE_WEBHOOK_SECRET', 'ACACIA_STRIPE_API'] as const) {
      if (values[name] !== undefined && values.ACACIA_STRIPE_SECRET_KEY === undefined) {
        const message = `must be given when ${name} is`;
        context.addIssue({ code: 'custom', path: ['ACACIA_STRIPE_SECRET_KEY'], message });
      }
    }
    if (values.OIDC_ISSUER === undefined) return;
    if (values.ACACIA_OPERATORS !== undefined) {
      const message =
        'must not be given when OIDC_ISSUER is, whose access tokens name the operators by their permissions';
      context.addIssue({ code: 'custom', path: ['ACACIA_OPERATORS'], message });
    }
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_AUDIENCE'] as const) {
      if (values[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be given when OIDC_ISSUER is' });
      }
    }
  });

/** Settings that are or contain a password: their values must not be shown. */
const SECRET: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'ACACIA_SMTP_URL',
  'ACACIA_METRICS_TOKEN',
  'ACACIA_STRIPE_SECRET_KEY',
  'ACACIA_STRIPE_WEBHOOK_SECRET',
  // May have a user and a password.
  'ACACIA_AUDIT_OTLP',
  'ACACIA_AUDIT_OTLP_TOKEN',
]);

/** An address without its user, password and query, any of which may be a secret; other texts as they are. */
function withoutSecrets(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const url = URL.parse(text);
  if (url === null) return text;
  const isBare = url.username === '' && url.password === '' && url.search === '';
  return isBare ? text : `${url.protocol}//${url.host}${url.pathname} …`;
}

/** A default as an environment variable would give it; null: there is none. */
function asVariable(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

function settingsInForce(given: Readonly<Record<string, string>>): readonly DashboardSetting[] {
  return Object.entries<z.ZodType>(Environment.shape)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => {
      const text = given[name];
      const secret = SECRET.has(name);
      if (text === undefined) {
        return { name, source: 'default', value: asVariable(field.safeParse(undefined).data), secret };
      }
      return { name, source: 'environment', value: secret ? null : withoutSecrets(text), secret };
    });
}

/** Drops empty variables: they count as unset, because shells and compose files set them so. */
const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );

/** @throws StartError with a sentence for each invalid variable */
export function loadSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = withoutEmpty(environment);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw startErrors(
      parsed.error.issues.map(({ path: [first], message: rule }) => {
        const name = String(first);
        const value = given[name];
        if (value === undefined) return startSentence('settingMissing', { name, rule });
        return startSentence('settingWrong', { name, rule, value: SECRET.has(name) ? '…' : value });
      }),
    );
  }
  const values = parsed.data;
  const home = path.resolve(values.ACACIA_HOME);
  const publicUrl = new URL(values.ACACIA_PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin;
  const settings = {
    port: values.PORT,
    host: values.ACACIA_HOST,
    home,
    databaseUrl: values.DATABASE_URL ?? null,
    publicUrl,
    outsideIssuer:
      values.OIDC_ISSUER === undefined
        ? null
        : {
            issuer: values.OIDC_ISSUER.replace(/\/$/, ''),
            clientId: values.OIDC_CLIENT_ID ?? '',
            audience: values.OIDC_AUDIENCE ?? '',
          },
    trustedProxies: values.ACACIA_TRUSTED_PROXIES,
    backups: backupPlace(
      values.ACACIA_BACKUPS ?? path.join(home, 'backups'),
      values.ACACIA_BACKUPS_ENDPOINT ?? null,
      values.ACACIA_BACKUPS_REGION,
    ),
    smtpUrl: values.ACACIA_SMTP_URL ?? null,
    mailFrom: values.ACACIA_MAIL_FROM ?? 'Acacia <acacia@localhost>',
    metricsToken: values.ACACIA_METRICS_TOKEN ?? null,
    strangers: values.ACACIA_STRANGERS,
    auditCollector:
      values.ACACIA_AUDIT_OTLP === undefined
        ? null
        : { url: values.ACACIA_AUDIT_OTLP, token: values.ACACIA_AUDIT_OTLP_TOKEN ?? null },
    stripe:
      values.ACACIA_STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: values.ACACIA_STRIPE_SECRET_KEY,
            webhookSecret: values.ACACIA_STRIPE_WEBHOOK_SECRET ?? null,
            api: values.ACACIA_STRIPE_API ?? null,
          },
    newsFeed: values.ACACIA_NEWS_FEED ?? null,
    chatUrl: values.ACACIA_CHAT_URL ?? null,
    supportEmail: values.ACACIA_SUPPORT_EMAIL ?? normalEmail(values.ACACIA_ADMIN_EMAIL),
    apiKeys: values.ACACIA_API_KEYS === 'on',
    adminEmail: normalEmail(values.ACACIA_ADMIN_EMAIL),
    keyFile: values.ACACIA_KEY_FILE === undefined ? null : path.resolve(values.ACACIA_KEY_FILE),
    catalogFile: values.ACACIA_CATALOG === undefined ? null : path.resolve(values.ACACIA_CATALOG),
    tier: values.ACACIA_TIER ?? null,
    allowedSources: values.ACACIA_ALLOWED_SOURCES,
    loadFileGb: values.ACACIA_LOAD_FILE_GB ?? null,
    loadGb: values.ACACIA_LOAD_GB ?? null,
    fetchMinutes: values.ACACIA_FETCH_MINUTES ?? null,
    credentialDays: values.ACACIA_CREDENTIAL_DAYS,
    poolSize: values.ACACIA_POOL,
    poolData: values.ACACIA_POOL_DATA,
    sampleAhead: values.ACACIA_SAMPLE_AHEAD === 'on',
    firstWorkspacePort: values.ACACIA_FIRST_WORKSPACE_PORT,
    consoleFolder: path.resolve(values.ACACIA_CONSOLE),
    workspaceServer: path.resolve(values.ACACIA_WORKSPACE_SERVER),
    logLevel: values.ACACIA_LOG_LEVEL,
    grafanaUrl: values.ACACIA_GRAFANA_URL ?? null,
    inForce: settingsInForce(given),
  };
  // Where others reach the installation, somebody names its operators.
  const usual = isLocal(settings) ? [settings.adminEmail] : [];
  return { ...settings, operators: values.ACACIA_OPERATORS ?? usual };
}

/** The issuer (`iss`) of the access tokens that the control plane signs itself; browsers call with those alone. */
export const ownIssuerOf = ({ publicUrl }: Settings): string => `${publicUrl}/oidc`;

/** The issuer that signs people in. */
export const issuerOf = (settings: Settings): string =>
  settings.outsideIssuer?.issuer ?? ownIssuerOf(settings);

/** The issuers whose access tokens are accepted. Some issuers end their name with a slash, others do not. */
export function acceptedIssuers(settings: Settings): readonly string[] {
  const { outsideIssuer } = settings;
  return [
    ownIssuerOf(settings),
    ...(outsideIssuer === null ? [] : [outsideIssuer.issuer, `${outsideIssuer.issuer}/`]),
  ];
}

/**
 * Warning for an installation whose passwords and tokens cross a network in the clear (OWASP ASVS 5.0, V12.2.1); null where
 * its public address is https, or of this machine. Who has a network that encrypts by itself may go on.
 */
export function inTheClear({ publicUrl }: Pick<Settings, 'publicUrl'>): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return null;
  return `WARNING: people reach Acacia at ${publicUrl}, without TLS: passwords, tokens and data can be read and changed on the way. Put a proxy with TLS in front and give its https address in ACACIA_PUBLIC_URL.`;
}

/** Whether only people at this machine can reach the control plane, so that the first password may be well known. */
export const isLocal = ({
  outsideIssuer,
  host,
  publicUrl,
  trustedProxies,
}: Pick<Settings, 'outsideIssuer' | 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  outsideIssuer === null &&
  trustedProxies.length === 0 &&
  isLoopback(host) &&
  isLoopback(new URL(publicUrl).hostname);
