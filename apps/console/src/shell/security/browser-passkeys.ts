/** Passkeys as the browser makes them (WebAuthn level 3, section 5.1). */
import { t } from '@acacia/texts';
import { NewCredential } from '@acacia/contract';

/** Whether the browser can make passkeys from the options that the cloud gives. */
export const passkeysInBrowser = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** @throws Error with a sentence when the person or the browser makes none */
export async function createPasskey(options: object): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  let made: Credential | null;
  try {
    made = await navigator.credentials.create({ publicKey });
  } catch (error) {
    // The browser's own words are for programmers.
    const known = error instanceof DOMException && error.name === 'InvalidStateError';
    const text = known
      ? t`This device has a passkey for your account already.`
      : t`The browser made no passkey. Try again.`;
    throw new Error(text, { cause: error });
  }
  // Through JSON, which calls its toJSON.
  return NewCredential.parse(JSON.parse(JSON.stringify(made)));
}
