/**
 * Tokens of an issuer outside, signed with a secret or an RSA key that the settings `Security.JWT.*` name (TigerGraph,
 * "OIDC JWT Authentication"): `sub` is a user of the workspace, `iat` and `exp` are demanded, `graph` limits the token;
 * groups of `groups.ts` take in whoever has a claim.
 */
import type { ConfigKey } from '@acacia/contract';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { rsaPublicKey } from '../settings/rsa-key.ts';

const Claims = z.looseObject({
  sub: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  graph: z.string().optional(),
});
export type OutsideClaims = z.infer<typeof Claims>;

const HMAC = ['HS256', 'HS384', 'HS512'];
const RSA = ['RS256', 'RS384', 'RS512'];

/** The setting that acts now, as text. */
type Setting = (key: ConfigKey) => string;

/** Whether a token says that somebody else than this workspace made it. */
export function isOutside(token: string, issuer: string): boolean {
  try {
    return decodeJwt(token).iss !== issuer;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** The claims of a token that the settings trust; null: they do not. @throws JWTExpired */
export async function outsideClaims(setting: Setting, token: string): Promise<OutsideClaims | null> {
  const [secret, publicKey] = [setting('Security.JWT.HMAC.Secret'), setting('Security.JWT.RSA.PublicKey')];
  const [issuer, audience] = [setting('Security.JWT.Issuer'), setting('Security.JWT.Audience')];
  const demands = {
    requiredClaims: ['sub', 'iat', 'exp'],
    ...(issuer === '' ? {} : { issuer }),
    ...(audience === '' ? {} : { audience }),
  };
  try {
    const { alg = '' } = decodeProtectedHeader(token);
    // The kind of the key decides, never the token alone: a public key is no secret of an HMAC.
    const key =
      HMAC.includes(alg) && secret !== ''
        ? Buffer.from(secret)
        : RSA.includes(alg) && publicKey !== ''
          ? rsaPublicKey(publicKey)
          : null;
    if (key === null) return null;
    const { payload } = await jwtVerify(token, key, { ...demands, algorithms: [alg] });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw error;
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
