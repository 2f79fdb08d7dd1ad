/** Tokens that the workspace issues for programs: JWTs signed by a key of its own. */
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Credentials } from './credentials.ts';

const ISSUER = 'acacia-workspace';
const WEEK_SECONDS = 7 * 24 * 3600;
const MAX_LIFETIME_SECONDS = 10 * 365 * 24 * 3600;

const Claims = z.object({
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  graph: z.string().optional(),
});
export type Claims = z.infer<typeof Claims>;

const keyOf = (credentials: Credentials): Uint8Array => Buffer.from(credentials.current.signingKey, 'base64');

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** @param lifetimeSeconds how long it is valid; a week when absent or 0 */
export async function issueToken(
  credentials: Credentials,
  user: string,
  options: { readonly graph?: string | undefined; readonly lifetimeSeconds?: number },
): Promise<IssuedToken> {
  const lifetime = Math.min(options.lifetimeSeconds || WEEK_SECONDS, MAX_LIFETIME_SECONDS);
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT(options.graph === undefined ? {} : { graph: options.graph })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(user)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(keyOf(credentials));
  return { token, expiresAt: new Date((now + lifetime) * 1000) };
}

export type TokenVerdict =
  | { readonly valid: true; readonly claims: Claims }
  | { readonly valid: false; readonly reason: 'is expired' | 'is not valid' | 'was dropped' };

export async function verifyToken(credentials: Credentials, token: string): Promise<TokenVerdict> {
  let claims: Claims;
  try {
    const { payload } = await jwtVerify(token, keyOf(credentials), { issuer: ISSUER, algorithms: ['HS256'] });
    claims = Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { valid: false, reason: 'is expired' };
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      return { valid: false, reason: 'is not valid' };
    }
    throw error;
  }
  const { droppedTokens, droppedBefore } = credentials.current;
  if (Object.hasOwn(droppedTokens, claims.jti) || claims.iat < (droppedBefore[claims.sub] ?? 0)) {
    return { valid: false, reason: 'was dropped' };
  }
  return { valid: true, claims };
}

/** Drops tokens; those that are no tokens of ours are left out. Gives the number dropped. */
export async function dropTokens(credentials: Credentials, tokens: readonly string[]): Promise<number> {
  const verdicts = await Promise.all(tokens.map((token) => verifyToken(credentials, token)));
  const claims = verdicts.flatMap((verdict) => (verdict.valid ? [verdict.claims] : []));
  const now = Date.now() / 1000;
  await credentials.update((before) => ({
    ...before,
    droppedTokens: Object.fromEntries([
      ...Object.entries(before.droppedTokens).filter(([, expires]) => expires > now),
      ...claims.map(({ jti, exp }) => [jti, exp] as const),
    ]),
  }));
  return claims.length;
}

/** Drops every token of a user that was issued until now. */
export const dropAllTokens = (credentials: Credentials, user: string): Promise<void> =>
  credentials.update((before) => ({
    ...before,
    droppedBefore: { ...before.droppedBefore, [user]: Math.floor(Date.now() / 1000) + 1 },
  }));
