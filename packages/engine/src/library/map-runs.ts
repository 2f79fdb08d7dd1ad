/**
 * Runs of keys and sums, one for each vertex, in two arrays. Adjacent entries of a vertex become a run by merging those
 * with the same key.
 */
import { hashOf } from './accum-map.ts';
import { account } from './meter.ts';
import { shared } from './shared-pool.ts';

/** Up to so many entries, a linear search is faster than a hash table. */
const LISTED_ENTRIES = 16;
const LEAST_ENTRIES = 2 ** 12;

const doubles = (length: number): Float64Array => new Float64Array(shared.raw(length * 8));
const zeros = (length: number): Int32Array => new Int32Array(shared.raw(length * 4)).fill(0);

/** The runs of a page as another thread made them. */
export interface SentRuns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly keys: Float64Array;
  readonly sums: Float64Array;
  readonly held: number;
}

export class MapRuns {
  readonly #size: number;
  /** Sums beyond it are none of a run's. */
  readonly #most: number;
  /** Where the run of each vertex starts and ends; empty before there is one. */
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);
  keys: Float64Array = new Float64Array(0);
  sums: Float64Array = new Float64Array(0);
  /** Entries in all runs. */
  held = 0;
  /** The arrays that the runs were in before. */
  #spareKeys: Float64Array = new Float64Array(0);
  #spareSums: Float64Array = new Float64Array(0);
  /** The vertex whose entries are being added, or -1, where they start, and the first place behind all. */
  open = -1;
  start = 0;
  top = 0;
  /** Places by key, and by the hash of the key: one more than they are; those before a run are of others. */
  #byKey: Int32Array = new Int32Array(0);
  #byHash = new Int32Array(0);
  /** Of a run that could not be merged completely: the end of the merged part, and the start of the rest. */
  stopped = { merged: 0, left: 0 };

  constructor(size: number, most: number) {
    this.#size = size;
    this.#most = most;
  }

  length(number: number): number {
    return this.starts.length === 0 ? 0 : (this.ends[number] as number) - (this.starts[number] as number);
  }

  empty(number: number): void {
    const length = this.length(number);
    if (length === 0) return;
    this.held -= length;
    this.ends[number] = this.starts[number] as number;
  }

  #allocate(): void {
    if (this.starts.length > 0) return;
    this.starts = zeros(this.#size);
    this.ends = zeros(this.#size);
  }

  /** Adds an entry of the open vertex. */
  put(key: number, value: number): void {
    const { top } = this;
    if (top === this.keys.length) this.#reserve(1);
    this.keys[top] = key;
    this.sums[top] = value;
    this.top = top + 1;
  }

  /** From here on `put` adds to the run of a vertex. */
  begin(number: number): void {
    this.#allocate();
    if (this.held === 0) this.#restart();
    const length = this.length(number);
    this.#reserve(length + 1);
    const { starts, ends } = this;
    const from = starts[number] as number;
    this.start = length > 0 && ends[number] === this.top ? from : this.top;
    if (length > 0 && this.start !== from) {
      this.keys.copyWithin(this.start, from, from + length);
      this.sums.copyWithin(this.start, from, from + length);
    }
    this.held -= length;
    this.top = this.start + length;
    starts[number] = this.start;
    ends[number] = this.start;
    this.open = number;
  }

  /** Makes the entries of the open vertex its run; false when a sum is too large for it. */
  close(): boolean {
    const merged = this.merge(this.start, this.top);
    if (merged >= 0) {
      this.top = merged;
      this.ends[this.open] = merged;
      this.held += merged - this.start;
    }
    this.open = -1;
    return merged >= 0;
  }

  /** There is no run: places begin again. */
  #restart(): void {
    if (this.top === 0) return;
    this.top = 0;
    this.#forgetPlaces();
  }

  #forgetPlaces(): void {
    this.#byKey.fill(0);
    this.#byHash.fill(0);
  }

  /** Makes room for so many entries after all others. */
  #reserve(entries: number): void {
    const length = this.keys.length;
    if (this.top + entries <= length) return;
    const own = this.open < 0 ? 0 : this.top - this.start;
    if ((this.held + own + entries) * 2 <= length) {
      this.#compact();
      return;
    }
    const [keys, sums] = [this.keys, this.sums];
    const longer = Math.max(LEAST_ENTRIES, length * 2, this.top + entries);
    [this.keys, this.sums] = [doubles(longer), doubles(longer)];
    this.keys.set(keys);
    this.sums.set(sums);
  }

  /** Moves all runs to the beginning, and the entries of the open vertex behind them. */
  #compact(): void {
    const { starts, ends, open } = this;
    const [oldKeys, oldSums] = [this.keys, this.sums];
    const [keys, sums] = this.#fresh(oldKeys.length);
    let place = 0;
    const move = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        keys[place] = oldKeys[at] as number;
        sums[place] = oldSums[at] as number;
        place += 1;
      }
    };
    for (let number = 0; number < starts.length; number += 1) {
      const [from, to] = [starts[number] as number, ends[number] as number];
      starts[number] = place;
      move(from, to);
      ends[number] = place;
    }
    if (open >= 0) {
      const { start } = this;
      this.start = place;
      starts[open] = place;
      ends[open] = place;
      move(start, this.top);
    }
    this.#replace(keys, sums, place);
  }

  /** New arrays for so many entries, without any run. */
  #fresh(entries: number): readonly [keys: Float64Array, sums: Float64Array] {
    if (this.#spareKeys.length < entries) {
      this.#spareKeys = doubles(entries);
      this.#spareSums = doubles(entries);
    }
    return [this.#spareKeys, this.#spareSums];
  }

  /** The runs are in other arrays from here on, those of `fresh`. */
  #replace(keys: Float64Array, sums: Float64Array, top: number): void {
    [this.#spareKeys, this.#spareSums] = [this.keys, this.sums];
    [this.keys, this.sums] = [keys, sums];
    this.top = top;
    this.#forgetPlaces();
  }

  /** Copies the runs to new arrays, each followed by its vertex' entries among `added`, which are in any order. */
  gather(vertices: Uint32Array, addedKeys: Float64Array, addedSums: Float64Array, added: number): void {
    this.#allocate();
    const { starts, ends, held } = this;
    const size = this.#size;
    const [oldKeys, oldSums] = [this.keys, this.sums];
    const [keys, sums] = this.#fresh(added + held);
    const lengths = new Int32Array(size);
    if (held > 0) for (let v = 0; v < size; v += 1) lengths[v] = (ends[v] as number) - (starts[v] as number);
    for (let at = 0; at < added; at += 1) {
      const v = vertices[at] as number;
      lengths[v] = (lengths[v] as number) + 1;
    }
    let place = 0;
    for (let v = 0; v < size; v += 1) {
      const from = starts[v] as number;
      const to = ends[v] as number;
      starts[v] = place;
      let end = place;
      for (let at = from; at < to; at += 1) {
        keys[end] = oldKeys[at] as number;
        sums[end] = oldSums[at] as number;
        end += 1;
      }
      ends[v] = end;
      place += lengths[v] as number;
    }
    for (let at = 0; at < added; at += 1) {
      const v = vertices[at] as number;
      const end = ends[v] as number;
      keys[end] = addedKeys[at] as number;
      sums[end] = addedSums[at] as number;
      ends[v] = end + 1;
    }
    this.#replace(keys, sums, place);
  }

  /** Makes entries one behind another one of each key: the end of them, or less than 0 when a sum is too large. */
  merge(start: number, end: number): number {
    if (end - start <= LISTED_ENTRIES) return this.#mergeShort(start, end);
    return this.#areSmall(start, end) ? this.#mergeByKey(start, end) : this.#mergeByHash(start, end);
  }

  /** Whether all keys are possible numbers of vertices of the type. */
  #areSmall(start: number, end: number): boolean {
    const { keys } = this;
    const size = this.#size;
    for (let at = start; at < end; at += 1) {
      const key = keys[at] as number;
      if (!(key >= 0 && key < size && key === (key | 0))) return false;
    }
    return true;
  }

  #mergeShort(start: number, end: number): number {
    const { keys, sums } = this;
    const most = this.#most;
    let free = start;
    for (let at = start; at < end; at += 1) {
      const key = keys[at] as number;
      let place = start;
      while (place < free && keys[place] !== key) place += 1;
      if (place === free) {
        keys[free] = key;
        sums[free] = sums[at] as number;
        free += 1;
        continue;
      }
      const sum = (sums[place] as number) + (sums[at] as number);
      if (sum > most || sum < -most) return this.#stop(free, at);
      sums[place] = sum;
    }
    return free;
  }

  #mergeByKey(start: number, end: number): number {
    const { keys, sums } = this;
    const most = this.#most;
    if (this.#byKey.length === 0) this.#byKey = zeros(this.#size);
    const places = this.#byKey;
    let free = start;
    for (let at = start; at < end; at += 1) {
      const key = keys[at] as number;
      const place = (places[key] as number) - 1;
      if (place < start) {
        places[key] = free + 1;
        keys[free] = key;
        sums[free] = sums[at] as number;
        free += 1;
        continue;
      }
      const sum = (sums[place] as number) + (sums[at] as number);
      if (sum > most || sum < -most) return this.#stop(free, at);
      sums[place] = sum;
    }
    return free;
  }

  #mergeByHash(start: number, end: number): number {
    const { keys, sums } = this;
    const most = this.#most;
    const slots = 2 ** Math.ceil(Math.log2((end - start) * 2));
    if (this.#byHash.length < slots) {
      account((slots - this.#byHash.length) * 4);
      this.#byHash = new Int32Array(slots);
    }
    const table = this.#byHash;
    const mask = slots - 1;
    let free = start;
    for (let at = start; at < end; at += 1) {
      const key = keys[at] as number;
      let slot = hashOf(key) & mask;
      let place = (table[slot] as number) - 1;
      while (place >= start && keys[place] !== key) {
        slot = (slot + 1) & mask;
        place = (table[slot] as number) - 1;
      }
      if (place < start) {
        table[slot] = free + 1;
        keys[free] = key;
        sums[free] = sums[at] as number;
        free += 1;
        continue;
      }
      const sum = (sums[place] as number) + (sums[at] as number);
      if (sum > most || sum < -most) return this.#stop(free, at);
      sums[place] = sum;
    }
    return free;
  }

  #stop(merged: number, left: number): number {
    this.stopped = { merged, left };
    return -1;
  }

  sent(): SentRuns {
    this.#allocate();
    const { starts, ends, keys, sums, held } = this;
    return { starts, ends, keys, sums, held };
  }

  /** Takes the runs of vertices that are free and have none; `put` gets the entries of the others. */
  adopt(
    sent: SentRuns,
    isFree: (number: number) => boolean,
    put: (number: number, key: number, value: number) => void,
  ): void {
    this.#allocate();
    if (this.held === 0) this.#restart();
    this.#reserve(sent.held + 1);
    const { starts, ends, keys, sums } = this;
    let { top } = this;
    const others: number[] = [];
    for (let number = 0; number < starts.length; number += 1) {
      const [from, to] = [sent.starts[number] as number, sent.ends[number] as number];
      if (from === to) continue;
      if (ends[number] !== starts[number] || !isFree(number)) {
        others.push(number);
        continue;
      }
      starts[number] = top;
      for (let at = from; at < to; at += 1) {
        keys[top] = sent.keys[at] as number;
        sums[top] = sent.sums[at] as number;
        top += 1;
      }
      ends[number] = top;
    }
    this.held += top - this.top;
    this.top = top;
    for (const number of others) {
      const to = sent.ends[number] as number;
      for (let at = sent.starts[number] as number; at < to; at += 1) {
        put(number, sent.keys[at] as number, sent.sums[at] as number);
      }
    }
  }
}
