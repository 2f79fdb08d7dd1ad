/**
 * Vertex accumulators in two threads: the thread that runs a query sends the values of dense ones. A helping thread
 * reads these and gathers contributions in separate pages, which the first thread adds.
 */
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { addInt, type Int } from './int64.ts';
import { MapPage } from './map-pages.ts';
import type { SentRuns } from './map-runs.ts';
import { shared } from './shared-pool.ts';
import { NotTransferable, packValue, unpackValue, type Sent } from './transfer.ts';
import { VertexAccumulator, type VertexAccumSpec } from './vertex-accumulators.ts';
import {
  BoolPage,
  CellPage,
  DoublePage,
  IntPage,
  type Page,
  addIntAt,
  getInt,
  setInt,
} from './vertex-pages.ts';

type Values = Float64Array | Uint8Array;

interface SentPage {
  readonly typeIndex: number;
  readonly values: Values;
  readonly old: Values;
}

export interface SentAccumulator {
  readonly kind: 'accumulator';
  readonly spec: VertexAccumSpec;
  readonly initial: Sent;
  readonly written: boolean;
  /** It is written where it is. */
  readonly inPlace?: true;
  readonly pages: readonly SentPage[];
}

/** The contributions gathered in a page; `wide`: integers that a double cannot represent. */
interface SentValues {
  readonly typeIndex: number;
  readonly values: Values;
  readonly wide: readonly (readonly [number: number, value: Int])[];
  /** The values were changed in place, in shared memory. */
  readonly inPlace?: true;
}

export type SentContributions = SentValues | { readonly typeIndex: number; readonly runs: SentRuns };

/** `written`: whether the work adds to it. */
export function sendAccumulator(accumulator: VertexAccumulator, written: boolean): SentAccumulator {
  // Subclasses number other things than vertices.
  if (Object.getPrototypeOf(accumulator) !== VertexAccumulator.prototype) throw new NotTransferable();
  const { spec, initial, epoch, whole } = accumulator;
  const pages: SentPage[] = [];
  for (const [typeIndex] of accumulator.touched()) {
    // Old values must be kept before another thread reads.
    const page = accumulator.page(typeIndex);
    // Maps that are added to are not read.
    if (written && page instanceof MapPage) continue;
    if (page instanceof CellPage) throw new NotTransferable();
    const kept = epoch > 0 && page.epoch === epoch;
    // Pages that are added to and keep no old values are not read.
    const isRead = kept || !written;
    if (isRead && page instanceof IntPage && page.wide.size > 0) throw new NotTransferable();
    // Old values that are kept one by one change while the query runs.
    if (kept && written && !whole) throw new NotTransferable();
    pages.push({ typeIndex, values: page.values, old: kept && whole ? page.old : page.values });
  }
  return { kind: 'accumulator', spec, initial: packValue(initial), written, pages };
}

/** An accumulator whose values another thread changes where they are, of vertices of some types. */
export function sendInPlace(accumulator: VertexAccumulator, types: readonly number[]): SentAccumulator {
  for (const typeIndex of types) {
    const page = accumulator.page(typeIndex);
    if (page instanceof IntPage && page.hasWide) throw new NotTransferable();
  }
  const sent = sendAccumulator(accumulator, true);
  for (const typeIndex of types) {
    const page = sent.pages.find((each) => each.typeIndex === typeIndex);
    if (!(page?.values.buffer instanceof SharedArrayBuffer)) throw new NotTransferable();
  }
  return { ...sent, inPlace: true };
}

export class ReceivedAccumulator extends VertexAccumulator {
  readonly #sent: SentAccumulator;

  constructor(sent: SentAccumulator, snapshot: GraphSnapshot) {
    super(sent.spec, unpackValue(sent.initial), snapshot);
    this.#sent = sent;
  }

  protected override makePage(typeIndex: number): Page {
    const sent = this.#sent.pages.find((page) => page.typeIndex === typeIndex);
    if (sent === undefined) {
      const untouched = super.makePage(typeIndex);
      return this.#sent.written && !(untouched instanceof CellPage)
        ? this.#empty(this.sizeOf(typeIndex), untouched.values)
        : untouched;
    }
    if (this.#sent.written && this.#sent.inPlace !== true)
      return this.#empty(this.sizeOf(typeIndex), sent.old);
    return this.#pageOf(sent.values, sent.old);
  }

  /** A page of neutral values: adding them changes nothing. */
  #empty(size: number, old: Values): Page {
    const { kind } = this.spec.spec;
    if (this.spec.layout === 'bool') return this.#pageOf(shared.bytes(size, kind === 'and' ? 1 : 0), old);
    const nothing = kind === 'min' ? Infinity : kind === 'max' ? -Infinity : 0;
    return this.#pageOf(shared.doubles(size, nothing), old);
  }

  #pageOf(values: Values, old: Values): Page {
    if (values instanceof Uint8Array) return new BoolPage(values, old as Uint8Array);
    const doubles = old as Float64Array;
    return this.spec.layout === 'int' ? new IntPage(values, doubles) : new DoublePage(values, doubles);
  }

  contributions(): readonly SentContributions[] {
    return Array.from(this.touched(), ([typeIndex, page]) => {
      if (page instanceof CellPage) {
        const runs = page instanceof MapPage ? page.sent() : null;
        if (runs === null) throw new NotTransferable();
        return { typeIndex, runs };
      }
      const wide = page instanceof IntPage ? [...page.wide.keys()] : [];
      return {
        typeIndex,
        values: page.values,
        wide: wide.map((number) => [number, getInt(page as IntPage, number)]),
        ...(this.#sent.inPlace === true ? { inPlace: true as const } : {}),
      };
    });
  }
}

/** Adds the contributions of another thread. */
export function addContributions(accumulator: VertexAccumulator, sent: SentContributions): void {
  const page = accumulator.page(sent.typeIndex);
  const { kind } = accumulator.spec.spec;
  if ('runs' in sent) (page as MapPage).adopt(sent.runs);
  else if (sent.inPlace === true) {
    for (const [number, value] of sent.wide) setInt(page as IntPage, number, value);
  } else if (page instanceof BoolPage) addBools(page.values, sent.values, kind === 'and');
  else if (page instanceof DoublePage) addDoubles(page.values, sent.values, kind);
  else if (page instanceof IntPage) addInts(page, sent, kind);
}

function addBools(values: Uint8Array, other: Values, and: boolean): void {
  for (let number = 0; number < values.length; number += 1) {
    const [mine, theirs] = [values[number] as number, other[number] as number];
    values[number] = and ? mine & theirs : mine | theirs;
  }
}

function addDoubles(values: Float64Array, other: Values, kind: string): void {
  if (kind === 'min' || kind === 'max') {
    const sign = kind === 'min' ? 1 : -1;
    for (let number = 0; number < values.length; number += 1) {
      const value = other[number] as number;
      if (sign * value < sign * (values[number] as number)) values[number] = value;
    }
    return;
  }
  for (let number = 0; number < values.length; number += 1) {
    values[number] = (values[number] as number) + (other[number] as number);
  }
}

const MAX = Number.MAX_SAFE_INTEGER;

function addInts(page: IntPage, { values: other, wide }: SentValues, kind: string): void {
  const { values } = page;
  if (kind === 'min' || kind === 'max') {
    const sign = kind === 'min' ? 1 : -1;
    for (let number = 0; number < values.length; number += 1) {
      const value = other[number] as number;
      if (value !== sign * Infinity && !(sign * value >= sign * (values[number] as number))) {
        if (value === value) setExtreme(page, number, value, sign);
      }
    }
    for (const [number, value] of wide) setExtreme(page, number, value, sign);
    return;
  }
  for (let number = 0; number < values.length; number += 1) {
    const value = other[number] as number;
    if (value === 0 || value !== value) continue;
    const sum = (values[number] as number) + value;
    if (sum <= MAX && sum >= -MAX) values[number] = sum;
    else addIntAt(page, number, value);
  }
  for (const [number, value] of wide) setInt(page, number, addInt(getInt(page, number), value));
}

function setExtreme(page: IntPage, number: number, value: Int, sign: 1 | -1): void {
  const mine = getInt(page, number);
  if (sign === 1 ? value < mine : value > mine) setInt(page, number, value);
}
