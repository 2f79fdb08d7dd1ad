/** GROUP BY: groups of rows by the values of keys, and what is aggregated of each. */
import { Average } from './accumulators.ts';
import { addInt, multiplyInt, toDouble, type Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import type { TableRows } from './sorting.ts';
import type { Table } from './tables.ts';
import { canonical, compare } from './values.ts';

interface Aggregate {
  readonly name: string;
  readonly distinct: boolean;
}

/** One aggregate of one group; missing values (null) do not count. `rows`: for how many rows a value stands. */
class Aggregation {
  readonly #kind: Aggregate;
  readonly #seen: Set<unknown> | null;
  #count = 0;
  #sum: Int = 0;
  #double = 0;
  #squares = 0;
  #integers = true;
  #extreme: unknown = null;

  constructor(kind: Aggregate) {
    this.#kind = kind;
    this.#seen = kind.distinct ? new Set() : null;
  }

  /** count(*), and count of what is never missing. */
  count(rows: number): void {
    this.#count += rows;
  }

  /** avg of a number. */
  mean(value: number, rows: number): void {
    this.#count += rows;
    this.#double += value * rows;
  }

  /** min and max of a number. */
  extreme(value: number, lower: boolean): void {
    const before = this.#extreme as number | null;
    if (before === null || (lower ? value < before : value > before)) this.#extreme = value;
  }

  /** sum of a whole number that is exact as a double. */
  sum(value: number, rows: number): void {
    const part = value * rows;
    const sum = typeof this.#sum === 'number' ? this.#sum + part : Number.NaN;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(part)) this.#sum = sum;
    else this.#sum = addInt(this.#sum, multiplyInt(value, rows));
  }

  add(value: unknown, rows: number): void {
    if (value === null || value === undefined) return;
    let times = rows;
    if (this.#seen !== null) {
      const member = canonical(value);
      if (this.#seen.has(member)) return;
      this.#seen.add(member);
      times = 1;
    }
    this.#count += times;
    switch (this.#kind.name) {
      case 'min':
      case 'max':
        if (
          this.#extreme === null ||
          compare(value, this.#extreme) * (this.#kind.name === 'min' ? 1 : -1) < 0
        ) {
          this.#extreme = value;
        }
        return;
      case 'sum':
      case 'avg':
      case 'stdev': {
        const number = toDouble(value as Int);
        if (typeof value === 'number' && !Number.isInteger(value)) this.#integers = false;
        if (this.#integers) {
          this.#sum = addInt(this.#sum, times === 1 ? (value as Int) : multiplyInt(value as Int, times));
        }
        this.#double += number * times;
        this.#squares += number * number * times;
      }
    }
  }

  get(): unknown {
    switch (this.#kind.name) {
      case 'count':
        return this.#count;
      case 'sum':
        return this.#integers ? this.#sum : this.#double;
      case 'avg':
        return new Average(this.#double, this.#count).mean;
      case 'stdev': {
        if (this.#count < 2) return 0;
        const mean = this.#double / this.#count;
        return Math.sqrt(Math.max(0, (this.#squares - this.#count * mean * mean) / (this.#count - 1)));
      }
      default:
        return this.#extreme;
    }
  }
}

type Cells = readonly Aggregation[];

/** A group while its row is worked out. */
interface Group {
  readonly keys: readonly unknown[];
  value(index: number): unknown;
}

type ShowGroup = (group: Group) => readonly [values: readonly unknown[], keys: readonly unknown[]] | null;

/** Groups by the values of their keys, one level of maps for each. */
class GroupedRows {
  readonly #rows: TableRows;
  readonly #kinds: readonly Aggregate[];
  readonly #groups: { readonly keys: readonly unknown[]; readonly cells: Cells }[] = [];
  readonly #tree = new Map<unknown, unknown>();
  #coded: CodedGroups | null = null;

  constructor(rows: TableRows, kinds: readonly Aggregate[]) {
    this.#rows = rows;
    this.#kinds = kinds;
  }

  /** The group of some values, made when it is new. */
  at(keys: readonly unknown[]): Cells {
    if (keys.length === 0) return this.#groups[0]?.cells ?? this.begin(keys);
    let level = this.#tree;
    const last = keys.length - 1;
    for (let index = 0; index < last; index += 1) {
      const key = canonical(keys[index]);
      let next = level.get(key) as Map<unknown, unknown> | undefined;
      if (next === undefined) {
        next = new Map();
        level.set(key, next);
      }
      level = next;
    }
    const key = canonical(keys[last]);
    let cells = level.get(key) as Cells | undefined;
    if (cells === undefined) {
      cells = this.begin(keys);
      level.set(key, cells);
    }
    return cells;
  }

  /** The groups by a whole number below `limit` that stands for their keys. */
  coded(limit: number): CodedGroups {
    this.#coded ??= new CodedGroups(this, limit);
    return this.#coded;
  }

  /** A group that is not there yet. */
  begin(keys: readonly unknown[]): Cells {
    const cells = this.#kinds.map((kind) => new Aggregation(kind));
    this.#groups.push({ keys, cells });
    account(ELEMENT_BYTES * (2 + 2 * cells.length));
    return cells;
  }

  /** Works the rows out. Without keys there is one group even when no row was found. */
  close(show: ShowGroup, hasKeys: boolean): void {
    if (!hasKeys && this.#groups.length === 0) this.begin([]);
    for (const { keys, cells } of this.#groups) {
      const row = show({ keys, value: (index) => cells[index]?.get() });
      if (row !== null) this.#rows.add(...row);
    }
  }

  finish(): Table {
    return this.#rows.finish();
  }
}

/** Up to so many groups their numbers stand in an array. */
const DENSE_LIMIT = 1 << 22;

/** Finds groups by numbers, as long as these are exact. */
class CodedGroups {
  readonly #groups: GroupedRows;
  /** Place in `#cells` + 1; 0: none. */
  readonly #dense: Int32Array | null;
  readonly #sparse = new Map<number, number>();
  readonly #exact: boolean;
  readonly #cells: Cells[] = [];

  constructor(groups: GroupedRows, limit: number) {
    this.#groups = groups;
    this.#exact = limit <= Number.MAX_SAFE_INTEGER;
    if (limit <= DENSE_LIMIT) account(limit * Int32Array.BYTES_PER_ELEMENT);
    this.#dense = limit <= DENSE_LIMIT ? new Int32Array(limit) : null;
  }

  /** Undefined for one that is not known by its number. */
  get(code: number): Cells | undefined {
    const place = this.#dense === null ? (this.#sparse.get(code) ?? 0) : (this.#dense[code] as number);
    return this.#cells[place - 1];
  }

  /** The group of the keys that `code` stands for. */
  begin(code: number, keys: readonly unknown[]): Cells {
    if (!this.#exact) return this.#groups.at(keys);
    const cells = this.#groups.begin(keys);
    this.#cells.push(cells);
    if (this.#dense === null) this.#sparse.set(code, this.#cells.length);
    else this.#dense[code] = this.#cells.length;
    return cells;
  }
}

export const groupedRows = (rows: TableRows, kinds: readonly Aggregate[]): GroupedRows =>
  new GroupedRows(rows, kinds);
