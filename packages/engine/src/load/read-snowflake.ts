/**
 * Reads the rows of a query in Snowflake by its published driver, whose requests go the one way out
 * (docs/adr/0083-snowflake-by-its-driver.md).
 */
import { engineError } from '../errors/catalogue.ts';
import { exchange, NotReachable, WHERE_ALLOWED, type SourceNetwork } from '@acacia/object-stores';
import type { Connection, ConnectionOptions, RowStatement, SnowflakeError } from 'snowflake-sdk';
import { EngineError } from '../errors.ts';
import type { RowQuery, RowReading } from './fetch-rows.ts';
import type { FileOptions } from './file-options.ts';
import { snowflakeServer, type SnowflakeServer } from './snowflake-server.ts';

/** Bytes of one answer: Snowflake gives rows in chunks of some megabytes. */
const MOST = 256 * 2 ** 20;

/** Values as texts that loads read: times in UTC, and binaries in hexadecimal digits. */
const SESSION = `ALTER SESSION SET TIMEZONE = 'UTC' DATE_OUTPUT_FORMAT = 'YYYY-MM-DD'
  TIMESTAMP_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS' TIMESTAMP_NTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS'
  TIMESTAMP_LTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS' TIMESTAMP_TZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS'
  TIME_OUTPUT_FORMAT = 'HH24:MI:SS' BINARY_OUTPUT_FORMAT = 'HEX'`;

/** A request as the driver asks its HTTP client for it. */
interface Wanted {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  readonly callback: (error: unknown, response: unknown, body: unknown) => unknown;
}

/** The driver's HTTP client: over judged addresses, bounded, without redirects, and ended by a signal. */
function clientOver(network: SourceNetwork, signal: AbortSignal, onFault: (fault: unknown) => void) {
  async function ask({ method, url, headers = {}, json, params = {} }: Wanted, own: AbortSignal) {
    const address = new URL(url);
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    const answer = await exchange(address, network, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: json === undefined ? undefined : JSON.stringify(json),
      most: MOST,
      signal: AbortSignal.any([signal, own]),
    });
    const isJson = answer.headers['content-type']?.includes('application/json') === true;
    const body: unknown = isJson ? JSON.parse(answer.text) : answer.text;
    return {
      statusCode: answer.status,
      headers: answer.headers,
      body,
      getResponseHeader: (name: string) => answer.headers[name.toLowerCase()],
    };
  }
  return class {
    request(wanted: Wanted): { abort: () => void } {
      const own = new AbortController();
      const asked = ask(wanted, own.signal).then(
        (response) => ({ error: null, response, body: response.body }),
        (error: unknown) => ({ error, response: null, body: null }),
      );
      asked
        .then(({ error, response, body }) => {
          if (error instanceof NotReachable || signal.aborted) onFault(error);
          return wanted.callback(error, response, body);
        })
        .catch(onFault);
      return { abort: () => own.abort() };
    }
  };
}

/** The driver writes to the console and to a file otherwise. */
class Silent {
  readonly easyLoggingConfigureCounter = 0;
  configure(): void {}
  error(): void {}
  warn(): void {}
  info(): void {}
  debug(): void {}
  trace(): void {}
}

/** The driver, which is large: read when it is needed. */
async function driverOver(network: SourceNetwork, signal: AbortSignal, onFault: (fault: unknown) => void) {
  // It asks the addresses at which clouds tell machines who they are, and loads a library for telemetry, otherwise.
  process.env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] = 'true';
  process.env['SNOWFLAKE_DISABLE_MINICORE'] = 'true';
  process.env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] = 'true';
  const { default: core } = await import('snowflake-sdk/dist/lib/core.js');
  return core({
    httpClientClass: clientOver(network, signal, onFault),
    loggerClass: Silent,
    client: { name: 'JavaScript', version: '3.3.0', environment: process.versions },
  }) as { readonly createConnection: (options: ConnectionOptions) => Connection };
}

function optionsOf({
  host,
  port,
  parameters,
  user,
  password,
  privateKey,
}: SnowflakeServer): ConnectionOptions {
  const { db, schema, warehouse, role, account = host.split('.')[0] ?? '', ssl } = parameters;
  return {
    accessUrl: `${ssl === 'off' ? 'http' : 'https'}://${host}:${port}`,
    account,
    username: user,
    ...(privateKey === '' ? { password } : { privateKey, authenticator: 'SNOWFLAKE_JWT' }),
    ...(db === undefined ? {} : { database: db }),
    ...(schema === undefined ? {} : { schema }),
    ...(warehouse === undefined ? {} : { warehouse }),
    ...(role === undefined ? {} : { role }),
    application: 'Acacia',
    clientSessionKeepAlive: false,
    rowMode: 'array',
    representNullAsStringNull: false,
    fetchAsString: ['String', 'Boolean', 'Number', 'Date', 'JSON', 'Buffer'],
    sfRetryMaxLoginRetries: 1,
  };
}

const connected = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });

const executed = (connection: Connection, sqlText: string): Promise<RowStatement> =>
  new Promise((resolve, reject) => {
    connection.execute({
      sqlText,
      streamResult: true,
      complete: (error, statement) =>
        error === undefined || error === null ? resolve(statement) : reject(error),
    });
  });

/** Errors of signing in: Snowflake's codes 390100 to 390999. */
const isLogin = ({ code }: SnowflakeError): boolean => /^390\d{3}$/.test(String(code));
/** Errors that the server itself told. */
const isTold = (error: unknown): error is SnowflakeError =>
  error instanceof Error && error.name === 'OperationFailedError';

function sentenceOf(error: unknown): string {
  if (!isTold(error))
    return `there is no Snowflake that may be read from. ${WHERE_ALLOWED}`.replace(/\.$/, '');
  return isLogin(error)
    ? 'its server refuses the user, the password or the key'
    : error.message.replace(/\.$/, '');
}

/** @throws EngineError when the rows cannot be read */
export async function readSnowflake(
  { source, settings, query }: RowQuery,
  options: FileOptions,
  { network, write, signal }: RowReading,
): Promise<void> {
  const server = snowflakeServer(source, settings);
  const plain = query.trim().replace(/;\s*$/, '');
  const broken = Promise.withResolvers<never>();
  // Who waits for the driver hears of it; nobody else does.
  broken.promise.catch(() => undefined);
  const stop = (): void => broken.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const own = new AbortController();
  const reads = async (): Promise<void> => {
    const driver = await driverOver(network, AbortSignal.any([signal, own.signal]), broken.reject);
    const connection = driver.createConnection(optionsOf(server));
    await connected(connection);
    try {
      await executed(connection, SESSION);
      // In brackets it is a query, and one; the line end closes a comment at its end.
      const rows = options.json ? 'TO_JSON(OBJECT_CONSTRUCT_KEEP_NULL(*))' : '*';
      const statement = await executed(connection, `SELECT ${rows} FROM (${plain}\n) AS acacia_rows`);
      if (options.header) await write((statement.getColumns() ?? []).map((column) => column.getName()));
      for await (const row of statement.streamRows()) await write(row as readonly (string | null)[]);
    } finally {
      connection.destroy(() => undefined);
    }
  };
  try {
    await Promise.race([reads(), broken.promise]);
  } catch (cause) {
    own.abort();
    signal.throwIfAborted();
    if (cause instanceof EngineError) throw cause;
    throw engineError('sourceUnreadable', { source, reason: sentenceOf(cause) }).causedBy(cause);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
