/** The claims `amr` and `acr` of a sign-in (OpenID Connect Core 1.0, section 2; RFC 8176). */
import type { JWTPayload } from 'jose';

export const ONE_FACTOR = 'urn:acacia:acr:one-factor';
export const TWO_FACTORS = 'urn:acacia:acr:two-factors';

export interface Way {
  readonly amr: readonly string[];
  readonly acr: string;
}

const two = (...amr: readonly string[]): Way => ({ amr: [...amr, 'mfa'], acr: TWO_FACTORS });

/** By what a person has signed in. A passkey verifies the person by itself. */
export const WAYS = {
  password: { amr: ['pwd'], acr: ONE_FACTOR },
  app: two('pwd', 'otp'),
  /** A code of a list; no name of RFC 8176 is closer. */
  recovery: two('pwd', 'otp'),
  passwordAndPasskey: two('pwd', 'pop'),
  passkey: two('pop'),
} as const satisfies Record<string, Way>;

/**
 * Values of `acr` by which issuers say that a person used several factors: ours, those of OpenID's PAPE and EAP policies,
 * of REFEDS, of Entra ID and of Okta.
 */
const SEVERAL_FACTORS: ReadonlySet<unknown> = new Set([
  TWO_FACTORS,
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor-physical',
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:okta:loa:2fa:any',
]);

/** Whether the claims of a verified token say that the person used several factors. */
export const usedTwoFactors = ({ amr, acr }: JWTPayload): boolean =>
  SEVERAL_FACTORS.has(acr) || (Array.isArray(amr) && amr.includes('mfa'));
