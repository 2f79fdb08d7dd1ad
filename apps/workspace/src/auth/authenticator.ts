/**
 * Identifies the caller by the gateway's headers, Basic authentication, a secret, or a token of this workspace or of an
 * issuer that its settings trust.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GATEWAY_HEADERS, DatabaseRole } from '@acacia/contract';
import { errors } from 'jose';
import type { Settings } from '../settings/settings.ts';
import { problem, type Problem } from '../errors/problem.ts';
import type { Caller } from './caller.ts';
import { secondNow, SUPERUSER, type Credentials } from './credentials.ts';
import { groupsOf } from './groups.ts';
import { isOutside, outsideClaims } from './outside-tokens.ts';
import type { PasswordSignIn } from './password-sign-in.ts';
import { covers, ownValue, rolesAt, type Rights } from './rights.ts';
import { secretOfValue } from './secrets.ts';
import type { SignIns } from './sign-ins.ts';
import { isKnown, knownRole, leastRole, rightsOf } from './standing.ts';
import { isDropped, ISSUER, verifyToken } from './tokens.ts';

/** User name that marks the password as a secret. */
const SECRET_USER = '__GSQL__secret';

const badPassword = (): Problem => problem('passwordWrong');
const badToken = (why: string): Problem => problem('tokenRefused', { why });

/** Compares in a time that tells of the length alone. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export interface Authenticator {
  /**
   * The caller at an address; null when the request carries no credentials.
   * @throws Problem 401 when its credentials are wrong
   */
  identify(headers: IncomingHttpHeaders, address: string): Promise<Caller | null>;
  /** Whether the request comes from the control plane itself, not through the gateway. */
  isControlPlane(headers: IncomingHttpHeaders): boolean;
  /** The client's address, from the gateway's header or else the connection. */
  addressOf(request: IncomingMessage): string;
  /** The user whom a secret stands for. @throws Problem 401 when it is not valid */
  callerOfSecret(secret: string): Promise<Caller>;
}

interface AuthenticatorOptions {
  readonly credentials: Credentials;
  readonly signIns: SignIns;
  readonly passwords: PasswordSignIn;
  /** Whose tokens are trusted beside those of the workspace. */
  readonly settings: Pick<Settings, 'text'>;
  /** The key by which the gateway's headers are trusted; undefined: they are ignored. */
  readonly gatewayKey: string | undefined;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { credentials, signIns, passwords, settings, gatewayKey } = options;

  const callerNamed = (
    name: string,
    role: DatabaseRole | null,
    { graph, until }: Pick<Caller, 'graph' | 'until'> = {},
    /** Groups that the caller's token puts them into now. */
    groups: () => readonly string[] = () => [],
  ): Caller => {
    const rights = (): Rights => rightsOf(credentials, name, role, groups());
    return {
      name,
      role,
      graph,
      until,
      rights,
      may: (privilege, place) =>
        (graph === undefined || place.graph === graph) &&
        covers(credentials.current.definedRoles, rights(), privilege, place),
      isSuperuser: () => graph === undefined && rolesAt(rights(), null).includes('superuser'),
    };
  };

  /** The gateway judges a person's own calls; tokens and secrets stand for the person, and are refused as those are. */
  const demandFactor = (name: string): void => {
    if (credentials.people.lacksFactor(name)) throw problem('secondFactorNeeded', { name });
  };

  const callerOfSecret = async (value: string): Promise<Caller> => {
    await credentials.people.known();
    const secret = secretOfValue(credentials, value);
    if (secret === undefined || !isKnown(credentials, secret.owner)) {
      throw problem('secretWrong');
    }
    demandFactor(secret.owner);
    const role = leastRole(secret.role, knownRole(credentials, secret.owner));
    return callerNamed(secret.owner, role, { until: secret.expires });
  };

  const fromBasic = async (encoded: string, address: string): Promise<Caller> => {
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw badPassword();
    const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
    if (user === SECRET_USER) return callerOfSecret(password);
    const { current, people } = credentials;
    const own = user === SUPERUSER ? current.password : ownValue(current.users, user);
    const stored = people.isPerson(user) ? null : (own ?? null);
    if (!(await passwords(user, password, stored, address))) {
      if (stored !== null) signIns.failed(user);
      throw badPassword();
    }
    signIns.succeeded(user);
    return callerNamed(user, knownRole(credentials, user));
  };

  /**
   * People of the organisation sign in there: nobody else vouches for them. Whoever is no user of the workspace has the
   * roles of groups alone.
   */
  const fromOutside = async (token: string): Promise<Caller> => {
    const claims = await outsideClaims((key) => settings.text(key), token).catch((error: unknown) => {
      throw error instanceof errors.JWTExpired ? badToken('is expired') : error;
    });
    await credentials.people.known();
    if (claims === null || credentials.people.isPerson(claims.sub)) throw badToken('is not valid');
    const groups = (): readonly string[] => groupsOf(credentials, claims);
    // A name of a group or a role is nobody's: its rights are not the caller's own.
    const { current } = credentials;
    const isOther =
      Object.hasOwn(current.groups, claims.sub) || Object.hasOwn(current.definedRoles, claims.sub);
    const isMember = !isOther && groups().length > 0;
    if (!isKnown(credentials, claims.sub) && !isMember) throw badToken('is not valid');
    if (claims.iat + credentials.longestSeconds <= secondNow()) throw badToken('is expired');
    if (isDropped(credentials, claims)) throw badToken('was dropped');
    const { sub, graph, exp } = claims;
    return callerNamed(sub, knownRole(credentials, sub), { graph, until: exp }, groups);
  };

  const fromToken = async (token: string): Promise<Caller> => {
    if (token === '') throw badToken("= '' is empty or too short");
    const verdict = await verifyToken(credentials, token);
    if (!verdict.valid && isOutside(token, ISSUER)) return fromOutside(token);
    if (!verdict.valid) throw badToken(verdict.reason);
    const { sub, graph, role, exp } = verdict.claims;
    await credentials.people.known();
    if (!isKnown(credentials, sub)) throw badToken('is not valid');
    demandFactor(sub);
    return callerNamed(sub, leastRole(role, knownRole(credentials, sub)), { graph, until: exp });
  };

  const isGateway = (headers: IncomingHttpHeaders): boolean => {
    const key = single(headers[GATEWAY_HEADERS.key]);
    return gatewayKey !== undefined && key !== undefined && sameText(key, gatewayKey);
  };

  const fromGateway = (headers: IncomingHttpHeaders): Caller => {
    const name = single(headers[GATEWAY_HEADERS.user]) ?? '';
    const role = DatabaseRole.safeParse(single(headers[GATEWAY_HEADERS.role]));
    if (name === '' || !role.success) throw badToken('names no user and role');
    return callerNamed(name, role.data);
  };

  const addressOf = (request: IncomingMessage): string => {
    const told = isGateway(request.headers) ? single(request.headers[GATEWAY_HEADERS.address]) : undefined;
    return told ?? request.socket.remoteAddress ?? '';
  };

  return {
    addressOf,
    callerOfSecret,
    isControlPlane: (headers) => isGateway(headers) && headers[GATEWAY_HEADERS.address] === undefined,
    async identify(headers, address) {
      // Without a user the gateway only forwards the client's own credentials, which are checked as such.
      if (headers[GATEWAY_HEADERS.user] !== undefined && isGateway(headers)) return fromGateway(headers);
      const { authorization } = headers;
      if (authorization === undefined || authorization === '') return null;
      const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(authorization.trim()) ?? [];
      switch (scheme.toLowerCase()) {
        case 'basic':
          return fromBasic(rest.trim(), address);
        case 'bearer':
          return fromToken(rest.trim());
        case 'gsql-secret':
          return callerOfSecret(rest.trim());
        default:
          throw problem('authorizationUnknown');
      }
    },
  };
}
