/** Tokens that the workspace issues for programs: JWTs signed with its own key. */
import { randomUUID } from 'node:crypto';
import { DatabaseRole } from '@acacia/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { DAY_SECONDS, secondNow, type Credentials } from './credentials.ts';

/** `iss` of the workspace's own tokens. */
export const ISSUER = 'acacia-workspace';
const WEEK_SECONDS = 7 * DAY_SECONDS;

const Claims = z.object({
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  graph: z.string().optional(),
  /** Role of the person in the organisation when the token was issued; the token never gives more. */
  role: DatabaseRole.optional(),
});
export type Claims = z.infer<typeof Claims>;

const keyOf = (credentials: Credentials): Uint8Array => Buffer.from(credentials.current.signingKey, 'base64');

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
  /** Whether the requested lifetime was longer than allowed. */
  readonly shortened: boolean;
}

interface TokenOptions {
  readonly graph?: string | undefined;
  /** Role of a person of the organisation. */
  readonly role?: DatabaseRole | undefined;
  /** Lifetime in seconds; a week when absent or 0. */
  readonly lifetimeSeconds?: number | undefined;
  /** Unix second in which the secret ends that asks for it: it does not outlive that. */
  readonly noLaterThan?: number | undefined;
}

export async function issueToken(
  credentials: Credentials,
  user: string,
  options: TokenOptions,
): Promise<IssuedToken> {
  const now = secondNow();
  const wanted = Math.floor(options.lifetimeSeconds || Math.min(WEEK_SECONDS, credentials.longestSeconds));
  const expires = Math.min(
    now + Math.min(wanted, credentials.longestSeconds),
    options.noLaterThan ?? Infinity,
  );
  const { graph, role } = options;
  const token = await new SignJWT({
    ...(graph === undefined ? {} : { graph }),
    ...(role === undefined ? {} : { role }),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(user)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(keyOf(credentials));
  return { token, expiresAt: new Date(expires * 1000), shortened: expires < now + wanted };
}

export type TokenVerdict =
  | { readonly valid: true; readonly claims: Claims }
  | { readonly valid: false; readonly reason: 'is expired' | 'is not valid' | 'was dropped' };

/** Signed tokens by their text, for one key; the oldest leave first. Programs send the same token many times a second. */
interface Signed {
  readonly key: string;
  readonly tokens: Map<string, Claims>;
}
const signedBy = new WeakMap<Credentials, Signed>();
const MOST_SIGNED = 1_000;
/** Longer ones than ours are not kept. */
const LONGEST_SIGNED = 2_048;

/** Tokens that were signed by the present key. */
function signedNow(credentials: Credentials): Signed['tokens'] {
  const key = credentials.current.signingKey;
  let signed = signedBy.get(credentials);
  if (signed?.key !== key) {
    signed = { key, tokens: new Map() };
    signedBy.set(credentials, signed);
  }
  return signed.tokens;
}

/** The claims of a token with our signature, whose time has not run out. @throws JOSEError, ZodError for any other */
async function claimsOf(credentials: Credentials, token: string): Promise<Claims> {
  const tokens = signedNow(credentials);
  tokens.delete(token);
  const { payload } = await jwtVerify(token, keyOf(credentials), { issuer: ISSUER, algorithms: ['HS256'] });
  const claims = Claims.parse(payload);
  const [oldest] = tokens.keys();
  if (oldest !== undefined && tokens.size >= MOST_SIGNED) tokens.delete(oldest);
  if (token.length <= LONGEST_SIGNED) tokens.set(token, claims);
  return claims;
}

export async function verifyToken(credentials: Credentials, token: string): Promise<TokenVerdict> {
  let claims: Claims;
  try {
    const known = signedNow(credentials).get(token);
    claims = known !== undefined && known.exp > secondNow() ? known : await claimsOf(credentials, token);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { valid: false, reason: 'is expired' };
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      return { valid: false, reason: 'is not valid' };
    }
    throw error;
  }
  // Tokens from before there was a limit, or before it was lowered, claim a longer lifetime than is allowed.
  if (Math.max(claims.iat, credentials.current.limitedSince) + credentials.longestSeconds <= secondNow()) {
    return { valid: false, reason: 'is expired' };
  }
  if (Object.hasOwn(credentials.current.droppedTokens, claims.jti) || isDropped(credentials, claims)) {
    return { valid: false, reason: 'was dropped' };
  }
  return { valid: true, claims };
}

/** Whether all tokens of the user were dropped after it was issued. */
export function isDropped(credentials: Credentials, { sub, iat }: Pick<Claims, 'sub' | 'iat'>): boolean {
  const { droppedBefore } = credentials.current;
  return iat < (Object.hasOwn(droppedBefore, sub) ? (droppedBefore[sub] ?? 0) : 0);
}

/** Drops tokens; those that are not ours are skipped. Returns the number dropped. */
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
    droppedBefore: { ...before.droppedBefore, [user]: secondNow() + 1 },
  }));
