/** Reads the rows of a query in PostgreSQL. */
import { engineError } from '../errors/catalogue.ts';
import { isIP, Socket } from 'node:net';
import { WHERE_ALLOWED, type SourceNetwork } from '@acacia/object-stores';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { EngineError } from '../errors.ts';
import type { FileOptions } from './file-options.ts';
import { OverBudget } from './load-budget.ts';
import { postgresServer, type PostgresServer } from './postgres-server.ts';
import type { RowQuery, RowReading } from './fetch-rows.ts';

/** Rows that are fetched at once: few at first, then as many as have about `BATCH_BYTES`. */
const FIRST_BATCH = 100;
const LARGEST_BATCH = 10_000;
const BATCH_BYTES = 16 * 2 ** 20;
/** Bytes that the server may send for one batch: the client holds it in memory. */
const MOST_BATCH_BYTES = 256 * 2 ** 20;
const WATCH_MS = 50;
const CONNECT_MS = 15_000;
const BOOL = 16;

/** @throws EngineError when the rows cannot be read */
export async function readPostgres(
  { source, settings, query }: RowQuery,
  options: FileOptions,
  { network, write, signal }: RowReading,
): Promise<void> {
  const server = postgresServer(source, settings);
  const socket = new Socket();
  const abort = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', abort);
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
    await writeRows(client, socket, options, write);
    await client.query('COMMIT');
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof EngineError) throw cause;
    const reason = cause instanceof DatabaseError ? cause.message : 'the connection broke';
    throw engineError('sourceUnreadable', { source, reason }).causedBy(cause);
  } finally {
    signal.removeEventListener('abort', abort);
    if (signal.aborted || client === null) socket.destroy();
    else await client.end().catch(() => socket.destroy());
  }
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
  write: RowReading['write'],
): Promise<void> {
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
    if (first && options.header) await write(fields.map(({ name }) => name));
    for (const row of rows) await write(row);
    if (rows.length < batch) break;
    const ofRow = Math.max(1, (socket.bytesRead - before) / rows.length);
    batch = Math.max(1, Math.min(LARGEST_BATCH, 10 * batch, Math.floor(BATCH_BYTES / ofRow)));
  }
}
