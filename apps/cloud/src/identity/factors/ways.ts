/** The claims `amr` and `acr` of a sign-in (OpenID Connect Core 1.0, section 2; RFC 8176). */

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
