/** Bearer tokens that a stranger can make out of a real one, without the key that signed it. */
import { Buffer } from 'node:buffer';
import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string | undefined): Json =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;

interface Known {
  /** The key that anyone may read, where there is one. */
  readonly publicKey?: JsonWebKey;
  /** An address that no server may ask for a key. */
  readonly elsewhere: string;
}

/** Tokens by what is wrong with them, each for the same person as the real one. */
export function forgedTokens(
  real: string,
  { publicKey, elsewhere }: Known,
): Readonly<Record<string, string>> {
  const [head = '', body = '', signature = ''] = real.split('.');
  const [header, claims] = [decoded(head), decoded(body)];
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownJwk = own.publicKey.export({ format: 'jwk' });

  const hmac = (secret: string | Buffer, changes: Json = {}): string => {
    const text = `${encoded({ ...header, ...changes, alg: 'HS256' })}.${body}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const selfSigned = (changes: Json, content = body): string => {
    const text = `${encoded({ ...header, ...changes, alg: 'ES256' })}.${content}`;
    const made = sign('sha256', Buffer.from(text), { key: own.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${made.toString('base64url')}`;
  };
  /** JSON in which `__proto__` is a property, as it is not in a literal. */
  const withPrototype = Buffer.from(
    JSON.stringify(claims).replace(/^\{/, `{"__proto__":${JSON.stringify(claims)},`),
  ).toString('base64url');

  const secrets: readonly (readonly [string, string | Buffer])[] =
    publicKey === undefined
      ? []
      : [
          ['the public key as JSON', JSON.stringify(publicKey)],
          ['the public key as PEM', keyText(publicKey, 'pem')],
          ['the public key as DER', keyText(publicKey, 'der')],
          ['the number of the public key', Buffer.from(publicKey.x ?? publicKey.n ?? '', 'base64url')],
        ];
  return {
    ...Object.fromEntries(
      ['none', 'None', 'NONE', ''].map((alg) => [
        `algorithm ${alg}`,
        `${encoded({ ...header, alg })}.${body}.`,
      ]),
    ),
    'algorithm none with a signature': `${encoded({ ...header, alg: 'none' })}.${body}.${signature}`,
    'algorithm none for a key by name': `${encoded({ alg: 'none', typ: header['typ'] })}.${body}.`,
    ...Object.fromEntries(secrets.map(([name, secret]) => [`HS256 with ${name}`, hmac(secret)])),
    'HS256 with no secret': hmac(''),
    'HS256 with a word': hmac('secret'),
    'a key of its own': selfSigned({}),
    'a key without a name': selfSigned({ kid: undefined }),
    'a key of an unknown name': selfSigned({ kid: 'unknown' }),
    'a key by the name of a path': selfSigned({ kid: '../../../../dev/null' }),
    'a key by the name of the prototype': selfSigned({ kid: '__proto__' }),
    'a key in its header': selfSigned({ jwk: ownJwk }),
    'a key at an address': selfSigned({ jku: elsewhere, kid: 'theirs' }),
    'a certificate at an address': selfSigned({ x5u: elsewhere }),
    'a certificate in its header': selfSigned({ x5c: [keyText(ownJwk, 'der').toString('base64')] }),
    'a prototype among its claims': selfSigned({ jwk: ownJwk }, withPrototype),
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'five parts': `${encoded({ alg: 'dir', enc: 'A256GCM' })}..${body}.${body}.${signature}`,
    'a signature of zeros': `${encoded({ ...header, alg: 'ES256' })}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'the signature of other claims': `${head}.${encoded({ ...claims, exp: 4_000_000_000 })}.${signature}`,
    'a changed header': `${encoded({ ...header, x: 1 })}.${body}.${signature}`,
    'an extension that is critical': `${encoded({ ...header, crit: ['exp'] })}.${body}.${signature}`,
    'claims that are not encoded': `${encoded({ ...header, b64: false, crit: ['b64'] })}.${body}.${signature}`,
    'claims twice': `${head}.${body}.${signature}.${body}`,
    'a header that is no JSON': `e30x.${body}.${signature}`,
    'a header that is a list': `${encoded([header])}.${body}.${signature}`,
    'a long header': `${encoded({ ...header, x: 'x'.repeat(5000) })}.${body}.${signature}`,
  };
}

function keyText(key: JsonWebKey, format: 'pem'): string;
function keyText(key: JsonWebKey, format: 'der'): Buffer;
function keyText(key: JsonWebKey, format: 'pem' | 'der'): string | Buffer {
  const made = createPublicKey({ key, format: 'jwk' });
  return format === 'pem'
    ? made.export({ type: 'spki', format: 'pem' })
    : made.export({ type: 'spki', format: 'der' });
}
