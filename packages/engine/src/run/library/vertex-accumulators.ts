/**
 * Accumulators attached to vertices: an array by vertex number per type, dense where the accumulator's
 * type allows. While a SELECT runs, values from before it stay readable where the compiler asks for it.
 */
import { EngineError } from '../../errors.ts';
import type { GraphSnapshot, VertexRef } from '../../graph/snapshot.ts';
import { numberOf, typeIndexOf } from '../../graph/snapshot.ts';
import { accumOps, type AccumOps, type AccumSpec, type Cell } from './accumulators.ts';
import { addInt, toDouble, type Int } from './int64.ts';
import { account } from './meter.ts';

/** Values of one type's vertices. `stamp[v] === epoch` where `old[v]` holds the value from before. */
interface Page {
  readonly values: Float64Array | Uint8Array | Cell[];
  old: Float64Array | Uint8Array | Cell[] | null;
  stamp: Int32Array | null;
}

export class DoublePage implements Page {
  readonly values: Float64Array;
  old: Float64Array | null = null;
  stamp: Int32Array | null = null;
  constructor(size: number, initial: number) {
    this.values = new Float64Array(size);
    if (initial !== 0) this.values.fill(initial);
  }
}

/** Integers as doubles while they are safe; NaN stands for one that is in `wide`. */
export class IntPage implements Page {
  readonly values: Float64Array;
  readonly wide = new Map<number, bigint>();
  old: Float64Array | null = null;
  readonly oldWide = new Map<number, bigint>();
  stamp: Int32Array | null = null;
  constructor(size: number, initial: Int) {
    this.values = new Float64Array(size);
    if (initial === 0) return;
    if (typeof initial === 'number') this.values.fill(initial);
    else for (let number = 0; number < size; number += 1) setInt(this, number, initial);
  }
}

export class BoolPage implements Page {
  readonly values: Uint8Array;
  old: Uint8Array | null = null;
  stamp: Int32Array | null = null;
  constructor(size: number, initial: boolean) {
    this.values = new Uint8Array(size);
    if (initial) this.values.fill(1);
  }
}

export class CellPage implements Page {
  readonly values: Cell[] = [];
  old: Cell[] | null = null;
  stamp: Int32Array | null = null;
}

const MAX = Number.MAX_SAFE_INTEGER;

export const getInt = (page: IntPage, number: number): Int => {
  const value = page.values[number] as number;
  return value <= MAX && value >= -MAX ? value : wideValue(page.wide, number, value);
};

/** Untouched minima and maxima are infinite inside and the ends of INT's range outside. */
const wideValue = (wide: Map<number, bigint>, number: number, value: number): Int => {
  if (value === Infinity) return 2n ** 63n - 1n;
  if (value === -Infinity) return -(2n ** 63n);
  return wide.get(number) ?? 0;
};

export const setInt = (page: IntPage, number: number, value: Int): void => {
  if (typeof value === 'number') {
    page.values[number] = value;
    return;
  }
  page.values[number] = NaN;
  page.wide.set(number, value);
};

export const addIntAt = (page: IntPage, number: number, value: Int): void => {
  if (typeof value === 'number') {
    const sum = (page.values[number] as number) + value;
    if (sum <= MAX && sum >= -MAX) {
      page.values[number] = sum;
      return;
    }
  }
  setInt(page, number, addInt(getInt(page, number), value));
};

export const minIntAt = (page: IntPage, number: number, value: Int): void => {
  const current = page.values[number] as number;
  if (typeof value === 'number' && current === current) {
    if (value < current) page.values[number] = value;
  } else if (value < getInt(page, number)) setInt(page, number, value);
};

export const maxIntAt = (page: IntPage, number: number, value: Int): void => {
  const current = page.values[number] as number;
  if (typeof value === 'number' && current === current) {
    if (value > current) page.values[number] = value;
  } else if (value > getInt(page, number)) setInt(page, number, value);
};

export const oldInt = (page: IntPage, number: number, epoch: number): Int => {
  const { stamp, old } = page;
  if (stamp === null || old === null || stamp[number] !== epoch) return getInt(page, number);
  const value = old[number] as number;
  return value <= MAX && value >= -MAX ? value : wideValue(page.oldWide, number, value);
};

export const keepInt = (page: IntPage, number: number, epoch: number): void => {
  if (page.stamp === null || page.old === null) {
    page.old = new Float64Array(page.values.length);
    page.stamp = new Int32Array(page.values.length);
    account(page.values.length * 12);
  }
  if (page.stamp[number] === epoch) return;
  page.stamp[number] = epoch;
  page.old[number] = page.values[number] as number;
  const wide = page.wide.get(number);
  if (wide !== undefined) page.oldWide.set(number, wide);
};

export const keepDouble = (page: DoublePage, number: number, epoch: number): void => {
  if (page.stamp === null || page.old === null) {
    page.old = new Float64Array(page.values.length);
    page.stamp = new Int32Array(page.values.length);
    account(page.values.length * 12);
  }
  if (page.stamp[number] === epoch) return;
  page.stamp[number] = epoch;
  page.old[number] = page.values[number] as number;
};

export const oldDouble = (page: DoublePage, number: number, epoch: number): number =>
  (page.stamp !== null && page.stamp[number] === epoch ? page.old : page.values)?.[number] as number;

export const keepBool = (page: BoolPage, number: number, epoch: number): void => {
  if (page.stamp === null || page.old === null) {
    page.old = new Uint8Array(page.values.length);
    page.stamp = new Int32Array(page.values.length);
    account(page.values.length * 5);
  }
  if (page.stamp[number] === epoch) return;
  page.stamp[number] = epoch;
  page.old[number] = page.values[number] as number;
};

export const oldBool = (page: BoolPage, number: number, epoch: number): boolean =>
  (page.stamp !== null && page.stamp[number] === epoch ? page.old : page.values)?.[number] === 1;

export type VertexAccumLayout = 'double' | 'int' | 'bool' | 'cell';

/** How the values of a vertex accumulator are kept, and what an untouched one holds. */
export interface VertexAccumSpec {
  readonly name: string;
  readonly layout: VertexAccumLayout;
  readonly spec: AccumSpec;
}

/** The pages of one vertex accumulator, made type by type when first touched. */
export class VertexAccumulator {
  readonly spec: VertexAccumSpec;
  readonly ops: AccumOps;
  /** Rises with every SELECT that keeps old values. */
  epoch = 0;
  readonly #initial: unknown;
  readonly #snapshot: GraphSnapshot;
  readonly #pages: (Page | undefined)[] = [];

  /** `initial`: the value of the declaration, or undefined for the type's own start. */
  constructor(spec: VertexAccumSpec, initial: unknown, snapshot: GraphSnapshot) {
    this.spec = spec;
    this.ops = accumOps(spec.spec);
    this.#initial = initial;
    this.#snapshot = snapshot;
  }

  page(typeIndex: number): Page {
    return (this.#pages[typeIndex] ??= this.#makePage(this.#snapshot.vertexTable(typeIndex).size));
  }

  #makePage(size: number): Page {
    const { layout, spec } = this.spec;
    account(size * (layout === 'bool' ? 1 : 8));
    const untouched = spec.kind === 'min' ? Infinity : spec.kind === 'max' ? -Infinity : 0;
    switch (layout) {
      case 'double': {
        const limit = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, untouched));
        return new DoublePage(size, this.#initial === undefined ? limit : toDouble(this.#initial as Int));
      }
      case 'int':
        return new IntPage(size, this.#initial === undefined ? untouched : (this.#initial as Int));
      case 'bool': {
        const start = this.#initial ?? spec.kind === 'and';
        return new BoolPage(size, start === true);
      }
      case 'cell':
        return new CellPage();
    }
  }

  newCell(): Cell {
    return this.#initial === undefined ? this.ops.init() : this.ops.assign(this.#initial);
  }

  /** The value of any vertex: for references that are not an alias of the pattern. */
  read(ref: VertexRef): unknown {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) return page.values[number];
    if (page instanceof IntPage) return getInt(page, number);
    if (page instanceof BoolPage) return page.values[number] === 1;
    return cellValue(this, page as CellPage, number);
  }

  /** The value of any vertex as it was before the running SELECT. */
  readOld(ref: VertexRef): unknown {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) return oldDouble(page, number, this.epoch);
    if (page instanceof IntPage) return oldInt(page, number, this.epoch);
    if (page instanceof BoolPage) return oldBool(page, number, this.epoch);
    return oldCell(this, page as CellPage, number);
  }

  keep(ref: VertexRef): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) keepDouble(page, number, this.epoch);
    else if (page instanceof IntPage) keepInt(page, number, this.epoch);
    else if (page instanceof BoolPage) keepBool(page, number, this.epoch);
    else keepCell(this, page as CellPage, number);
  }

  add(ref: VertexRef, value: unknown): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    const { kind } = this.spec.spec;
    if (page instanceof DoublePage) {
      const current = page.values[number] as number;
      const amount = toDouble(value as Int);
      if (kind === 'min') page.values[number] = Math.min(current, amount);
      else if (kind === 'max') page.values[number] = Math.max(current, amount);
      else page.values[number] = current + amount;
    } else if (page instanceof IntPage) {
      if (kind === 'min') minIntAt(page, number, value as Int);
      else if (kind === 'max') maxIntAt(page, number, value as Int);
      else addIntAt(page, number, value as Int);
    } else if (page instanceof BoolPage) {
      const flag = value === true ? 1 : 0;
      const current = page.values[number] as number;
      page.values[number] = kind === 'and' ? current & flag : current | flag;
    } else addCell(this, page as CellPage, number, value);
  }

  assign(ref: VertexRef, value: unknown): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) page.values[number] = toDouble(value as Int);
    else if (page instanceof IntPage) setInt(page, number, value as Int);
    else if (page instanceof BoolPage) page.values[number] = value === true ? 1 : 0;
    else assignCell(this, page as CellPage, number, value);
  }
}

const requireVertex = (ref: VertexRef): VertexRef => {
  if (ref < 0 || ref === null) {
    throw new EngineError('GSQL-4502', 'Runtime Error: the vertex of an accumulator does not exist.');
  }
  return ref;
};

const rawCell = (accumulator: VertexAccumulator, page: CellPage, number: number): Cell =>
  (page.values[number] ??= newAccountedCell(accumulator));

const newAccountedCell = (accumulator: VertexAccumulator): Cell => {
  account(64);
  const cell = accumulator.newCell();
  // An untouched minimum is null, which `??=` would make again: harmless, it stays null.
  return cell;
};

export const cellValue = (accumulator: VertexAccumulator, page: CellPage, number: number): unknown =>
  accumulator.ops.read(page.values[number] ?? accumulator.newCell());

export const addCell = (
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  value: unknown,
): void => {
  page.values[number] = accumulator.ops.add(rawCell(accumulator, page, number), value);
};

export const assignCell = (
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  value: unknown,
): void => {
  page.values[number] = accumulator.ops.assign(value);
};

export const keepCell = (accumulator: VertexAccumulator, page: CellPage, number: number): void => {
  page.old ??= [];
  page.stamp ??= new Int32Array(0);
  const marks = page.old;
  const mark = marks[number] as { epoch: number; cell: Cell } | undefined;
  if (mark !== undefined && mark.epoch === accumulator.epoch) return;
  const cell = page.values[number];
  marks[number] = {
    epoch: accumulator.epoch,
    cell: cell === undefined ? undefined : accumulator.ops.copy(cell),
  };
};

export const oldCell = (accumulator: VertexAccumulator, page: CellPage, number: number): unknown => {
  const mark = page.old?.[number] as { epoch: number; cell: Cell } | undefined;
  if (mark === undefined || mark.epoch !== accumulator.epoch) return cellValue(accumulator, page, number);
  return accumulator.ops.read(mark.cell ?? accumulator.newCell());
};
