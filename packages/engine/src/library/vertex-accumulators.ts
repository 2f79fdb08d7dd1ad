/**
 * Accumulators attached to vertices: a page of values per vertex type, dense where the accumulator's type
 * allows. While a SELECT runs, values from before it stay readable where the compiler asks for it.
 */
import { engineError } from '../errors/catalogue.ts';
import type { GraphSnapshot, VertexRef } from '../graph/snapshot.ts';
import { numberOf, typeIndexOf } from '../graph/snapshot.ts';
import type { AccumMap } from './accum-map.ts';
import { accumOps, type AccumOps, type AccumSlot, type AccumSpec, type Cell } from './accumulators.ts';
import { clearContainer } from './collections.ts';
import { toDouble, toUint, type Int } from './int64.ts';
import { MapPage, type Run, runOf } from './map-pages.ts';
import { account } from './meter.ts';
import { shared } from './shared-pool.ts';
import {
  BoolPage,
  CellPage,
  DoublePage,
  IntPage,
  type Page,
  addIntAt,
  getInt,
  intPage,
  maxIntAt,
  minIntAt,
  setInt,
} from './vertex-pages.ts';

export type VertexAccumLayout = 'double' | 'int' | 'bool' | 'cell';

/** The layout and the type of a vertex accumulator. */
export interface VertexAccumSpec {
  readonly name: string;
  readonly layout: VertexAccumLayout;
  readonly spec: AccumSpec;
}

/** A SELECT that starts from at least one in so many vertices is expected to change many. */
const WHOLE_SHARE = 16;

/** The pages of one vertex accumulator, made type by type when first touched. */
export class VertexAccumulator {
  readonly spec: VertexAccumSpec;
  readonly ops: AccumOps;
  /** Rises with every SELECT that keeps old values. */
  epoch = 0;
  /** Whether the SELECT expects to change many vertices, so that all old values are copied at once. */
  whole = false;
  readonly initial: unknown;
  readonly #snapshot: GraphSnapshot;
  readonly #pages: (Page | undefined)[] = [];

  /** `initial`: the value of the declaration; undefined or NULL: the type's initial value. */
  constructor(spec: VertexAccumSpec, initial: unknown, snapshot: GraphSnapshot) {
    this.spec = spec;
    this.ops = accumOps(spec.spec);
    this.initial = initial ?? undefined;
    this.#snapshot = snapshot;
  }

  /** From here on old values are those of now; `scanned`: vertices that the SELECT starts from. */
  begin(scanned: number): void {
    this.epoch += 1;
    this.whole = scanned * WHOLE_SHARE >= this.total();
  }

  /** The number of vertices of a type. */
  protected sizeOf(typeIndex: number): number {
    return this.#snapshot.vertexTable(typeIndex).size;
  }

  /** The number of vertices of all types. */
  protected total(): number {
    return this.#snapshot.vertexTables.reduce((sum, table) => sum + table.size, 0);
  }

  page(typeIndex: number): Page {
    const page = (this.#pages[typeIndex] ??= this.makePage(typeIndex));
    if (this.epoch > 0 && !(page instanceof CellPage)) page.keep(this.epoch, this.whole);
    return page;
  }

  /** The pages that have been touched, with the type that each is about. */
  *touched(): Generator<readonly [typeIndex: number, page: Page]> {
    for (const [typeIndex, page] of this.#pages.entries()) if (page !== undefined) yield [typeIndex, page];
  }

  protected makePage(typeIndex: number): Page {
    const size = this.sizeOf(typeIndex);
    const { initial } = this;
    switch (this.spec.layout) {
      case 'double': {
        const start = initial === undefined ? this.#untouched() : toDouble(initial as Int);
        return new DoublePage(shared.doubles(size, start));
      }
      case 'int':
        return intPage(size, initial === undefined ? this.#untouched() : (initial as Int));
      case 'bool': {
        const start = initial === undefined ? this.#untouched() : initial === true ? 1 : 0;
        return new BoolPage(shared.bytes(size, start));
      }
      case 'cell':
        return this.ops.values?.sums === undefined || this.initial !== undefined
          ? new CellPage(size)
          : new MapPage(size, this.ops.values);
    }
  }

  /** As a page of plain values holds it: the value of a vertex that nothing was added to. */
  #untouched(): number {
    const { layout, spec } = this.spec;
    if (layout === 'bool') return spec.kind === 'and' ? 1 : 0;
    if (spec.kind !== 'min' && spec.kind !== 'max') return 0;
    const unsigned = spec.type.kind === 'int' && spec.type.unsigned === true;
    if (layout === 'double') return spec.kind === 'min' ? Number.MAX_VALUE : -Number.MAX_VALUE;
    return spec.kind === 'min' ? Infinity : unsigned ? 0 : -Infinity;
  }

  newCell(): Cell {
    return this.initial === undefined ? this.ops.init() : this.ops.assign(this.initial);
  }

  /** The value of any vertex: for references that are not an alias of the pattern. */
  read(ref: VertexRef): unknown {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) return page.values[number];
    if (page instanceof IntPage) return this.#asRead(getInt(page, number));
    if (page instanceof BoolPage) return page.values[number] === 1;
    return cellValue(this, page, number);
  }

  /** The value of any vertex as it was before the running SELECT. */
  readOld(ref: VertexRef): unknown {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof CellPage) return oldCell(this, page, number);
    return page instanceof IntPage ? this.#asRead(page.oldValue(number)) : page.oldValue(number);
  }

  /** The value as which an integer of a page is read. */
  #asRead(value: Int): Int {
    const { spec } = this.spec;
    return spec.kind === 'sumInt' && spec.unsigned === true ? toUint(value) : value;
  }

  keep(ref: VertexRef): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof CellPage) keepCell(this, page, number);
    else page.keepOne(number);
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
    } else addCell(this, page, number, value);
  }

  /** The accumulator of one vertex, to be changed in place. Only for those that are kept as cells. */
  slot(ref: VertexRef): AccumSlot {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref)) as CellPage;
    const rawOf = (): Cell => rawCell(this, page, number);
    return {
      ops: this.ops,
      get cell() {
        return rawOf();
      },
      set cell(cell: Cell) {
        page.setCell(number, cell);
      },
    };
  }

  /** Restores the initial value of every vertex. */
  reset(): void {
    this.#pages.length = 0;
  }

  assign(ref: VertexRef, value: unknown): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof DoublePage) page.values[number] = toDouble(value as Int);
    else if (page instanceof IntPage) setInt(page, number, value as Int);
    else if (page instanceof BoolPage) page.values[number] = value === true ? 1 : 0;
    else assignCell(this, page, number, value);
  }

  /** Gives a vertex the value of one that nothing was added to, whatever the declaration says. */
  empty(ref: VertexRef): void {
    const number = numberOf(requireVertex(ref));
    const page = this.page(typeIndexOf(ref));
    if (page instanceof CellPage) page.setCell(number, this.ops.init());
    else page.values[number] = this.#untouched();
  }
}

function requireVertex(ref: VertexRef): VertexRef {
  if (ref < 0 || ref === null) {
    throw engineError('accumulatorWithoutVertex');
  }
  return ref;
}

function rawCell(accumulator: VertexAccumulator, page: CellPage, number: number): Cell {
  const known = page.cell(number);
  if (known !== undefined && known !== null) return known;
  const cell = newAccountedCell(accumulator);
  page.values[number] = cell;
  return cell;
}

function newAccountedCell(accumulator: VertexAccumulator): Cell {
  account(64);
  const cell = accumulator.newCell();
  // An untouched minimum is null, which would be made again: harmless, it stays null.
  return cell;
}

export const cellValue = (accumulator: VertexAccumulator, page: CellPage, number: number): unknown =>
  accumulator.ops.read(page.cell(number) ?? accumulator.newCell());

export function addCell(
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  value: unknown,
): void {
  page.values[number] = accumulator.ops.add(rawCell(accumulator, page, number), value);
}

/** `+= (key -> value)` of a map. */
export function putCell(
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  key: unknown,
  value: unknown,
): void {
  if (page instanceof MapPage && page.log(number, key, value)) return;
  (rawCell(accumulator, page, number) as AccumMap).put(key, value);
}

/** As `putCell`, where all that is added to a vertex is added before anything to the next one. */
export function putRun(
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  key: unknown,
  value: unknown,
): void {
  if (page instanceof MapPage && page.put(number, key, value)) return;
  (rawCell(accumulator, page, number) as AccumMap).put(key, value);
}

const cellMap = (accumulator: VertexAccumulator, page: CellPage, number: number): AccumMap =>
  cellValue(accumulator, page, number) as AccumMap;

/** Keys and values of a vertex's map, for a loop that changes no map of this accumulator. */
export const mapRun = (accumulator: VertexAccumulator, page: CellPage, number: number): Run =>
  page instanceof MapPage ? page.run(number) : runOf(cellMap(accumulator, page, number));

export function mapSize(accumulator: VertexAccumulator, page: CellPage, number: number): number {
  if (!(page instanceof MapPage)) return cellMap(accumulator, page, number).size;
  const { start, end } = page.run(number);
  return end - start;
}

export function clearMap(accumulator: VertexAccumulator, page: CellPage, number: number): void {
  if (page instanceof MapPage) page.clear(number);
  else clearContainer(cellMap(accumulator, page, number));
}

export function assignCell(
  accumulator: VertexAccumulator,
  page: CellPage,
  number: number,
  value: unknown,
): void {
  page.setCell(number, accumulator.ops.assign(value));
}

export function keepCell(accumulator: VertexAccumulator, page: CellPage, number: number): void {
  const { epoch } = accumulator;
  if (page.old[number]?.epoch === epoch) return;
  const cell = page.cell(number);
  page.old[number] = { epoch, cell: cell === undefined ? undefined : accumulator.ops.copy(cell) };
}

export function oldCell(accumulator: VertexAccumulator, page: CellPage, number: number): unknown {
  const kept = page.old[number];
  if (kept === undefined || kept.epoch !== accumulator.epoch) return cellValue(accumulator, page, number);
  return accumulator.ops.read(kept.cell ?? accumulator.newCell());
}
