/** Finds out who calls: the gateway's word, Basic, a secret, or a token of ours. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY_HEADERS, DatabaseRole } from '@acacia/contract';
import { Problem } from '../http/problem.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import { passwordMatches } from './password.ts';
import { verifyToken } from './tokens.ts';

export interface Caller {
  readonly name: string;
  readonly role: DatabaseRole;
  /** A token may be for one graph alone. */
  readonly graph?: string | undefined;
}

/** User name that stands for "the password is a secret". */
const SECRET_USER = '__GSQL__secret';

const badPassword = (): Problem =>
  new Problem(401, 'REST-10016', 'The username or password is incorrect, please try again!');
const badToken = (why: string): Problem =>
  new Problem(401, 'REST-10016', `Access Denied because the input token ${why}.`);

function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export interface Authenticator {
  /** Who calls; null when the request says nothing about it. Throws a 401 for what it says wrongly. */
  identify(headers: IncomingHttpHeaders): Promise<Caller | null>;
  /** Whether the request comes from whoever started this process. */
  isGateway(headers: IncomingHttpHeaders): boolean;
  /** The user whom a secret stands for. Throws a 401. */
  callerOfSecret(secret: string): Caller;
}

/** @param gatewayKey the key by which the gateway's headers are trusted; undefined: they are ignored */
export function createAuthenticator(credentials: Credentials, gatewayKey: string | undefined): Authenticator {
  // Hashing a password takes 0.1 s on purpose: what matched is remembered by a keyed digest.
  const cacheKey = randomBytes(32);
  const matched = new Set<string>();

  const checkPassword = async (password: string): Promise<boolean> => {
    const stored = credentials.current.password;
    const digest = createHmac('sha256', cacheKey).update(`${stored.hash}\n${password}`).digest('base64');
    if (matched.has(digest)) return true;
    if (!(await passwordMatches(password, stored))) return false;
    matched.add(digest);
    return true;
  };

  const roleOf = (user: string): DatabaseRole =>
    user === SUPERUSER ? 'superuser' : (credentials.current.roles[user] ?? 'globalobserver');

  const callerOfSecret = (value: string): Caller => {
    const secret = credentials.current.secrets.find((candidate) => sameText(candidate.value, value));
    if (secret === undefined) throw new Problem(401, 'REST-10016', 'The secret is not valid.');
    return { name: secret.owner, role: roleOf(secret.owner) };
  };

  const fromBasic = async (encoded: string): Promise<Caller> => {
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw badPassword();
    const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
    if (user === SECRET_USER) return callerOfSecret(password);
    if (user !== SUPERUSER || !(await checkPassword(password))) throw badPassword();
    return { name: user, role: 'superuser' };
  };

  const fromToken = async (token: string): Promise<Caller> => {
    if (token === '') throw badToken("= '' is empty or too short");
    const verdict = await verifyToken(credentials, token);
    if (!verdict.valid) throw badToken(verdict.reason);
    const { sub, graph } = verdict.claims;
    return { name: sub, role: roleOf(sub), graph };
  };

  const isGateway = (headers: IncomingHttpHeaders): boolean => {
    const key = single(headers[GATEWAY_HEADERS.key]);
    return gatewayKey !== undefined && key !== undefined && sameText(key, gatewayKey);
  };

  const fromGateway = async (headers: IncomingHttpHeaders): Promise<Caller> => {
    const name = single(headers[GATEWAY_HEADERS.user]) ?? '';
    const role = DatabaseRole.safeParse(single(headers[GATEWAY_HEADERS.role]));
    if (name === '' || !role.success) throw badToken('names no user and role');
    const known = credentials.current.roles[name];
    if (known !== undefined && known !== role.data) {
      // A role that changed counts for the secrets and tokens of that user too.
      await credentials.update((before) => ({ ...before, roles: { ...before.roles, [name]: role.data } }));
    }
    return { name, role: role.data };
  };

  return {
    isGateway,
    callerOfSecret,
    async identify(headers) {
      // Without a user the gateway only passes on what the client sent, and that is judged as such.
      if (isGateway(headers) && headers[GATEWAY_HEADERS.user] !== undefined) return fromGateway(headers);
      const { authorization } = headers;
      if (authorization === undefined || authorization === '') return null;
      const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(authorization.trim()) ?? [];
      switch (scheme.toLowerCase()) {
        case 'basic':
          return fromBasic(rest.trim());
        case 'bearer':
          return fromToken(rest.trim());
        case 'gsql-secret':
          return callerOfSecret(rest.trim());
        default:
          throw new Problem(
            401,
            'REST-10016',
            'Authorization must be "Basic", "Bearer" or "GSQL-Secret" with what belongs to it.',
          );
      }
    },
  };
}
