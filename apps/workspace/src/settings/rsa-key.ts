/** The public key of an outside issuer of tokens, as a setting holds it. */
import { createPublicKey, type KeyObject } from 'node:crypto';

const LEAST_RSA_BITS = 2048;

/**
 * An RSA key from PEM, whose lines may have become one; the lines that frame it may be missing.
 * @throws Error in words when it is none
 */
export function rsaPublicKey(text: string): KeyObject {
  const body = text.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\\n|\s/g, '');
  let key: KeyObject;
  try {
    key = createPublicKey(`-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`);
  } catch (cause) {
    throw new Error('it must be a public key in PEM', { cause });
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_RSA_BITS) {
    throw new Error(`it must be an RSA key of ${LEAST_RSA_BITS} bits or more`);
  }
  return key;
}
