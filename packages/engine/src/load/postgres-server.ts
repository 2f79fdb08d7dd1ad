/** The PostgreSQL server of a data source, from its settings; only known settings are accepted. */
import { engineError } from '../errors/catalogue.ts';
import { isHost, isPort } from '@acacia/base';
import { z } from 'zod';

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** One server by TCP: no path of a socket, no list of servers, nothing that a client would look up in files. */
const Server = z.object({
  host: z.string().refine(isHost, 'must be the name or the address of one server'),
  port: z.string().refine(isPort, 'must be from 1 to 65535').default('5432').transform(Number),
  database: z.string().min(1, 'must be given'),
  user: z.string().min(1, 'must be given'),
  password: z.string().default(''),
  sslmode: z.enum(MODES, `must be one of ${MODES.join(', ')}`).default('disable'),
});

export type PostgresServer = z.infer<typeof Server>;

/** Settings of a data source by our names of them. */
const NAMES: Readonly<Record<keyof PostgresServer, string>> = {
  host: 'host',
  port: 'port',
  database: 'db.name',
  user: 'connection.user',
  password: 'connection.password',
  sslmode: 'sslmode',
};

/** Parameters of an address, by the names of libpq and of JDBC, and the settings that they stand for. */
const PARAMETERS: ReadonlyMap<string, 'sslmode' | 'user' | 'password'> = new Map([
  ['sslmode', 'sslmode'],
  ['user', 'user'],
  ['password', 'password'],
]);

/** @throws EngineError that names the setting at fault */
export function postgresServer(source: string, settings: Readonly<Record<string, string>>): PostgresServer {
  const url = settings['connection.url'];
  const given: Record<string, string | undefined> = url === undefined ? {} : ofUrl(source, url);
  for (const [name, setting] of Object.entries(NAMES)) {
    const value = settings[setting];
    if (value !== undefined && value !== '') given[name] ??= value;
  }
  const parsed = Server.safeParse(given);
  if (parsed.success) return { ...parsed.data, host: parsed.data.host.replace(/^\[(.*)\]$/, '$1') };
  const [issue] = parsed.error.issues;
  const name = NAMES[String(issue?.path[0]) as keyof PostgresServer];
  if (given[String(issue?.path[0])] === undefined)
    throw engineError('sourceSettingMissing', { source, name });
  throw engineError('sourceSettingWrong', { source, name, reason: issue?.message ?? '' });
}

/** `jdbc:postgresql://host:5432/name?sslmode=require` */
function ofUrl(source: string, text: string): Record<string, string | undefined> {
  const plain = text.replace(/^jdbc:/i, '');
  const url = /^postgres(?:ql)?:\/\//i.test(plain) && URL.canParse(plain) ? new URL(plain) : null;
  if (url === null) {
    throw engineError('sourceUrlForm', { source, form: 'postgresql://host:5432/name' });
  }
  const decoded = (part: string): string | undefined => {
    try {
      return part === '' ? undefined : decodeURIComponent(part);
    } catch {
      throw engineError('sourceUrlEscape', { source });
    }
  };
  const found: Record<string, string | undefined> = {
    host: decoded(url.hostname) ?? '',
    port: url.port === '' ? undefined : url.port,
    database: decoded(url.pathname.slice(1)),
    user: decoded(url.username),
    password: decoded(url.password),
  };
  for (const [parameter, value] of url.searchParams) {
    const name = PARAMETERS.get(parameter);
    if (name === undefined) {
      const known = [...PARAMETERS.keys()].join(', ');
      throw engineError('sourceUrlParameter', { source, parameter, known });
    }
    found[name] ??= value;
  }
  return found;
}
