/** The Snowflake account of a data source, from its settings; only known settings are accepted. */
import { z } from 'zod';
import { engineError } from '../errors/catalogue.ts';

const FORM = 'jdbc:snowflake://account.snowflakecomputing.com/?db=sales&warehouse=small';

/** Parameters of an address, by the names of Snowflake's JDBC driver. */
const Parameters = z.strictObject({
  db: z.string().optional(),
  schema: z.string().optional(),
  warehouse: z.string().optional(),
  role: z.string().optional(),
  account: z.string().optional(),
  ssl: z.enum(['on', 'off'], 'must be on or off').default('on'),
});

export interface SnowflakeServer {
  readonly host: string;
  readonly port: number;
  readonly parameters: z.infer<typeof Parameters>;
  readonly user: string;
  /** One of both: a password, or a private key as PEM whose public half the user has. */
  readonly password: string;
  readonly privateKey: string;
}

const PRIVATE_KEY = /^-----BEGIN PRIVATE KEY-----\n[\s\S]+\n-----END PRIVATE KEY-----\s*$/;

/** @throws EngineError that names the setting at fault */
export function snowflakeServer(source: string, settings: Readonly<Record<string, string>>): SnowflakeServer {
  const needed = (name: string): string => {
    const value = settings[name] ?? '';
    if (value === '') throw engineError('sourceSettingMissing', { source, name });
    return value;
  };
  const plain = needed('connection.url').replace(/^jdbc:/i, '');
  const url = /^snowflake:\/\//i.test(plain) && URL.canParse(plain) ? new URL(plain) : null;
  const isOne = url !== null && /^[\w.-]+$/.test(url.hostname) && url.username === '' && url.password === '';
  if (!isOne || !/^\/?$/.test(url.pathname)) throw engineError('sourceUrlForm', { source, form: FORM });
  const given = Object.fromEntries(url.searchParams);
  const parameters = Parameters.safeParse(given);
  if (!parameters.success) {
    const parameter = Object.keys(given).find((name) => !Object.hasOwn(Parameters.shape, name));
    const known = Object.keys(Parameters.shape).join(', ');
    throw parameter === undefined
      ? engineError('sourceSettingWrong', {
          source,
          name: 'connection.url',
          reason: `has an "ssl" that ${parameters.error.issues[0]?.message ?? ''}`,
        })
      : engineError('sourceUrlParameter', { source, parameter, known });
  }
  const user = needed('connection.user');
  const privateKey = settings['private.key'] ?? '';
  if (privateKey !== '' && !PRIVATE_KEY.test(privateKey.replaceAll('\r\n', '\n'))) {
    throw engineError('sourceSettingWrong', {
      ...{ source, name: 'private.key' },
      reason: 'must be an unencrypted key in PEM, which begins with -----BEGIN PRIVATE KEY-----',
    });
  }
  const password = privateKey === '' ? needed('connection.password') : '';
  const port = url.port === '' ? (parameters.data.ssl === 'off' ? 80 : 443) : Number(url.port);
  return { host: url.hostname, port, parameters: parameters.data, user, password, privateKey };
}
