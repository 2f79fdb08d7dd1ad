/**
 * Vertex accumulators that are maps from numbers to sums of numbers, which graph algorithms fill by the million.
 * What is added is noted down in a log; the next read brings it together, vertex by vertex, as runs of keys and
 * sums in two arrays. A vertex of which more is asked than these can tell has a cell as others have.
 */
import { AccumMap, LISTED_BYTES, hashOf } from './accum-map.ts';
import type { AccumOps, Cell } from './accumulators.ts';
import { account, check } from './meter.ts';
import { shared } from './shared-pool.ts';
import { CellPage } from './vertex-pages.ts';

/** A full log of so many entries is brought together before it grows. */
const MAX_LOGGED = 2 ** 22;
const MIN_LOGGED = 2 ** 10;
/** Bringing together looks at all vertices: that is for logs of at least one entry for so many of them. */
const WHOLE_SHARE = 8;
/** Up to so many keys, looking at each of them is faster than a table. */
const LISTED_KEYS = 16;
/** Of a map that is a cell. */
const CELL_BYTES = 64;

const doubles = (length: number): Float64Array => new Float64Array(shared.raw(length * 8));

/** Keys and sums of a vertex: the places from `start` up to `end` of two arrays. */
export interface Run {
  keys: ArrayLike<unknown>;
  values: ArrayLike<unknown>;
  start: number;
  end: number;
}

export class MapPage extends CellPage {
  readonly #size: number;
  /** Of the sums. */
  readonly #ops: AccumOps;
  /** The log. */
  #vertices: Uint32Array = new Uint32Array(0);
  #loggedKeys: Float64Array = new Float64Array(0);
  #loggedValues: Float64Array = new Float64Array(0);
  #logged = 0;
  /** Where the run of each vertex starts and ends; null before there is one. */
  #starts: Int32Array | null = null;
  #ends = new Int32Array(0);
  #keys: Float64Array = new Float64Array(0);
  #sums: Float64Array = new Float64Array(0);
  /** The arrays that the runs were in before. */
  #spareKeys: Float64Array = new Float64Array(0);
  #spareSums: Float64Array = new Float64Array(0);
  /** Entries in all runs. */
  #held = 0;
  /** Open addressing for long runs: places, one more than they are; those before the run are of others. */
  #table = new Int32Array(0);
  /** Sums beyond it are none of a run's. */
  readonly #most: number;
  /** Of a run that cannot be merged: the end of what was, and the start of what was not. */
  #stopped = { merged: 0, left: 0 };
  readonly #run: Run = { keys: this.#keys, values: this.#sums, start: 0, end: 0 };

  constructor(size: number, ops: AccumOps) {
    super(size);
    this.#size = size;
    this.#ops = ops;
    this.#most = ops.sums === 'int' ? Number.MAX_SAFE_INTEGER : Infinity;
  }

  /** `+= (key -> value)`; false when that is not for the log. */
  log(number: number, key: unknown, value: unknown): boolean {
    if (typeof key !== 'number' || typeof value !== 'number') return false;
    if (this.#logged === this.#vertices.length) this.#makeRoom();
    const at = this.#logged;
    this.#vertices[at] = number;
    this.#loggedKeys[at] = key;
    this.#loggedValues[at] = value;
    this.#logged = at + 1;
    return true;
  }

  /** The cell of a vertex, which it has from here on, unless nothing was added to it. */
  override cell(number: number): Cell {
    this.#settle();
    const known = this.values[number];
    return known !== undefined || this.#length(number) === 0 ? known : this.#toCell(number);
  }

  override setCell(number: number, cell: Cell): void {
    this.#settle();
    this.#empty(number);
    this.values[number] = cell;
  }

  /** The run of a vertex; good until something is added to any. */
  run(number: number): Run {
    this.#settle();
    const cell = this.values[number] as AccumMap | undefined;
    if (cell !== undefined) return runOf(cell);
    const run = this.#run;
    run.keys = this.#keys;
    run.values = this.#sums;
    run.start = this.#starts === null ? 0 : (this.#starts[number] as number);
    run.end = this.#starts === null ? 0 : (this.#ends[number] as number);
    return run;
  }

  clear(number: number): void {
    this.#settle();
    this.#empty(number);
    const cell = this.values[number] as AccumMap | undefined;
    if (cell === undefined) return;
    account(-(CELL_BYTES + cell.size * LISTED_BYTES));
    cell.clear();
    this.values[number] = undefined;
  }

  #length(number: number): number {
    return this.#starts === null ? 0 : (this.#ends[number] as number) - (this.#starts[number] as number);
  }

  #empty(number: number): void {
    const length = this.#length(number);
    if (length === 0) return;
    this.#held -= length;
    this.#ends[number] = this.#starts?.[number] as number;
  }

  /** Makes the run of a vertex its cell. */
  #toCell(number: number): AccumMap {
    const [start, end] = [this.#starts?.[number] ?? 0, this.#ends[number] ?? 0];
    const cell = new AccumMap(this.#ops);
    account(CELL_BYTES);
    this.#pour(cell, start, end);
    this.#empty(number);
    this.values[number] = cell;
    return cell;
  }

  #makeRoom(): void {
    const length = this.#vertices.length;
    if (length >= MAX_LOGGED) {
      this.#settle();
      return;
    }
    const longer = Math.max(MIN_LOGGED, length * 2);
    const vertices = new Uint32Array(shared.raw(longer * 4));
    const keys = doubles(longer);
    const values = doubles(longer);
    vertices.set(this.#vertices);
    keys.set(this.#loggedKeys);
    values.set(this.#loggedValues);
    [this.#vertices, this.#loggedKeys, this.#loggedValues] = [vertices, keys, values];
  }

  /** Brings what the log has to the vertices. */
  #settle(): void {
    const logged = this.#logged;
    if (logged === 0) return;
    this.#logged = 0;
    if (logged * WHOLE_SHARE < this.#size + this.#held) this.#toCells(logged);
    else {
      check();
      this.#gather(logged);
      this.#mergeAll();
    }
  }

  #toCells(logged: number): void {
    for (let at = 0; at < logged; at += 1) {
      const number = this.#vertices[at] as number;
      const cell = (this.values[number] as AccumMap | undefined) ?? this.#toCell(number);
      cell.put(this.#loggedKeys[at], this.#loggedValues[at]);
    }
  }

  /** Puts the log's entries behind the runs of their vertices: a counting sort. */
  #gather(logged: number): void {
    const size = this.#size;
    if (this.#starts === null) {
      account(size * 8);
      this.#starts = new Int32Array(size);
      this.#ends = new Int32Array(size);
    }
    const [starts, ends, held] = [this.#starts, this.#ends, this.#held];
    const [oldKeys, oldSums] = [this.#keys, this.#sums];
    const [keys, sums] = this.#fresh(logged + held);
    const vertices = this.#vertices;
    const lengths = new Int32Array(size);
    if (held > 0) for (let v = 0; v < size; v += 1) lengths[v] = (ends[v] as number) - (starts[v] as number);
    for (let at = 0; at < logged; at += 1) {
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
    const [loggedKeys, loggedValues] = [this.#loggedKeys, this.#loggedValues];
    for (let at = 0; at < logged; at += 1) {
      const v = vertices[at] as number;
      const end = ends[v] as number;
      keys[end] = loggedKeys[at] as number;
      sums[end] = loggedValues[at] as number;
      ends[v] = end + 1;
    }
    [this.#spareKeys, this.#spareSums, this.#keys, this.#sums] = [oldKeys, oldSums, keys, sums];
  }

  /** Arrays for so many entries that no run is in. */
  #fresh(entries: number): readonly [keys: Float64Array, sums: Float64Array] {
    const length = this.#spareKeys.length;
    if (length < entries) {
      this.#spareKeys = doubles(entries);
      this.#spareSums = doubles(entries);
    }
    return [this.#spareKeys, this.#spareSums];
  }

  /** Makes each key of a run one entry. */
  #mergeAll(): void {
    const [starts, ends, cells] = [this.#starts as Int32Array, this.#ends, this.values];
    this.#table.fill(0);
    let held = 0;
    for (let number = 0; number < starts.length; number += 1) {
      const start = starts[number] as number;
      const end = ends[number] as number;
      if (start === end) continue;
      const cell = cells[number] as AccumMap | undefined;
      if (cell !== undefined) {
        this.#pour(cell, start, end);
        ends[number] = start;
        continue;
      }
      const merged = end - start > LISTED_KEYS ? this.#mergeLong(start, end) : this.#mergeShort(start, end);
      if (merged < 0) this.#spill(number, start, end);
      else {
        ends[number] = merged;
        held += merged - start;
      }
    }
    this.#held = held;
  }

  #pour(cell: AccumMap, start: number, end: number): void {
    for (let at = start; at < end; at += 1) cell.put(this.#keys[at], this.#sums[at]);
  }

  /** The end of what is left of a run, or less than 0 when a sum is too large: `#stopped` says where. */
  #mergeShort(start: number, end: number): number {
    const keys = this.#keys;
    const sums = this.#sums;
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

  #mergeLong(start: number, end: number): number {
    const keys = this.#keys;
    const sums = this.#sums;
    const most = this.#most;
    const table = this.#tableFor(end - start);
    const mask = table.length - 1;
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

  #tableFor(entries: number): Int32Array {
    if (this.#table.length < entries * 2) {
      const length = 2 ** Math.ceil(Math.log2(entries * 2));
      account((length - this.#table.length) * 4);
      this.#table = new Int32Array(length);
    }
    return this.#table;
  }

  #stop(merged: number, left: number): number {
    this.#stopped = { merged, left };
    return -1;
  }

  /** Makes a cell of a run that was merged up to where a sum became too large for it. */
  #spill(number: number, start: number, end: number): void {
    const cell = new AccumMap(this.#ops);
    account(CELL_BYTES);
    this.#pour(cell, start, this.#stopped.merged);
    this.#pour(cell, this.#stopped.left, end);
    this.#ends[number] = start;
    this.values[number] = cell;
  }
}

/** All of a map that is no run. */
export const runOf = (map: AccumMap): Run => {
  const { keys, values } = map.pairs();
  return { keys, values, start: 0, end: keys.length };
};
