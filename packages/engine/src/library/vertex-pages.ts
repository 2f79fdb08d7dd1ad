/**
 * Values of a vertex accumulator by vertex number, for the vertices of one type. While a SELECT that
 * keeps old values runs, `old` holds those from before it: all of them, or those with
 * `stamp[number & mask] === epoch`, where few vertices are expected to change. Where all are kept, the mask
 * makes the first stamp that of every vertex: code that reads is the same, so V8 does not have to compile it
 * anew when a later SELECT expects few changes.
 */
import type { Cell } from './accumulators.ts';
import { type Int, addInt } from './int64.ts';
import { account } from './meter.ts';
import { shared } from './shared-pool.ts';

type Dense = Float64Array | Uint8Array;

abstract class DensePage<Values extends Dense> {
  readonly values: Values;
  /** One longer than `values`: writes of values that are already kept go to the last place. */
  old: Values;
  stamp = new Int32Array(1);
  mask = 0;
  readonly #all = this.stamp;
  #marks: Int32Array<ArrayBuffer> | null = null;
  /** The last SELECT for which old values were made ready. */
  epoch = 0;

  /** `old`: the values from before the SELECT, when they are known. */
  constructor(values: Values, old: Values = values) {
    this.values = values;
    this.old = old;
  }

  protected abstract another(size: number): Values;

  /** Makes old values ready for the SELECT `epoch`: a copy of all, or kept one by one before each write. */
  keep(epoch: number, whole: boolean): void {
    if (this.epoch === epoch) return;
    this.epoch = epoch;
    const size = this.values.length;
    if (this.old === this.values) this.old = this.another(size + 1);
    if (whole) {
      this.#all[0] = epoch;
      [this.stamp, this.mask] = [this.#all, 0];
      this.old.set(this.values);
      return;
    }
    if (this.#marks === null) {
      account(size * 4);
      this.#marks = new Int32Array(size);
    }
    [this.stamp, this.mask] = [this.#marks, -1];
  }

  /** Keeps the value of one vertex, unless it is kept already. */
  keepOne(number: number): void {
    const { stamp, mask } = this;
    if (stamp[number & mask] === this.epoch) return;
    stamp[number & mask] = this.epoch;
    this.old[number] = this.values[number] as number;
  }

  /** Whether `old` has the value from before the SELECT. */
  protected isKept(number: number): boolean {
    return this.stamp[number & this.mask] === this.epoch;
  }

  /** The value from before the SELECT, as it is stored. */
  protected oldAt(number: number): number {
    return (this.isKept(number) ? this.old : this.values)[number] as number;
  }
}

export class DoublePage extends DensePage<Float64Array> {
  protected another(size: number): Float64Array {
    return shared.doubles(size, 0);
  }
  oldValue(number: number): number {
    return this.oldAt(number);
  }
}

export class BoolPage extends DensePage<Uint8Array> {
  protected another(size: number): Uint8Array {
    return shared.bytes(size, 0);
  }
  oldValue(number: number): boolean {
    return this.oldAt(number) === 1;
  }
}

/**
 * Integers as doubles while they are safe; NaN stands for one that is in `wide`. Untouched minima and
 * maxima are infinite inside and the ends of INT's range outside.
 */
export class IntPage extends DensePage<Float64Array> {
  readonly wide = new Map<number, bigint>();
  #oldWide = new Map<number, bigint>();

  /** Whether there is, or was before the SELECT, an integer that a double does not hold. */
  get hasWide(): boolean {
    return this.wide.size > 0 || this.#oldWide.size > 0;
  }

  protected another(size: number): Float64Array {
    return shared.doubles(size, 0);
  }
  override keep(epoch: number, whole: boolean): void {
    const first = this.epoch !== epoch;
    super.keep(epoch, whole);
    if (first && whole && this.wide.size > 0) this.#oldWide = new Map(this.wide);
  }
  override keepOne(number: number): void {
    const wide = this.wide.get(number);
    if (wide !== undefined && !this.isKept(number)) this.#oldWide.set(number, wide);
    super.keepOne(number);
  }
  oldValue(number: number): Int {
    const value = this.oldAt(number);
    if (value <= MAX && value >= -MAX) return value;
    return wideValue(this.isKept(number) ? this.#oldWide : this.wide, number, value);
  }
}

/** Cells are made when they are first written. */
export class CellPage {
  readonly values: Cell[];
  #old: Kept[] | null = null;

  constructor(size: number) {
    account(size * 8);
    // An array that is as long from the start is not a hash table.
    this.values = new Array<Cell>(size);
  }

  /** Undefined for a vertex that has none yet. */
  cell(number: number): Cell {
    return this.values[number];
  }

  setCell(number: number, cell: Cell): void {
    this.values[number] = cell;
  }

  get old(): Kept[] {
    return (this.#old ??= new Array<Kept>(this.values.length));
  }
}

/** The cell of a vertex from before the SELECT `epoch`. */
type Kept = { readonly epoch: number; readonly cell: Cell } | undefined;

export type Page = DoublePage | IntPage | BoolPage | CellPage;

/** A page of integers that are all the same. */
export function intPage(size: number, initial: Int): IntPage {
  const page = new IntPage(shared.doubles(size, typeof initial === 'number' ? initial : 0));
  if (typeof initial === 'number') return page;
  for (let number = 0; number < size; number += 1) setInt(page, number, initial);
  return page;
}

const MAX = Number.MAX_SAFE_INTEGER;

function wideValue(wide: Map<number, bigint>, number: number, value: number): Int {
  if (value === Infinity) return 2n ** 63n - 1n;
  if (value === -Infinity) return -(2n ** 63n);
  return wide.get(number) ?? 0;
}

export function getInt(page: IntPage, number: number): Int {
  const value = page.values[number] as number;
  return value <= MAX && value >= -MAX ? value : wideValue(page.wide, number, value);
}

export function setInt(page: IntPage, number: number, value: Int): void {
  if (typeof value === 'number') {
    page.values[number] = value;
    return;
  }
  page.values[number] = NaN;
  page.wide.set(number, value);
}

export function addIntAt(page: IntPage, number: number, value: Int): void {
  if (typeof value === 'number') {
    const sum = (page.values[number] as number) + value;
    if (sum <= MAX && sum >= -MAX) {
      page.values[number] = sum;
      return;
    }
  }
  setInt(page, number, addInt(getInt(page, number), value));
}

export function minIntAt(page: IntPage, number: number, value: Int): void {
  const current = page.values[number] as number;
  if (typeof value === 'number' && current === current) {
    if (value < current) page.values[number] = value;
  } else if (value < getInt(page, number)) setInt(page, number, value);
}

export function maxIntAt(page: IntPage, number: number, value: Int): void {
  const current = page.values[number] as number;
  if (typeof value === 'number' && current === current) {
    if (value > current) page.values[number] = value;
  } else if (value > getInt(page, number)) setInt(page, number, value);
}
