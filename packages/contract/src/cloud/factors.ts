/** How a person signs in besides the password: authenticator app, passkeys, recovery codes. */
import { z } from 'zod';

/** Passkeys that one person may have. */
export const MOST_PASSKEYS = 20;
export const RECOVERY_CODES = 10;

/** Why passkeys cannot be used at an address; null when they can (WebAuthn, section 5.1.2: RP ID and secure contexts). */
export function passkeysImpossible(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost') return null;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) {
    return 'Passkeys need an address with a name: they do not work where Acacia is reached by an IP address.';
  }
  return protocol === 'https:' ? null : 'Passkeys need https.';
}

const moment = z.iso.datetime();

export const Passkey = z
  .object({
    passkey_id: z.string(),
    name: z.string(),
    created_at: moment,
    last_used_at: moment.nullable(),
    /** Whether the person's devices share it, as its authenticator said last. */
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const SignInMethods = z
  .object({
    /** When the password was chosen; null: it is that of the first start. */
    password_set_at: moment.nullable(),
    /** When the authenticator app was set up; null: there is none. */
    authenticator_app_since: moment.nullable(),
    passkeys: z.array(Passkey),
    /** Recovery codes that were not used yet. */
    recovery_codes_left: z.number().int(),
    /** Why no passkey can be added; null when one can. */
    passkeys_refused: z.string().nullable(),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof SignInMethods>;

const current_password = z.string().max(4096);

/** The password again, which every change of the ways to sign in asks for. */
export const PasswordAgain = z.object({ current_password }).strict();

/** The secret for an authenticator app, as a QR code or to be typed; good for ten minutes. */
export const AuthenticatorAppSecret = z.object({
  /** Base32 (RFC 4648), in groups of four. */
  secret: z.string(),
  /** `otpauth://totp/…` (Key Uri Format of Google Authenticator). */
  uri: z.string(),
});

export const AppCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.'));
export const ConfirmAuthenticatorApp = z.object({ code: AppCode }).strict();

/** New recovery codes, given this once; null where the person has some already. */
export const NewRecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(50, 'The name may have 50 characters.')
  .regex(/^\P{Cc}*$/u, 'The name may have no control characters.');
export const RenamePasskey = z.object({ name: PasskeyName }).strict();

const base64url = (longest: number) => z.base64url().min(1).max(longest);

/** Options for `navigator.credentials.create`, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes them. */
export const PasskeyOffer = z.object({ options: z.record(z.string(), z.unknown()) });

/** Longest credential id, as text: 1023 bytes (WebAuthn, section 4). */
const LONGEST_ID = 1364;
const LONGEST_PART = 16_384;
const common = {
  id: base64url(LONGEST_ID),
  rawId: base64url(LONGEST_ID),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};
/** A new passkey as `PublicKeyCredential.toJSON` gives it (WebAuthn level 3, section 5.1). */
export const NewCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(LONGEST_PART),
    attestationObject: base64url(LONGEST_PART),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;
/** A signature by a passkey as `PublicKeyCredential.toJSON` gives it. */
export const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(LONGEST_PART),
    authenticatorData: base64url(LONGEST_PART),
    signature: base64url(LONGEST_PART),
    userHandle: base64url(LONGEST_ID).nullish(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

export const AddPasskey = z.object({ name: PasskeyName, credential: NewCredential }).strict();
