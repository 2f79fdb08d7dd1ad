/** Fetches the rows of a query in PostgreSQL into a file that a load reads. */
import { engineError } from '../errors/catalogue.ts';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { isIP, Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { WHERE_ALLOWED, type SourceNetwork } from '@acacia/object-stores';
import { Client, DatabaseError, type ClientConfig, type FieldDef } from 'pg';
import { EngineError } from '../errors.ts';
import type { FileOptions } from './file-options.ts';
import { OverBudget } from './load-budget.ts';
import { postgresServer, type PostgresServer } from './postgres-server.ts';
import type { Workplace } from './prepare-file.ts';

/** Rows that are fetched at once: few at first, then as many as have about `BATCH_BYTES`. */
const FIRST_BATCH = 100;
const LARGEST_BATCH = 10_000;
const BATCH_BYTES = 16 * 2 ** 20;
/** Bytes that the server may send for one batch: the client holds it in memory. */
const MOST_BATCH_BYTES = 256 * 2 ** 20;
const WATCH_MS = 50;
const CONNECT_MS = 15_000;
const BOOL = 16;

/** How the file is to be read: texts with separators in them stand in quotes. */
export const writtenForm = (options: FileOptions): FileOptions =>
  options.json ? options : { ...options, quote: options.quote ?? '"', eol: '\n' };

/**
 * Writes the file, whole or not at all. A complete file of an earlier attempt is used as it is.
 * @throws EngineError when the rows cannot be fetched
 */
export async function fetchRows(
  {
    source,
    settings,
    query,
  }: { readonly source: string; readonly settings: Readonly<Record<string, string>>; readonly query: string },
  options: FileOptions,
  target: string,
  { network, budget, onBytes, signal: given }: Pick<Workplace, 'network' | 'budget' | 'onBytes' | 'signal'>,
): Promise<void> {
  const name = `What the data source ${source} gives`;
  const take = budget.file(name);
  const whole = await stat(target).catch(() => null);
  if (whole !== null) {
    take(whole.size);
    return onBytes(whole.size);
  }
  const server = postgresServer(source, settings);
  const { signal, end } = budget.watch(name, given);
  const socket = new Socket();
  const abort = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', abort);
  const part = `${target}.part`;
  let client: Client | null = null;
  try {
    client = await connected(source, server, socket, network);
    signal.throwIfAborted();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query("SET LOCAL TIME ZONE 'UTC'");
    const plain = query.trim().replace(/;\s*$/, '');
    const rows = options.json ? `SELECT row_to_json(r)::text FROM (${plain}) r` : plain;
    // With a name it is prepared, and so one statement and no more.
    await client.query({ text: `DECLARE acacia_rows NO SCROLL CURSOR FOR ${rows}`, name: 'acacia_rows' });
    await writeRows(client, socket, writtenForm(options), part, (bytes, more) => {
      take(more);
      onBytes(bytes);
    });
    await client.query('COMMIT');
  } catch (cause) {
    await rm(part, { force: true });
    signal.throwIfAborted();
    if (cause instanceof EngineError) throw cause;
    const reason = cause instanceof DatabaseError ? cause.message : 'the connection broke';
    throw engineError('sourceUnreadable', { source, reason }).causedBy(cause);
  } finally {
    end();
    signal.removeEventListener('abort', abort);
    if (signal.aborted || client === null) socket.destroy();
    else await client.end().catch(() => socket.destroy());
  }
  await rename(part, target);
}

/** Class of SQLSTATE: the server knows its caller not. */
const NOT_AUTHORISED = '28';
const NO_DATABASE = '3D000';

/**
 * Connects to an address that has been checked.
 * @throws EngineError when the server cannot be reached, without details of what answers there instead
 */
async function connected(
  source: string,
  { host, port, sslmode, ...login }: PostgresServer,
  socket: Socket,
  network: SourceNetwork,
): Promise<Client> {
  const refused = (why: string, cause: unknown): EngineError =>
    engineError('sourceUnreadable', { source, reason: why }).causedBy(cause);
  try {
    const [judged] = await network.addressesOf(host, port);
    const client = new Client({
      ...login,
      host: judged?.address ?? '',
      port,
      ssl: tlsOf(sslmode, host),
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'acacia',
      // Values as the server writes them.
      types: { getTypeParser: (type: number) => (text: string) => textOf(type, text) },
      stream: () => socket,
    });
    // An error while the connection is idle shows at the next query.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (cause) {
    const code = cause instanceof DatabaseError ? (cause.code ?? '') : '';
    if (code.startsWith(NOT_AUTHORISED)) throw refused('its server refuses the user or the password', cause);
    if (code === NO_DATABASE) throw refused('its server has no such database', cause);
    throw refused(`there is no PostgreSQL that may be read from. ${WHERE_ALLOWED}`.replace(/\.$/, ''), cause);
  }
}

function textOf(type: number, text: string): string {
  if (type === BOOL) return text === 't' ? 'true' : 'false';
  // Of a time with its zone, which is UTC here.
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/.test(text) ? text.slice(0, -3) : text;
}

/** As the modes of libpq: `require` encrypts, the `verify` ones ask who the server is: by its name, not by the address. */
function tlsOf(mode: PostgresServer['sslmode'], host: string): ClientConfig['ssl'] {
  if (mode === 'disable') return false;
  const name = isIP(host) === 0 ? { servername: host } : {};
  return { ...name, rejectUnauthorized: mode !== 'require' };
}

async function writeRows(
  client: Client,
  socket: Socket,
  options: FileOptions,
  target: string,
  onBytes: (bytes: number, more: number) => void,
): Promise<void> {
  const out = createWriteStream(target);
  const done = finished(out);
  // A failure shows when the file is ended; until then it must not count as unhandled.
  done.catch(() => undefined);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    const more = Buffer.byteLength(text);
    bytes += more;
    onBytes(bytes, more);
    if (!out.write(text) && !out.destroyed) await Promise.race([once(out, 'drain'), done]);
  };
  try {
    let batch = FIRST_BATCH;
    for (let first = true; ; first = false) {
      const before = socket.bytesRead;
      const watch = setInterval(() => {
        if (socket.bytesRead - before > MOST_BATCH_BYTES)
          socket.destroy(new OverBudget(engineError('queryRowTooLarge')));
      }, WATCH_MS);
      const { rows, fields } = await client
        .query<(string | null)[]>({ text: `FETCH FORWARD ${batch} FROM acacia_rows`, rowMode: 'array' })
        .finally(() => clearInterval(watch));
      if (first && options.header) await write(lineOf(namesOf(fields), options));
      for (const row of rows) await write(lineOf(row, options));
      if (rows.length < batch) break;
      const ofRow = Math.max(1, (socket.bytesRead - before) / rows.length);
      batch = Math.max(1, Math.min(LARGEST_BATCH, 10 * batch, Math.floor(BATCH_BYTES / ofRow)));
    }
    out.end();
    await done;
  } finally {
    out.destroy();
  }
}

const namesOf = (fields: readonly FieldDef[]): string[] => fields.map(({ name }) => name);

function lineOf(row: readonly (string | null)[], { json, separator, quote }: FileOptions): string {
  if (json) return `${row[0] ?? ''}\n`;
  const mark = quote ?? '"';
  const token = (text: string | null): string => {
    if (text === null) return '';
    const plain = !text.includes(separator) && !text.includes(mark) && !/[\r\n]/.test(text);
    return plain ? text : `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
  };
  return `${row.map(token).join(separator)}\n`;
}
