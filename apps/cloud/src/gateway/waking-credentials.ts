/** Checks the form of credentials that only a workspace can verify: malformed ones do not wake it. */
import type { IncomingHttpHeaders } from 'node:http';

/** Issuer of the tokens of workspaces. */
const ISSUER = 'acacia-workspace';
/** User name that stands for "the password is a secret". */
const SECRET_USER = '__GSQL__secret';
const SECRET = /^\S{32,256}$/;

/** Claims of a JSON Web Token, without verifying its signature; undefined when the text is no such token. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload, ...rest] = token.split('.');
  if (payload === undefined || rest.length !== 1) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Whether the workspace might accept the credentials. A request without an Authorization header passes: its credentials
 * are a cookie, or in the body of a sign-in.
 * @param now milliseconds since 1970
 */
export function couldBeGood({ authorization }: IncomingHttpHeaders, now: number): boolean {
  // A sign-in, whose credentials are in its body, or a cookie.
  if (authorization === undefined) return true;
  const [, scheme = '', rest = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer': {
      const claims = claimsOf(rest);
      return claims?.['iss'] === ISSUER && typeof claims['exp'] === 'number' && claims['exp'] * 1000 > now;
    }
    case 'gsql-secret':
      return SECRET.test(rest);
    case 'basic': {
      const [, user = '', password = ''] =
        /^([^:]+):(.*)$/s.exec(Buffer.from(rest, 'base64').toString('utf8')) ?? [];
      return user === SECRET_USER
        ? SECRET.test(password)
        : user !== '' && password !== '' && !user.includes('@');
    }
    default:
      return false;
  }
}
