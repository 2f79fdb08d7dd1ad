/** The command line of the workspace server. */
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@acacia/base';
import { CREDENTIAL_DAYS } from '@acacia/contract';
import { parseSourceRules, SOURCE_RULES_FORM, type SourceOptions } from '@acacia/engine';
import { z } from 'zod';
import { commandLineError } from './errors/start.ts';
import { DEFAULT_TG_VERSION, TG_VERSION } from './version.ts';

export const DEFAULT_PORT = 14240;

export type ListenOn =
  | { readonly kind: 'port'; readonly port: number }
  | { readonly kind: 'socket'; readonly path: string };

export interface CommandLine {
  readonly listen: ListenOn;
  /** Absolute path of the folder that holds everything of this workspace. */
  readonly dataDir: string;
  readonly memoryMb: number;
  readonly readOnly: boolean;
  /** Query workers; undefined: the engine's choice. */
  readonly workers: number | undefined;
  /** The version of TigerGraph that clients see. */
  readonly tgVersion: string;
  /** Days for which tokens and secrets may be valid. */
  readonly credentialDays: number;
  /** Id of the database, by which a copy of another one is told; undefined: the folder is the only one of its kind. */
  readonly database: string | undefined;
}

interface StartCommand extends CommandLine {
  /** Wait for a message before the data is opened. */
  readonly standby: boolean;
  /** The process that starts the server writes the gateway's key to its standard input, and closes that. */
  readonly gatewayKeyOnStdin: boolean;
}

export const USAGE = `Usage: workspace [--port N | --socket PATH] [--data DIR] [--memory-mb N] [--workers N] [--read-only]
                 [--tg-version V] [--credential-days N] [--database ID]
                 [--standby] [--gateway-key-on-stdin]

  --port N       TCP port on this machine (default ${DEFAULT_PORT})
  --socket PATH  listen on a Unix socket instead
  --data DIR     folder of the data, made when missing (default ./.acacia/workspace)
  --memory-mb N  memory for the store, the graph and running queries (default: half of the machine's)
  --workers N    queries that run at the same time (default: the number of processors)
  --read-only    refuse every change
  --tg-version V version of TigerGraph that clients are told (default ${DEFAULT_TG_VERSION})
  --credential-days N  tokens and secrets are valid for no longer (default ${CREDENTIAL_DAYS.usual})
  --database ID  id of the database; tokens that were made in another one, of which this is a copy, are refused
  --standby      open nothing until whoever started the process promotes it by a message
  --gateway-key-on-stdin  read from standard input by which key the gateway is known`;

const rules = z.string().refine((text) => parseSourceRules(text) !== undefined, SOURCE_RULES_FORM);
const positive = z.coerce
  .number('must be a number above 0')
  .positive('must be a number above 0')
  .max(2 ** 20, 'is too large');

/** Environment variables about the files that loads fetch; a control plane passes on those of its own settings. */
const SourceVariables = z.object({
  ACACIA_ALLOWED_SOURCES: rules.optional(),
  ACACIA_REFUSED_SOURCES: rules.optional(),
  ACACIA_LOAD_FILE_GB: positive.optional(),
  ACACIA_LOAD_GB: positive.optional(),
  ACACIA_FETCH_MINUTES: positive.optional(),
});

/** @throws CommandLineError that names the variable at fault */
export function parseSourceVariables(environment: NodeJS.ProcessEnv): SourceOptions {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => Boolean(value?.trim())));
  const parsed = SourceVariables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw commandLineError('settingWrong', { name, rule: issue?.message ?? '', value: given[name] ?? '' });
  }
  const { data } = parsed;
  return {
    allowed: data.ACACIA_ALLOWED_SOURCES ?? '',
    refused: data.ACACIA_REFUSED_SOURCES ?? '',
    ...(data.ACACIA_LOAD_FILE_GB === undefined ? {} : { fileBytes: data.ACACIA_LOAD_FILE_GB * 2 ** 30 }),
    ...(data.ACACIA_LOAD_GB === undefined ? {} : { loadBytes: data.ACACIA_LOAD_GB * 2 ** 30 }),
    ...(data.ACACIA_FETCH_MINUTES === undefined ? {} : { fetchMs: data.ACACIA_FETCH_MINUTES * 60_000 }),
  };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw commandLineError('noWholeNumber', { name, least, most, text });
  }
  return value;
}

/** Parses the command line; null for `--help`. @throws CommandLineError when it is not valid */
export function parseCommandLine(args: readonly string[]): StartCommand | null {
  let values;
  try {
    values = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        socket: { type: 'string' },
        data: { type: 'string', default: '.acacia/workspace' },
        'memory-mb': { type: 'string' },
        workers: { type: 'string' },
        'read-only': { type: 'boolean', default: false },
        'tg-version': { type: 'string', default: DEFAULT_TG_VERSION },
        'credential-days': { type: 'string', default: String(CREDENTIAL_DAYS.usual) },
        database: { type: 'string' },
        standby: { type: 'boolean', default: false },
        'gateway-key-on-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw commandLineError('commandLineWrong', { why: messageOf(error) }).causedBy(error);
  }
  if (values.help) return null;
  if (values.port !== undefined && values.socket !== undefined) {
    throw commandLineError('portAndSocket');
  }
  if (!TG_VERSION.test(values['tg-version'])) {
    throw commandLineError('noVersion', { usual: DEFAULT_TG_VERSION, text: values['tg-version'] });
  }
  return {
    listen:
      values.socket === undefined
        ? { kind: 'port', port: wholeNumber('port', values.port ?? String(DEFAULT_PORT), 0, 65_535) }
        : { kind: 'socket', path: resolve(values.socket) },
    dataDir: resolve(values.data),
    memoryMb:
      values['memory-mb'] === undefined
        ? Math.floor(totalmem() / 2 ** 20 / 2)
        : wholeNumber('memory-mb', values['memory-mb'], 64, 64 * 2 ** 20),
    readOnly: values['read-only'],
    workers: values.workers === undefined ? undefined : wholeNumber('workers', values.workers, 1, 256),
    tgVersion: values['tg-version'],
    credentialDays: wholeNumber(
      'credential-days',
      values['credential-days'],
      CREDENTIAL_DAYS.least,
      CREDENTIAL_DAYS.most,
    ),
    database: values.database,
    standby: values.standby,
    gatewayKeyOnStdin: values['gateway-key-on-stdin'],
  };
}
