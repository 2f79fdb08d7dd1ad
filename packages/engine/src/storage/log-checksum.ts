/**
 * The checksum of entries in DuckDB's write-ahead log: 64 bits, words of eight bytes multiplied and joined by
 * exclusive or, the remaining bytes by MurmurHash64A (DuckDB, src/common/checksum.cpp).
 */
const FACTOR_LOW = 0x1ce4e5b9;
const FACTOR_HIGH = 0xbf58476d;
const START = 5381;
const TWO_TO_16 = 0x10000;

const MASK = (1n << 64n) - 1n;
const M = 0xc6a4a7935bd1e995n;
const SEED = 0xe17a1465n;
const R = 47n;

/** MurmurHash64A of fewer than eight bytes. */
function remainder(bytes: Buffer): bigint {
  let hash = SEED ^ ((BigInt(bytes.length) * M) & MASK);
  let word = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) word = (word << 8n) | BigInt(bytes[at] ?? 0);
  hash = ((hash ^ word) * M) & MASK;
  hash ^= hash >> R;
  hash = (hash * M) & MASK;
  return hash ^ (hash >> R);
}

/** The upper half of the product of two unsigned numbers of 32 bits. */
function upperHalf(a: number, b: number): number {
  const carry = Math.floor(((a & 0xffff) * b) / TWO_TO_16);
  return Math.floor(((a >>> 16) * b + carry) / TWO_TO_16);
}

/** In halves, for logs are long and BigInt is slow. */
export function logChecksum(bytes: Buffer): bigint {
  const words = bytes.length >>> 3;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let low = START;
  let high = 0;
  for (let word = 0; word < words; word += 1) {
    const wordLow = view.getUint32(word * 8, true);
    const wordHigh = view.getUint32(word * 8 + 4, true);
    low ^= Math.imul(wordLow, FACTOR_LOW);
    high ^=
      (upperHalf(wordLow, FACTOR_LOW) + Math.imul(wordLow, FACTOR_HIGH) + Math.imul(wordHigh, FACTOR_LOW)) |
      0;
  }
  const whole = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return words * 8 === bytes.length ? whole : whole ^ remainder(bytes.subarray(words * 8));
}
