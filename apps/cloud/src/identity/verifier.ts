/** Verifies bearer tokens with the keys of their issuer. */
import * as jose from 'jose';
import { z } from 'zod';
import type { OperatorPermission } from '@acacia/contract';
import { problem, type Problem } from '../errors/problem.ts';
import type { OutsideIssuer } from '../settings.ts';
import { CLOUD_AUDIENCE, ORGANISATION_CLAIM, SESSION_CLAIM } from './audience.ts';
import { usedTwoFactors } from './factors/ways.ts';
import { permissionsOf } from './operators.ts';
import { outsideSid } from './sessions.ts';

/** The person of a verified token. */
export interface Bearer {
  /** The account's id for a token of our own; for one of an outside issuer the subject there. */
  readonly subject: string;
  readonly issuer: 'own' | 'outside';
  /** The session, with which the token ends. */
  readonly sid: string;
  /** Whether the session has yet to be stored, with this end: an outside issuer's. */
  readonly isNewSession: boolean;
  readonly expiresAt: Date;
  /** The organisation that the token is for; null: it names none. */
  readonly orgId: string | null;
  /** As the issuer writes it; null when the issuer gives none, and for a token of our own. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** Whether the token says that the person used two factors. */
  readonly isTwoFactor: boolean;
  /** Whether the machine's operator acts in the person's name. */
  readonly isOperator: boolean;
  /** Permissions of an operator of the installation, as the outside issuer's token has them. */
  readonly permissions: readonly OperatorPermission[];
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

const Claims = z.object({
  sub: z.string(),
  exp: z.number(),
  [SESSION_CLAIM]: z.string(),
  [ORGANISATION_CLAIM]: z.string().optional(),
  act: z.object({ sub: z.literal('operator') }).optional(),
});

const endOf = (exp: number): Date => new Date(exp * 1000);

/**
 * Verifies tokens of our own with the keys of the embedded provider.
 * @param lives resolves with whether a session lives
 */
export function localVerifier(
  issuer: string,
  keys: jose.JSONWebKeySet,
  lives: (sid: string) => Promise<boolean>,
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
      return { claims: Claims.parse(payload), payload };
    } catch (error) {
      throw refusal(error);
    }
  };
  return {
    async verify(token) {
      const { claims, payload } = await claimsOf(token);
      const { sub: subject, exp, [SESSION_CLAIM]: sid, [ORGANISATION_CLAIM]: orgId = null } = claims;
      if (!(await lives(sid))) throw ended();
      const isOperator = claims.act !== undefined;
      const isTwoFactor = isOperator || usedTwoFactors(payload);
      const permissions = permissionsOf(payload);
      const told = { isTwoFactor, isOperator, permissions };
      const session = { sid, isNewSession: false, expiresAt: endOf(exp), orgId, ...told };
      return { subject, issuer: 'own', ...session, email: null, isEmailVerified: false, name: null };
    },
  };
}

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
});
const Profile = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
});

type Verified = Omit<Bearer, 'email' | 'isEmailVerified' | 'name'>;

const bearerOf = (verified: Verified, profile: z.infer<typeof Profile>): Bearer => ({
  ...verified,
  email: profile.email ?? null,
  isEmailVerified: String(profile.email_verified) === 'true',
  name: profile.name ?? null,
});

/**
 * Verifies tokens of an outside issuer, whose discovery document is fetched with the first token.
 * @param stateOf resolves with what is known of the session of a token that expires at a moment
 */
export function outsideVerifier(
  { issuer, audience }: OutsideIssuer,
  stateOf: (sid: string, until: Date) => Promise<'alive' | 'ended' | 'new'>,
): TokenVerifier {
  const unreachable = (cause: unknown) => Object.assign(problem('issuerAway', { issuer }), { cause });
  const ask = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(10_000) });
    // A good token that is for us alone, and opens nothing at the issuer: it tells nothing of the person.
    if (headers['authorization'] !== undefined && [401, 403].includes(response.status)) return {};
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const discover = async () => {
    const found = Discovery.parse(await ask(`${issuer}/.well-known/openid-configuration`));
    // Some issuers end their name with a slash, others do not; the setting has none.
    if (found.issuer.replace(/\/$/, '') !== issuer) throw new Error(`The issuer there is ${found.issuer}.`);
    const keys = jose.createRemoteJWKSet(new URL(found.jwks_uri));
    return { keys, issuer: found.issuer, userinfo: found.userinfo_endpoint };
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
      const { keys, issuer: named, userinfo } = await discovery();
      let payload: jose.JWTPayload;
      try {
        ({ payload } = await jose.jwtVerify(token, keys, {
          issuer: named,
          audience,
          requiredClaims: ['sub', 'exp'],
        }));
      } catch (error) {
        throw isTokenFault(error) ? refusal(error) : unreachable(error);
      }
      const { sub: subject = '', exp = 0 } = payload;
      const claimed = payload[SESSION_CLAIM];
      const sid = outsideSid(subject, typeof claimed === 'string' ? claimed : null, token);
      const state = await stateOf(sid, endOf(exp));
      if (state === 'ended') throw ended();
      const verified: Verified = {
        subject,
        issuer: 'outside',
        sid,
        isNewSession: state === 'new',
        expiresAt: endOf(exp),
        orgId: null,
        isTwoFactor: usedTwoFactors(payload),
        isOperator: false,
        permissions: permissionsOf(payload),
      };
      const claims = Profile.safeParse(payload);
      if (claims.success && claims.data.email !== undefined) return bearerOf(verified, claims.data);
      if (userinfo === undefined) return bearerOf(verified, {});
      try {
        const answer = await ask(userinfo, { authorization: `Bearer ${token}` });
        return bearerOf(verified, Profile.parse(answer));
      } catch (error) {
        throw unreachable(error);
      }
    },
  };
}

/** Verifies tokens of our own, by which browsers call, and those of the outside issuer. */
export const eitherVerifier = (
  ownIssuer: string,
  own: TokenVerifier,
  outside: TokenVerifier,
): TokenVerifier => ({
  verify: (token) => (issuerIn(token) === ownIssuer ? own : outside).verify(token),
});

/** The issuer that a token names, without its proof; undefined when the text is no such token. */
function issuerIn(token: string): string | undefined {
  try {
    return jose.decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError) return undefined;
    throw error;
  }
}
