/**
 * Passkeys (WebAuthn level 3): discoverable, and with verification of the person by PIN, finger or face, so that one is
 * two factors in itself. Attestation is not asked for.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Assertion, NewCredential } from '@acacia/contract';
import { and, asc, eq, lt, or } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { passkeys } from '../../database/factor-tables.ts';

/** Ed25519, ECDSA with P-256, RSA: those that authenticators have (COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** The library is loaded with the first passkey: its parts for certificates take a while, and most starts need none. */
const library = () => import('@simplewebauthn/server');

type PasskeyRow = typeof passkeys.$inferSelect;

/** The relying party: the console's origin, and its host as the id to which passkeys are bound. */
const partyOf = (publicUrl: string) => ({ origin: publicUrl, id: new URL(publicUrl).hostname });

export const passkeysOf = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt));

interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Options with which a browser makes a passkey, and the challenge in them. */
export async function offerPasskey(db: Db, publicUrl: string, person: Person) {
  const { generateRegistrationOptions } = await library();
  const challenge = randomBytes(32).toString('base64url');
  const options = await generateRegistrationOptions({
    rpName: 'Acacia',
    rpID: partyOf(publicUrl).id,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(db, person.id)).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { challenge, options };
}

/** The passkey of a browser's answer to an offer; null when it does not fit the challenge, this origin or the rules. */
export async function readNewPasskey(
  credential: NewCredential,
  publicUrl: string,
  challenge: string,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced'> | null> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const { origin, id } = partyOf(publicUrl);
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject));
    // The library would read certificates, and ask servers that they name whether they were revoked.
    if (attestation.get('attStmt').get('x5c') !== undefined) return null;
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        ...credential,
        authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (info === undefined) return null;
    return {
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
      counter: info.credential.counter,
      transports: [...(credential.response.transports ?? [])],
      synced: info.credentialBackedUp,
    };
  } catch {
    // The library throws plain errors for whatever is wrong with a browser's answer.
    return null;
  }
}

export async function storePasskey(
  tx: Db,
  accountId: string,
  name: string,
  passkey: Awaited<ReturnType<typeof readNewPasskey>> & object,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .insert(passkeys)
    .values({ id: randomUUID(), accountId, name, ...passkey })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return row;
}

/**
 * The challenge of a sign-in, derived from the sign-in's random id: pages that strangers open store nothing, and a
 * signature is good for one sign-in alone, which it ends.
 * @param key secret key of this installation
 */
export const challengeOf = (key: string, signIn: string): string =>
  createHmac('sha256', key).update(`passkey\n${signIn}`).digest('base64url');

/** Options for `navigator.credentials.get`, as JSON. @param own the passkeys that are asked for; empty: any */
export const askForPasskey = (publicUrl: string, challenge: string, own: readonly PasskeyRow[]): string =>
  JSON.stringify({
    challenge,
    rpId: partyOf(publicUrl).id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId: id, transports }) => ({ type: 'public-key', id, transports })),
  });

type Judgement =
  | { readonly is: 'right'; readonly passkey: PasskeyRow }
  /** `passkey`: the one that was named, where there is one. */
  | { readonly is: 'wrong'; readonly passkey: PasskeyRow | undefined }
  /** The signature is good, but the authenticator has counted less than before: there are two of it. */
  | { readonly is: 'copied'; readonly passkey: PasskeyRow };

/** The verified answer of a passkey; null when its signature is wrong or is for something else. */
async function verify(publicUrl: string, challenge: string, assertion: Assertion, passkey: PasskeyRow) {
  const { verifyAuthenticationResponse } = await library();
  const { origin, id } = partyOf(publicUrl);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        authenticatorAttachment: assertion.authenticatorAttachment ?? undefined,
        response: { ...assertion.response, userHandle: assertion.response.userHandle ?? undefined },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // The count is judged where it is stored: two signatures may arrive at once.
        counter: 0,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  } catch {
    // The library throws plain errors for whatever is wrong with a browser's answer.
    return null;
  }
}

/** Judges a signature, and stores the authenticator's count with it. */
export async function checkPasskey(
  db: Db,
  publicUrl: string,
  challenge: string,
  assertion: Assertion,
): Promise<Judgement> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id));
  if (passkey === undefined) return { is: 'wrong', passkey };
  const handle = assertion.response.userHandle ?? null;
  if (handle !== null && Buffer.from(handle, 'base64url').toString() !== passkey.accountId) {
    return { is: 'wrong', passkey };
  }
  const verified = await verify(publicUrl, challenge, assertion, passkey);
  if (verified === null) return { is: 'wrong', passkey };
  const { newCounter: counter, credentialBackedUp: synced } = verified;
  const [used] = await db
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: new Date() })
    .where(
      and(
        eq(passkeys.id, passkey.id),
        // Authenticators that do not count always say 0 (WebAuthn, section 6.1.1).
        or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined),
      ),
    )
    .returning();
  return used === undefined ? { is: 'copied', passkey } : { is: 'right', passkey: used };
}
