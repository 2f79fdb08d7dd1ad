/** The rows of a query in PostgreSQL, as a file that a load reads. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { Client, type FieldDef } from 'pg';
import { EngineError } from '../errors.ts';
import type { FileOptions } from './file-options.ts';

type Settings = Readonly<Record<string, string>>;

/** Rows that are fetched at once. */
const BATCH = 10_000;
const CONNECT_MS = 15_000;
const BOOL = 16;

/** How the file is to be read: texts with separators in them stand in quotes. */
export const writtenForm = (options: FileOptions): FileOptions =>
  options.json ? options : { ...options, quote: options.quote ?? '"', eol: '\n' };

/**
 * Writes the file, whole or not at all. One of an earlier attempt that is whole is taken as it is. Throws
 * EngineError.
 */
export const fetchRows = async (
  source: string,
  settings: Settings,
  query: string,
  options: FileOptions,
  target: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const whole = await stat(target).catch(() => null);
  if (whole !== null) return onBytes(whole.size);
  const socket = new Socket();
  const abort = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', abort);
  const client = new Client({ ...connectionOf(source, settings), stream: () => socket });
  // What breaks while nothing is asked shows with the next question.
  client.on('error', () => undefined);
  const part = `${target}.part`;
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query("SET LOCAL TIME ZONE 'UTC'");
    const plain = query.trim().replace(/;\s*$/, '');
    const rows = options.json ? `SELECT row_to_json(r)::text FROM (${plain}) r` : plain;
    // With a name it is prepared, and so one statement and no more.
    await client.query({ text: `DECLARE acacia_rows NO SCROLL CURSOR FOR ${rows}`, name: 'acacia_rows' });
    await writeRows(client, writtenForm(options), part, onBytes);
    await client.query('COMMIT');
  } catch (cause) {
    await rm(part, { force: true });
    signal.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError('REST-10021', `The data source ${source} cannot be read: ${reason}.`, { cause });
  } finally {
    signal.removeEventListener('abort', abort);
    if (signal.aborted) socket.destroy();
    else await client.end().catch(() => socket.destroy());
  }
  await rename(part, target);
};

const connectionOf = (source: string, settings: Settings) => {
  const url = settings['connection.url']?.replace(/^jdbc:/, '');
  const needed = (name: string): string => {
    const value = settings[name];
    if (value !== undefined && value !== '') return value;
    throw new EngineError('GSQL-SEMANTIC', `The data source ${source} needs "${name}".`);
  };
  const port = Number(settings['port'] ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new EngineError(
      'GSQL-SEMANTIC',
      `The data source ${source} has the port "${settings['port']}"; a number is expected.`,
    );
  }
  return {
    ...(url === undefined
      ? { host: needed('host'), port, database: needed('db.name') }
      : { connectionString: url }),
    user: needed('connection.user'),
    password: settings['connection.password'] ?? '',
    ssl: tlsOf(source, settings['sslmode'] ?? 'disable'),
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'acacia',
    // Values as the server writes them.
    types: { getTypeParser: (type: number) => (text: string) => textOf(type, text) },
  };
};

const textOf = (type: number, text: string): string => {
  if (type === BOOL) return text === 't' ? 'true' : 'false';
  // Of a time with its zone, which is UTC here.
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/.test(text) ? text.slice(0, -3) : text;
};

/** As the modes of libpq: `require` encrypts, the `verify` ones ask who the server is. */
const tlsOf = (source: string, mode: string): boolean | { readonly rejectUnauthorized: boolean } => {
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
    case 'verify-full':
      return { rejectUnauthorized: true };
    default:
      throw new EngineError(
        'GSQL-SEMANTIC',
        `The data source ${source} has the sslmode "${mode}"; possible are disable, require, verify-ca, verify-full.`,
      );
  }
};

const writeRows = async (
  client: Client,
  options: FileOptions,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const out = createWriteStream(target);
  const done = finished(out);
  // A failure shows when the file is ended; until then it must not count as unhandled.
  done.catch(() => undefined);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!out.write(text) && !out.destroyed) await Promise.race([once(out, 'drain'), done]);
  };
  try {
    for (let first = true; ; first = false) {
      const { rows, fields } = await client.query<(string | null)[]>({
        text: `FETCH FORWARD ${BATCH} FROM acacia_rows`,
        rowMode: 'array',
      });
      if (first && options.header) await write(lineOf(namesOf(fields), options));
      if (rows.length > 0) await write(rows.map((row) => lineOf(row, options)).join(''));
      onBytes(bytes);
      if (rows.length < BATCH) break;
    }
    out.end();
    await done;
  } finally {
    out.destroy();
  }
};

const namesOf = (fields: readonly FieldDef[]): string[] => fields.map(({ name }) => name);

const lineOf = (row: readonly (string | null)[], { json, separator, quote }: FileOptions): string => {
  if (json) return `${row[0] ?? ''}\n`;
  const mark = quote ?? '"';
  const token = (text: string | null): string => {
    if (text === null) return '';
    const plain = !text.includes(separator) && !text.includes(mark) && !/[\r\n]/.test(text);
    return plain ? text : `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
  };
  return `${row.map(token).join(separator)}\n`;
};
