/** Builds a text array text by text, from UTF-8 bytes of the store. */
import { sharedFloat64, sharedInt32, sharedUint32, sharedUint8 } from './shared-arrays.ts';
import { hashText, slotsFor, type TextArrayData } from './text-array.ts';

/** Arrays are built in one thread, and go from there to the others. */
let families = 0;

/** Bytes for which room is made before there are texts. */
const MOST_AT_FIRST = 1 << 16;

export class TextBuilder {
  #bytes: Buffer<ArrayBuffer>;
  #used = 0;
  #offsets: Float64Array;
  #hashes: Uint32Array;
  #count = 0;
  #slots: Int32Array;
  /** Slots in use: not every text has one. */
  #slotted: Uint8Array;

  /** `expected` texts are made room for. */
  constructor(expected = 1024) {
    const room = Math.max(8, expected);
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(MOST_AT_FIRST, room * 64));
    this.#offsets = new Float64Array(room + 1);
    this.#hashes = new Uint32Array(room);
    this.#slotted = new Uint8Array(room);
    this.#slots = new Int32Array(slotsFor(room));
  }

  /** Adds a text without a check for duplicates; `find` finds it unless it is `hidden`. */
  append(source: Uint8Array, start: number, end: number, hidden = false): void {
    const code = this.#push(source, start, end, hashBytes(source, start, end));
    if (hidden) return;
    this.#slotted[code] = 1;
    this.#place(code);
  }

  /** The number of a text, which is added when it is new. */
  code(source: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(source, start, end);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = (slots[slot] as number) - 1;
      if (code < 0) break;
      if (this.#hashes[code] === hash && this.#equals(code, source, start, end)) return code;
    }
    const code = this.#push(source, start, end, hash);
    this.#slotted[code] = 1;
    this.#place(code);
    return code;
  }

  finish(): TextArrayData {
    const bytes = sharedUint8(this.#used);
    bytes.set(this.#bytes.subarray(0, this.#used));
    const offsets = this.#used < 2 ** 32 ? sharedUint32(this.#count + 1) : sharedFloat64(this.#count + 1);
    offsets.set(this.#offsets.subarray(0, this.#count + 1));
    const length = slotsFor(this.#count);
    if (length < this.#slots.length) this.#rehash(length);
    const slots = sharedInt32(this.#slots.length);
    slots.set(this.#slots);
    families += 1;
    return { bytes, offsets, slots, family: families };
  }

  #push(source: Uint8Array, start: number, end: number, hash: number): number {
    const code = this.#count;
    if (code === this.#hashes.length) this.#grow();
    const after = this.#used + end - start;
    if (after > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(after, this.#bytes.length * 2));
      longer.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = longer;
    }
    const bytes = this.#bytes;
    for (let from = start, to = this.#used; from < end; from += 1, to += 1)
      bytes[to] = source[from] as number;
    this.#used = after;
    this.#hashes[code] = hash;
    this.#count = code + 1;
    this.#offsets[code + 1] = after;
    return code;
  }

  #place(code: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (this.#hashes[code] as number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = code + 1;
  }

  #grow(): void {
    const room = this.#hashes.length * 2;
    const grown = <A extends Float64Array | Uint32Array | Uint8Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.#offsets = grown(this.#offsets, new Float64Array(room + 1));
    this.#hashes = grown(this.#hashes, new Uint32Array(room));
    this.#slotted = grown(this.#slotted, new Uint8Array(room));
    this.#rehash(slotsFor(room));
  }

  #rehash(length: number): void {
    this.#slots = new Int32Array(length);
    for (let code = 0; code < this.#count; code += 1) if (this.#slotted[code] === 1) this.#place(code);
  }

  #equals(code: number, source: Uint8Array, start: number, end: number): boolean {
    const from = this.#offsets[code] as number;
    if ((this.#offsets[code + 1] as number) - from !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) {
      if (this.#bytes[from + at] !== source[start + at]) return false;
    }
    return true;
  }
}

/** `hashText` of the text that bytes are. */
function hashBytes(source: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) {
    const byte = source[at] as number;
    if (byte > 127)
      return hashText(Buffer.from(source.buffer, source.byteOffset + start, end - start).toString());
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
