/** Verifies bearer tokens with the keys of their issuer. */
import { normalEmail } from '@acacia/contract';
import * as jose from 'jose';
import { z } from 'zod';
import { problem, type Problem } from '../errors/problem.ts';
import type { OutsideIssuer } from '../settings.ts';
import { CLOUD_AUDIENCE } from './audience.ts';
import { GRANT_CLAIM } from './embedded/grants.ts';

/** The person of a verified token. */
export interface Bearer {
  readonly subject: string;
  /** The token's grant at the embedded provider, with which the token ends; null for an outside issuer. */
  readonly grantId: string | null;
  /** As `normalEmail` gives it; null when the issuer has not verified it. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
}

export interface TokenVerifier {
  /** @throws Problem Unauthorized for an invalid token, Unavailable when the issuer cannot be reached */
  verify(token: string): Promise<Bearer>;
}

function refusal(error: unknown): Problem {
  if (error instanceof jose.errors.JWTExpired) {
    return problem('tokenExpired');
  }
  return problem('tokenNotValid');
}

const isTokenFault = (error: unknown): boolean =>
  error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout);

const ended = () => problem('signedOut');

const Claims = z.object({ sub: z.string(), [GRANT_CLAIM]: z.string() });

/**
 * Verifies tokens of the embedded provider with its keys.
 * @param lives resolves with whether a grant still exists
 */
export function localVerifier(
  issuer: string,
  keys: jose.JSONWebKeySet,
  lives: (grantId: string) => Promise<boolean>,
): TokenVerifier {
  const keySet = jose.createLocalJWKSet(keys);
  const claimsOf = async (token: string) => {
    try {
      const { payload } = await jose.jwtVerify(token, keySet, {
        issuer,
        audience: CLOUD_AUDIENCE,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp'],
      });
      return Claims.parse(payload);
    } catch (error) {
      throw refusal(error);
    }
  };
  return {
    async verify(token) {
      const { sub: subject, [GRANT_CLAIM]: grantId } = await claimsOf(token);
      if (!(await lives(grantId))) throw ended();
      return { subject, grantId, verifiedEmail: null, name: null };
    },
  };
}

const Discovery = z.object({ jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });
const Profile = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
});

const bearerOf = (subject: string, profile: z.infer<typeof Profile>): Bearer => ({
  subject,
  grantId: null,
  verifiedEmail:
    profile.email !== undefined && String(profile.email_verified) === 'true'
      ? normalEmail(profile.email)
      : null,
  name: profile.name ?? null,
});

/**
 * Verifies tokens of an outside issuer, whose discovery document is fetched with the first token.
 * @param hasEnded resolves with whether a token was ended here before it expired
 */
export function outsideVerifier(
  { issuer, audience }: OutsideIssuer,
  hasEnded: (token: string) => Promise<boolean>,
): TokenVerifier {
  const unreachable = (cause: unknown) => Object.assign(problem('issuerAway', { issuer }), { cause });
  const ask = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const discover = async () => {
    const found = Discovery.parse(await ask(`${issuer}/.well-known/openid-configuration`));
    return { keys: jose.createRemoteJWKSet(new URL(found.jwks_uri)), userinfo: found.userinfo_endpoint };
  };
  let discovered: ReturnType<typeof discover> | undefined;
  const discovery = async () => {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw unreachable(error);
    }
  };
  return {
    async verify(token) {
      const { keys, userinfo } = await discovery();
      let payload: jose.JWTPayload;
      try {
        ({ payload } = await jose.jwtVerify(token, keys, {
          // Some issuers end their name with a slash, others do not.
          issuer: [issuer, `${issuer}/`],
          audience,
          requiredClaims: ['sub', 'exp'],
        }));
      } catch (error) {
        throw isTokenFault(error) ? refusal(error) : unreachable(error);
      }
      if (await hasEnded(token)) throw ended();
      const claims = Profile.safeParse(payload);
      if (claims.success && claims.data.email !== undefined) return bearerOf(payload.sub ?? '', claims.data);
      if (userinfo === undefined) return bearerOf(payload.sub ?? '', {});
      try {
        const answer = await ask(userinfo, { authorization: `Bearer ${token}` });
        return bearerOf(payload.sub ?? '', Profile.parse(answer));
      } catch (error) {
        throw unreachable(error);
      }
    },
  };
}
