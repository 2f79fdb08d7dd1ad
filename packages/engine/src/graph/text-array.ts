/**
 * Texts by number in shared memory: their UTF-8 bytes one after another, and the offset of each. Optional
 * hash slots find the number of a text. Each thread decodes the texts that it reads and caches some of them.
 */
import { sharedFloat64, sharedInt32, sharedUint32, sharedUint8 } from './shared-arrays.ts';

/** The shareable part of a text array. `offsets` has one entry more than there are texts. */
export interface TextArrayData {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array | Float64Array;
  /** Open-addressing table of numbers + 1 (0: free); its length is a power of two. */
  readonly slots: Int32Array | null;
  /** The same for arrays of which one is the other with more texts behind its own. */
  readonly family?: number;
}

/** Texts that a thread has decoded. */
interface Decoded {
  texts: (string | undefined)[];
  count: number;
}

/** Of arrays that grow out of one another a thread decodes a text once. */
const decodedOf = new Map<number, WeakRef<Decoded>>();
const forgotten = new FinalizationRegistry<number>((family) => {
  if (decodedOf.get(family)?.deref() === undefined) decodedOf.delete(family);
});

function decodedFor(family: number | undefined): Decoded {
  const known = family === undefined ? undefined : decodedOf.get(family)?.deref();
  if (known !== undefined) return known;
  const decoded: Decoded = { texts: [], count: 0 };
  if (family !== undefined) {
    decodedOf.set(family, new WeakRef(decoded));
    forgotten.register(decoded, family);
  }
  return decoded;
}

/** Texts longer than this are decoded each time: keeping them would double their memory per thread. */
const CACHED_LENGTH = 64;
const CACHED_TEXTS = 1 << 20;

/** FNV-1a over UTF-16 units: the same in every thread, needs no encoding. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

export class TextArray {
  readonly data: TextArrayData;
  readonly size: number;
  readonly #buffer: Buffer;
  readonly #offsets: Uint32Array | Float64Array;
  readonly #decoded: Decoded;

  constructor(data: TextArrayData) {
    this.data = data;
    this.size = data.offsets.length - 1;
    this.#offsets = data.offsets;
    this.#decoded = decodedFor(data.family);
    this.#buffer = Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  }

  /** The text of a number; throws for a number out of range. */
  get(code: number): string {
    const decoded = this.#decoded;
    const kept = decoded.texts[code];
    if (kept !== undefined) return kept;
    const start = this.#offsets[code];
    const end = this.#offsets[code + 1];
    if (start === undefined || end === undefined) throw new RangeError(`No text has the number ${code}`);
    const text = this.#buffer.toString('utf8', start, end);
    if (end - start <= CACHED_LENGTH) {
      if (decoded.count >= CACHED_TEXTS) {
        decoded.texts = [];
        decoded.count = 0;
      }
      decoded.texts[code] = text;
      decoded.count += 1;
    }
    return text;
  }

  /**
   * The number of a text, or -1; also -1 when the array was built without slots. With `alive` only texts
   * count where it is not 0.
   */
  find(text: string, alive: Uint8Array | null = null): number {
    const slots = this.data.slots;
    if (slots === null) return -1;
    const mask = slots.length - 1;
    for (let slot = hashText(text) & mask; ; slot = (slot + 1) & mask) {
      const code = (slots[slot] ?? 0) - 1;
      if (code < 0) return -1;
      // Slots may hold texts that were added since, for later versions.
      if (code < this.size && alive?.[code] !== 0 && this.#equals(code, text)) return code;
    }
  }

  #equals(code: number, text: string): boolean {
    const start = this.#offsets[code] ?? 0;
    const length = (this.#offsets[code + 1] ?? 0) - start;
    if (length < text.length) return false;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > 127) return this.get(code) === text;
      if (this.#buffer[start + index] !== unit) return false;
    }
    return length === text.length;
  }
}

/**
 * Texts to a shared array. `indexed`: with slots for `find`, over the texts where `alive` is not 0;
 * of equal texts the first one is found.
 */
export function buildTextArray(
  texts: readonly string[],
  options: { readonly indexed: boolean; readonly alive?: Uint8Array | null },
): TextArray {
  let byteLength = 0;
  for (const text of texts) byteLength += Buffer.byteLength(text);
  const bytes = sharedUint8(byteLength);
  const offsets = byteLength < 2 ** 32 ? sharedUint32(texts.length + 1) : sharedFloat64(texts.length + 1);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  texts.forEach((text, index) => {
    position += buffer.write(text, position, 'utf8');
    offsets[index + 1] = position;
  });
  const slots = options.indexed ? hashSlots(texts, options.alive ?? null) : null;
  return new TextArray({ bytes, offsets, slots });
}

/** A power of two, at least twice as many as texts. */
export function slotsFor(texts: number): number {
  let length = 8;
  while (length < texts * 2) length *= 2;
  return length;
}

function hashSlots(texts: readonly string[], alive: Uint8Array | null): Int32Array {
  const slots = sharedInt32(slotsFor(texts.length));
  const mask = slots.length - 1;
  texts.forEach((text, index) => {
    if (alive !== null && alive[index] === 0) return;
    let slot = hashText(text) & mask;
    for (;;) {
      const taken = slots[slot] ?? 0;
      if (taken === 0) {
        slots[slot] = index + 1;
        return;
      }
      if (texts[taken - 1] === text) return;
      slot = (slot + 1) & mask;
    }
  });
  return slots;
}
