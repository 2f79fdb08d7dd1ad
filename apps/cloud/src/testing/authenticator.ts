/** An authenticator for passkeys in software (WebAuthn level 3, section 6): one ES256 key, as a browser would return it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Assertion, NewCredential } from '@acacia/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Answers of an authenticator that differ from the usual ones. */
interface Odd {
  readonly origin?: string;
  readonly rpId?: string;
  /** The person was not verified. */
  readonly unverified?: boolean;
  /** A certificate in the attestation, which nobody has asked for. */
  readonly certificate?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCED = 0x18;
const WITH_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

export class Authenticator {
  readonly id: string = text(randomBytes(32));
  /** Signatures made; -1: it does not count. */
  counter = 0;
  readonly #origin: string;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** Id of the person whose passkey this is; null until it is made. */
  #holder: string | null = null;

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  #data(rpId: string, flags: number, odd: Odd, more: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | SYNCED | (odd.unverified === true ? 0 : VERIFIED), 0);
    head.writeUInt32BE(this.counter < 0 ? 0 : ++this.counter, 1);
    return Buffer.concat([sha256(odd.rpId ?? rpId), head, more]);
  }

  #client(type: string, challenge: string, odd: Odd): Buffer {
    const origin = odd.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** @param options as `PublicKeyCredential.parseCreationOptionsFromJSON` takes them */
  create(options: unknown, odd: Odd = {}): NewCredential {
    const { challenge, rp, user } = options as {
      challenge: string;
      rp: { id: string };
      user: { id: string };
    };
    this.#holder = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const authData = this.#data(rp.id, WITH_KEY, odd, attested);
    const certificate = new Map([['x5c', [new Uint8Array([1])]]]);
    const attestation = new Map<string, unknown>([
      ['fmt', odd.certificate === true ? 'packed' : 'none'],
      ['attStmt', odd.certificate === true ? certificate : new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.#client('webauthn.create', challenge, odd)),
        attestationObject: text(
          Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        ),
        transports: ['internal'],
      },
    };
  }

  /** @param options as `PublicKeyCredential.parseRequestOptionsFromJSON` takes them */
  get(options: unknown, odd: Odd = {}): Assertion {
    const { challenge, rpId } = options as { challenge: string; rpId: string };
    const client = this.#client('webauthn.get', challenge, odd);
    const authData = this.#data(rpId, 0, odd);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: this.#holder,
      },
    };
  }
}
