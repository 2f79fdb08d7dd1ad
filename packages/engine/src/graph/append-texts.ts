/** Appends texts to a text array in shared memory; readers keep the array as it was. */
import { grown } from './growing.ts';
import { hashText, slotsFor, type TextArrayData } from './text-array.ts';
import { sharedInt32 } from './shared-arrays.ts';

export class TextAppender {
  readonly #family: number | undefined;
  #bytes: Uint8Array;
  #offsets: Uint32Array | Float64Array;
  #slots: Int32Array;
  #count: number;

  constructor({ bytes, offsets, slots, family }: TextArrayData) {
    if (slots === null) throw new TypeError('Texts without slots cannot be added to');
    this.#family = family;
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.#slots = slots;
    this.#count = offsets.length - 1;
  }

  /** Adds a text; a `hidden` one is not found by its text. */
  append(text: string, hidden = false): number {
    const added = Buffer.from(text);
    const used = this.#offsets[this.#count] as number;
    const end = used + added.length;
    this.#bytes = grown(this.#bytes, end);
    this.#bytes.set(added, used);
    const code = this.#count;
    this.#count += 1;
    if (end >= 2 ** 32 && this.#offsets instanceof Uint32Array)
      throw new RangeError('Too many texts to add one');
    this.#offsets = grown(this.#offsets, this.#count + 1);
    this.#offsets[this.#count] = end;
    if (!hidden) this.#place(code, hashText(text));
    return code;
  }

  /** The number of a text, which is added when it is new. */
  code(text: string): number {
    const wanted = Buffer.from(text);
    const mask = this.#slots.length - 1;
    for (let slot = hashText(text) & mask; ; slot = (slot + 1) & mask) {
      const code = (this.#slots[slot] as number) - 1;
      if (code < 0) return this.append(text);
      if (this.#text(code).equals(wanted)) return code;
    }
  }

  finish(): TextArrayData {
    const data = { bytes: this.#bytes, offsets: this.#offsets, slots: this.#slots };
    return this.#family === undefined ? data : { ...data, family: this.#family };
  }

  #text(code: number): Buffer {
    const start = this.#offsets[code] as number;
    return Buffer.from(
      this.#bytes.buffer,
      this.#bytes.byteOffset + start,
      (this.#offsets[code + 1] as number) - start,
    );
  }

  #place(code: number, hash: number): void {
    // Probing stays short while a quarter of the slots is free.
    if (this.#count * 4 > this.#slots.length * 3) this.#widen();
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = code + 1;
  }

  /** More slots, in a new array: readers of the present ones must not miss any. */
  #widen(): void {
    const old = this.#slots;
    this.#slots = sharedInt32(slotsFor(this.#count * 2));
    const mask = this.#slots.length - 1;
    for (const taken of old) {
      if (taken === 0) continue;
      let slot = hashText(this.#text(taken - 1).toString()) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = taken;
    }
  }
}
