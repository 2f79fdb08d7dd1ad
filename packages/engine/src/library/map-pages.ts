/**
 * Vertex accumulators that are maps from numbers to sums of numbers, which graph algorithms fill by the million.
 * Contributions that come vertex by vertex go to the vertex' run; those in any order go to a log, which the next read
 * merges into the runs. A vertex with contents or operations that a run cannot hold has a cell, as in other pages.
 */
import { AccumMap, LISTED_BYTES } from './accum-map.ts';
import type { AccumOps, Cell } from './accumulators.ts';
import { MapRuns, type SentRuns } from './map-runs.ts';
import { account, check } from './meter.ts';
import { shared } from './shared-pool.ts';
import { CellPage } from './vertex-pages.ts';

/** A full log of so many entries is merged before it grows. */
const MAX_LOGGED = 2 ** 22;
const MIN_LOGGED = 2 ** 10;
/** Merging visits all vertices, so it is for logs of at least one entry for so many vertices. */
const WHOLE_SHARE = 8;
/** Bytes of a map that is a cell. */
const CELL_BYTES = 64;

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
  readonly #runs: MapRuns;
  readonly #run: Run;

  constructor(size: number, ops: AccumOps) {
    super(size);
    this.#size = size;
    this.#ops = ops;
    this.#runs = new MapRuns(size, ops.sums === 'int' ? Number.MAX_SAFE_INTEGER : Infinity);
    this.#run = { keys: this.#runs.keys, values: this.#runs.sums, start: 0, end: 0 };
  }

  /** `+= (key -> value)`; false when the log cannot hold the entry. */
  log(number: number, key: unknown, value: unknown): boolean {
    if (typeof key !== 'number' || typeof value !== 'number') return false;
    if (this.#logged === this.#vertices.length) this.#makeRoom();
    if (this.#runs.open >= 0) this.#close();
    const at = this.#logged;
    this.#vertices[at] = number;
    this.#loggedKeys[at] = key;
    this.#loggedValues[at] = value;
    this.#logged = at + 1;
    return true;
  }

  /** As `log`, where the contributions to a vertex come one after another. */
  put(number: number, key: unknown, value: unknown): boolean {
    if (typeof key !== 'number' || typeof value !== 'number') return false;
    const runs = this.#runs;
    if (number !== runs.open) {
      // Entries of the log come first.
      if (this.#logged > 0) return this.log(number, key, value);
      if (this.values[number] !== undefined) return false;
      if (runs.open >= 0) this.#close();
      runs.begin(number);
    }
    runs.put(key, value);
    return true;
  }

  /** Ends the run that is being made. */
  #close(): void {
    const { open, start, top } = this.#runs;
    if (!this.#runs.close()) this.#spill(open, start, top);
  }

  /** The cell of a vertex, which it has from here on, unless nothing was added to it. */
  override cell(number: number): Cell {
    this.#settle();
    const known = this.values[number];
    return known !== undefined || this.#runs.length(number) === 0 ? known : this.#toCell(number);
  }

  override setCell(number: number, cell: Cell): void {
    this.#settle();
    this.#runs.empty(number);
    this.values[number] = cell;
  }

  /** The run of a vertex; good until something is added to any. */
  run(number: number): Run {
    this.#settle();
    const cell = this.values[number] as AccumMap | undefined;
    if (cell !== undefined) return runOf(cell);
    const run = this.#run;
    const { keys, sums, starts, ends } = this.#runs;
    run.keys = keys;
    run.values = sums;
    run.start = starts.length === 0 ? 0 : (starts[number] as number);
    run.end = starts.length === 0 ? 0 : (ends[number] as number);
    return run;
  }

  clear(number: number): void {
    this.#settle();
    this.#runs.empty(number);
    const cell = this.values[number] as AccumMap | undefined;
    if (cell === undefined) return;
    account(-(CELL_BYTES + cell.size * LISTED_BYTES));
    cell.clear();
    this.values[number] = undefined;
  }

  /** All runs, for another thread; null when there is more than runs. */
  sent(): SentRuns | null {
    this.#settle();
    const cells = this.values;
    for (let number = 0; number < cells.length; number += 1) if (cells[number] !== undefined) return null;
    return this.#runs.sent();
  }

  /** Adds the contributions of another thread. */
  adopt(sent: SentRuns): void {
    this.#settle();
    const isFree = (number: number): boolean => this.values[number] === undefined;
    this.#runs.adopt(sent, isFree, (number, key, value) => {
      if (!this.put(number, key, value)) (this.cell(number) as AccumMap).put(key, value);
    });
  }

  /** Makes the run of a vertex its cell. */
  #toCell(number: number): AccumMap {
    const runs = this.#runs;
    const cell = new AccumMap(this.#ops);
    account(CELL_BYTES);
    this.#pour(cell, runs, runs.starts[number] ?? 0, runs.ends[number] ?? 0);
    runs.empty(number);
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
    const keys = new Float64Array(shared.raw(longer * 8));
    const values = new Float64Array(shared.raw(longer * 8));
    vertices.set(this.#vertices);
    keys.set(this.#loggedKeys);
    values.set(this.#loggedValues);
    [this.#vertices, this.#loggedKeys, this.#loggedValues] = [vertices, keys, values];
  }

  /** Merges all contributions into the runs or cells that are read. */
  #settle(): void {
    const logged = this.#logged;
    if (this.#runs.open >= 0) this.#close();
    if (logged === 0) return;
    this.#logged = 0;
    if (logged * WHOLE_SHARE < this.#size + this.#runs.held) this.#toCells(logged);
    else {
      check();
      this.#runs.gather(this.#vertices, this.#loggedKeys, this.#loggedValues, logged);
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

  /** Makes each key of a run one entry. */
  #mergeAll(): void {
    const runs = this.#runs;
    const { starts, ends } = runs;
    const cells = this.values;
    let held = 0;
    for (let number = 0; number < starts.length; number += 1) {
      const start = starts[number] as number;
      const end = ends[number] as number;
      if (start === end) continue;
      const cell = cells[number] as AccumMap | undefined;
      if (cell !== undefined) {
        this.#pour(cell, runs, start, end);
        ends[number] = start;
        continue;
      }
      const merged = runs.merge(start, end);
      if (merged < 0) this.#spill(number, start, end);
      else {
        ends[number] = merged;
        held += merged - start;
      }
    }
    runs.held = held;
  }

  #pour(cell: AccumMap, { keys, sums }: Pick<MapRuns, 'keys' | 'sums'>, start: number, end: number): void {
    for (let at = start; at < end; at += 1) cell.put(keys[at], sums[at]);
  }

  /** Makes a cell of a run that was merged up to where a sum became too large for it. */
  #spill(number: number, start: number, end: number): void {
    const cell = new AccumMap(this.#ops);
    account(CELL_BYTES);
    const { merged, left } = this.#runs.stopped;
    this.#pour(cell, this.#runs, start, merged);
    this.#pour(cell, this.#runs, left, end);
    this.#runs.ends[number] = start;
    this.values[number] = cell;
  }
}

/** All of a map that is no run. */
export function runOf(map: AccumMap): Run {
  const { keys, values } = map.pairs();
  return { keys, values, start: 0, end: keys.length };
}
