/** The cell of a MapAccum. */
import type { AccumOps, Cell } from './accumulators.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { canonical } from './values.ts';

const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size');
const sizeOfMap = (map: Map<unknown, unknown>): number => Number(mapSize?.get?.call(map));

/** Up to so many keys, a linear search is faster than a hash table. */
const LISTED_KEYS = 8;
/** Of a key and its sum in the lists. */
export const LISTED_BYTES = 24;

/**
 * A map of accumulators; it knows how its values accumulate, so that `get` of a missing key can answer.
 * Sums by number, which graph algorithms make by the million, are two lists with a small table over them, as
 * long as they are only added to and read as a whole; asked for anything else, it turns to a Map.
 */
export class AccumMap extends Map<unknown, Cell> {
  static {
    Object.defineProperty(AccumMap.prototype, 'size', {
      get(this: AccumMap): number {
        return this.#listed ? this.#keys.length : sizeOfMap(this);
      },
    });
  }

  readonly ops: AccumOps;
  #listed = true;
  #keys: number[] = [];
  #sums: number[] = [];
  /** Open addressing: places in the lists, one more than they are; 0: free. */
  #table: Int32Array | null = null;

  constructor(ops: AccumOps) {
    super();
    this.ops = ops;
    this.#listed = ops.sums !== undefined;
  }

  put(key: unknown, value: unknown): void {
    if (this.#listed && this.#add(key, value)) return;
    this.#spill();
    const known = canonical(key);
    const cell = super.get(known);
    if (cell === undefined) account(ELEMENT_BYTES * 2);
    super.set(known, this.ops.add(cell === undefined ? this.ops.init() : cell, value));
  }

  value(key: unknown): unknown {
    const cell = this.get(canonical(key));
    return this.ops.read(cell === undefined ? this.ops.init() : cell);
  }

  /** The current keys, and the values of their accumulators. */
  pairs(): { readonly keys: readonly unknown[]; readonly values: readonly unknown[] } {
    if (this.#listed) return { keys: this.#keys.slice(), values: this.#sums.slice() };
    const { ops } = this;
    return { keys: [...super.keys()], values: Array.from(super.values(), (cell) => ops.read(cell)) };
  }

  /** Adds to a sum in the lists; false when key or sum do not fit there. */
  #add(key: unknown, value: unknown): boolean {
    if (typeof key !== 'number' || typeof value !== 'number') return false;
    const at = this.#place(key);
    const keys = this.#keys;
    const sum = at < keys.length ? (this.#sums[at] as number) + value : value;
    if (this.ops.sums === 'int' && !Number.isSafeInteger(sum)) return false;
    this.#sums[at] = sum;
    if (at === keys.length) {
      keys.push(key);
      account(LISTED_BYTES);
    }
    return true;
  }

  /** Where a key is in the lists, or the end of them; then a table that there is has it already. */
  #place(key: number): number {
    const keys = this.#keys;
    if (this.#table === null) {
      for (let at = 0; at < keys.length; at += 1) if (keys[at] === key) return at;
      if (keys.length < LISTED_KEYS) return keys.length;
      this.#makeTable(32);
    } else if (keys.length * 2 >= this.#table.length) this.#makeTable(this.#table.length * 4);
    const table = this.#table as unknown as Int32Array;
    const mask = table.length - 1;
    for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
      const at = (table[slot] as number) - 1;
      if (at >= 0) {
        if (keys[at] === key) return at;
        continue;
      }
      table[slot] = keys.length + 1;
      return keys.length;
    }
  }

  #makeTable(length: number): void {
    const table = new Int32Array(length);
    account((length - (this.#table?.length ?? 0)) * 4);
    const mask = length - 1;
    this.#keys.forEach((key, at) => {
      let slot = hashOf(key) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = at + 1;
    });
    this.#table = table;
  }

  /** Turns to a Map. */
  #spill(): void {
    if (!this.#listed) return;
    this.#listed = false;
    this.#keys.forEach((key, at) => super.set(key, this.#sums[at]));
    this.#forget();
  }

  #forget(): void {
    this.#keys = [];
    this.#sums = [];
    if (this.#table !== null) account(-this.#table.length * 4);
    this.#table = null;
  }

  override clear(): void {
    if (!this.#listed) super.clear();
    this.#forget();
    this.#listed = this.ops.sums !== undefined;
  }
  override get(key: unknown): Cell {
    this.#spill();
    return super.get(key);
  }
  override has(key: unknown): boolean {
    this.#spill();
    return super.has(key);
  }
  override set(key: unknown, value: Cell): this {
    this.#spill();
    return super.set(key, value);
  }
  override delete(key: unknown): boolean {
    this.#spill();
    return super.delete(key);
  }
  override forEach(each: (value: Cell, key: unknown, map: Map<unknown, Cell>) => void): void {
    this.#spill();
    super.forEach(each);
  }
  override keys(): MapIterator<unknown> {
    this.#spill();
    return super.keys();
  }
  override values(): MapIterator<Cell> {
    this.#spill();
    return super.values();
  }
  override entries(): MapIterator<[unknown, Cell]> {
    this.#spill();
    return super.entries();
  }
  override [Symbol.iterator](): MapIterator<[unknown, Cell]> {
    this.#spill();
    return super[Symbol.iterator]();
  }
}

/** Mixes the bits of a number, also of one beyond 32 bits. */
export function hashOf(key: number): number {
  const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 4294967296) | 0, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
