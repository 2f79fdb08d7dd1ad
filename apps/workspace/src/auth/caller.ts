/** Finds out who calls: the gateway's word, Basic, a secret, or a token of ours. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY_HEADERS, DatabaseRole, GLOBAL_SCOPE, type Privilege } from '@acacia/contract';
import { Problem } from '../http/problem.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import type { SignIns } from './sign-ins.ts';
import { passwordMatches, type PasswordHash } from './password.ts';
import { covers, NO_RIGHTS, ownValue, rolesAt, type Place, type Rights } from './rights.ts';
import { verifyToken } from './tokens.ts';

export interface Caller {
  readonly name: string;
  /** What the organisation makes of them; null: a user of the workspace alone. */
  readonly role: DatabaseRole | null;
  /** A token may be for one graph alone. */
  readonly graph?: string | undefined;
  /** As things stand when it is asked. */
  readonly may: (privilege: Privilege, place: Place) => boolean;
  readonly rights: () => Rights;
  /** May do everything. */
  readonly isSuperuser: () => boolean;
}

/** What someone has been granted, with what the organisation makes of them. */
export function rightsOf(credentials: Credentials, name: string, role: DatabaseRole | null): Rights {
  const { roles, grants } = ownValue(credentials.current.rights, name) ?? NO_RIGHTS;
  if (role === null) return { roles, grants };
  const global = [...new Set([role, ...(roles[GLOBAL_SCOPE] ?? [])])];
  return { roles: { ...roles, [GLOBAL_SCOPE]: global }, grants };
}

/** What a user of this name is known to be in the organisation. */
export function knownRole({ current }: Credentials, user: string): DatabaseRole | null {
  if (user === SUPERUSER) return 'superuser';
  if (Object.hasOwn(current.users, user)) return null;
  return ownValue(current.roles, user) ?? 'globalobserver';
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
export function createAuthenticator(
  credentials: Credentials,
  signIns: SignIns,
  gatewayKey: string | undefined,
): Authenticator {
  // Hashing a password takes 0.1 s on purpose: what matched is remembered by a keyed digest.
  const cacheKey = randomBytes(32);
  const matched = new Set<string>();

  const checkPassword = async (password: string, stored: PasswordHash): Promise<boolean> => {
    const digest = createHmac('sha256', cacheKey).update(`${stored.hash}\n${password}`).digest('base64');
    if (matched.has(digest)) return true;
    if (!(await passwordMatches(password, stored))) return false;
    matched.add(digest);
    return true;
  };

  const callerNamed = (
    name: string,
    role: DatabaseRole | null = knownRole(credentials, name),
    graph?: string,
  ): Caller => {
    const rights = (): Rights => rightsOf(credentials, name, role);
    return {
      name,
      role,
      graph,
      rights,
      may: (privilege, place) =>
        (graph === undefined || place.graph === graph) &&
        covers(credentials.current.definedRoles, rights(), privilege, place),
      isSuperuser: () => graph === undefined && rolesAt(rights(), null).includes('superuser'),
    };
  };

  const callerOfSecret = (value: string): Caller => {
    const secret = credentials.current.secrets.find((candidate) => sameText(candidate.value, value));
    if (secret === undefined) throw new Problem(401, 'REST-10016', 'The secret is not valid.');
    return callerNamed(secret.owner);
  };

  const fromBasic = async (encoded: string): Promise<Caller> => {
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw badPassword();
    const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
    if (user === SECRET_USER) return callerOfSecret(password);
    const { current } = credentials;
    const stored = user === SUPERUSER ? current.password : ownValue(current.users, user);
    if (stored === undefined) throw badPassword();
    if (!(await checkPassword(password, stored))) {
      signIns.failed(user);
      throw badPassword();
    }
    signIns.succeeded(user);
    return callerNamed(user);
  };

  const fromToken = async (token: string): Promise<Caller> => {
    if (token === '') throw badToken("= '' is empty or too short");
    const verdict = await verifyToken(credentials, token);
    if (!verdict.valid) throw badToken(verdict.reason);
    const { sub, graph } = verdict.claims;
    return callerNamed(sub, knownRole(credentials, sub), graph);
  };

  const isGateway = (headers: IncomingHttpHeaders): boolean => {
    const key = single(headers[GATEWAY_HEADERS.key]);
    return gatewayKey !== undefined && key !== undefined && sameText(key, gatewayKey);
  };

  const fromGateway = async (headers: IncomingHttpHeaders): Promise<Caller> => {
    const name = single(headers[GATEWAY_HEADERS.user]) ?? '';
    const role = DatabaseRole.safeParse(single(headers[GATEWAY_HEADERS.role]));
    if (name === '' || !role.success) throw badToken('names no user and role');
    const known = ownValue(credentials.current.roles, name);
    if (known !== undefined && known !== role.data) {
      // A role that changed counts for the secrets and tokens of that user too.
      await credentials.update((before) => ({ ...before, roles: { ...before.roles, [name]: role.data } }));
    }
    return callerNamed(name, role.data);
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
