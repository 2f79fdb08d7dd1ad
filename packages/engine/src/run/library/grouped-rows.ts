/** GROUP BY: groups of rows by the values of keys, and what is aggregated of each. */
import { Average } from './accumulators.ts';
import { addInt, multiplyInt, toDouble, type Int } from './int64.ts';
import { ELEMENT_BYTES, account, check } from './meter.ts';
import type { TableRows } from './sorting.ts';
import type { Table } from './tables.ts';
import { canonical, compare } from './values.ts';

interface Aggregate {
  readonly name: string;
  readonly distinct: boolean;
  /** Its values are numbers that are never missing; whole ones are exact as doubles. */
  readonly plain: boolean;
}

/** One aggregate of all groups, by their numbers. `rows`: for how many rows a value stands. */
interface AggregateColumn {
  begin(): void;
  value(group: number): unknown;
}

/** count(*), and count of what is never missing. */
class CountColumn implements AggregateColumn {
  readonly #counts: number[] = [];

  begin(): void {
    this.#counts.push(0);
  }

  add(group: number, rows: number): void {
    (this.#counts[group] as number) += rows;
  }

  value(group: number): unknown {
    return this.#counts[group];
  }
}

/** sum of whole numbers. */
class SumColumn implements AggregateColumn {
  readonly #sums: Int[] = [];

  begin(): void {
    this.#sums.push(0);
  }

  add(group: number, value: number, rows: number): void {
    const before = this.#sums[group] as Int;
    const part = value * rows;
    const sum = typeof before === 'number' ? before + part : Number.NaN;
    this.#sums[group] =
      Number.isSafeInteger(sum) && Number.isSafeInteger(part)
        ? sum
        : addInt(before, multiplyInt(value, rows));
  }

  value(group: number): unknown {
    return this.#sums[group];
  }
}

/** avg of numbers. */
class MeanColumn implements AggregateColumn {
  readonly #counts: number[] = [];
  readonly #sums: number[] = [];

  begin(): void {
    this.#counts.push(0);
    this.#sums.push(0);
  }

  add(group: number, value: number, rows: number): void {
    (this.#counts[group] as number) += rows;
    (this.#sums[group] as number) += value * rows;
  }

  value(group: number): unknown {
    return new Average(this.#sums[group] as number, this.#counts[group] as number).mean;
  }
}

/** min and max of numbers. */
class ExtremeColumn implements AggregateColumn {
  readonly #lower: boolean;
  /** NaN: none yet. */
  readonly #values: number[] = [];

  constructor(lower: boolean) {
    this.#lower = lower;
  }

  begin(): void {
    this.#values.push(Number.NaN);
  }

  add(group: number, value: number): void {
    const before = this.#values[group] as number;
    if (this.#lower ? !(before <= value) : !(before >= value)) this.#values[group] = value;
  }

  value(group: number): unknown {
    const value = this.#values[group] as number;
    return Number.isNaN(value) ? null : value;
  }
}

/** One aggregate of one group; missing values (null) do not count. */
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

/** Values of any kind. */
class ValueColumn implements AggregateColumn {
  readonly #kind: Aggregate;
  readonly #cells: Aggregation[] = [];

  constructor(kind: Aggregate) {
    this.#kind = kind;
  }

  begin(): void {
    this.#cells.push(new Aggregation(this.#kind));
  }

  add(group: number, value: unknown, rows: number): void {
    (this.#cells[group] as Aggregation).add(value, rows);
  }

  value(group: number): unknown {
    return (this.#cells[group] as Aggregation).get();
  }
}

const columnOf = (kind: Aggregate): AggregateColumn => {
  if (!kind.plain) return new ValueColumn(kind);
  switch (kind.name) {
    case 'count':
      return new CountColumn();
    case 'sum':
      return new SumColumn();
    case 'avg':
      return new MeanColumn();
    default:
      return new ExtremeColumn(kind.name === 'min');
  }
};

type ShowGroup = (group: number) => readonly [values: readonly unknown[], keys: readonly unknown[]] | null;

/** Groups by the values of their keys, one level of maps for each; a group is a number from 0. */
class GroupedRows {
  readonly columns: readonly AggregateColumn[];
  /** The values of each key by group. */
  readonly keys: readonly unknown[][];
  readonly #rows: TableRows;
  readonly #tree = new Map<unknown, unknown>();
  #count = 0;
  #coded: CodedGroups | null = null;

  constructor(rows: TableRows, kinds: readonly Aggregate[], keys: number) {
    this.#rows = rows;
    this.columns = kinds.map(columnOf);
    this.keys = Array.from({ length: keys }, () => []);
  }

  /** How many groups there are. */
  get count(): number {
    return this.#count;
  }

  /** How many rows were worked out. */
  get size(): number {
    return this.#rows.size;
  }

  /** The group of some values, made when it is new. */
  at(keys: readonly unknown[]): number {
    if (keys.length === 0) return this.#count === 0 ? this.begin(keys) : 0;
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
    let group = level.get(key) as number | undefined;
    if (group === undefined) {
      group = this.begin(keys);
      level.set(key, group);
    }
    return group;
  }

  /** The groups by a whole number below `limit` that stands for their keys. */
  coded(limit: number): CodedGroups {
    this.#coded ??= new CodedGroups(this, limit);
    return this.#coded;
  }

  /** A group that is not there yet. */
  begin(keys: readonly unknown[]): number {
    for (let index = 0; index < keys.length; index += 1) this.keys[index]?.push(keys[index]);
    for (const column of this.columns) column.begin();
    account(ELEMENT_BYTES * (2 + this.columns.length));
    this.#count += 1;
    return this.#count - 1;
  }

  /** Whether a row may be among the first by its first key of ORDER BY. */
  takes(key: unknown): boolean {
    return typeof key !== 'number' || this.#rows.takes(key);
  }

  /** Works the rows out. Without keys there is one group even when no row was found. */
  close(show: ShowGroup): void {
    if (this.keys.length === 0 && this.#count === 0) this.begin([]);
    for (let group = 0; group < this.#count; group += 1) {
      if ((group & 4095) === 4095) check();
      const row = show(group);
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
  /** The group + 1; 0: none. */
  readonly #dense: Int32Array | null;
  readonly #sparse = new Map<number, number>();
  readonly #exact: boolean;

  constructor(groups: GroupedRows, limit: number) {
    this.#groups = groups;
    this.#exact = limit <= Number.MAX_SAFE_INTEGER;
    if (limit <= DENSE_LIMIT) account(limit * Int32Array.BYTES_PER_ELEMENT);
    this.#dense = limit <= DENSE_LIMIT ? new Int32Array(limit) : null;
  }

  /** Below 0 for one that is not known by its number. */
  get(code: number): number {
    return this.#dense === null ? (this.#sparse.get(code) ?? -1) : (this.#dense[code] as number) - 1;
  }

  /** The group of the keys that `code` stands for. */
  begin(code: number, keys: readonly unknown[]): number {
    if (!this.#exact) return this.#groups.at(keys);
    const group = this.#groups.begin(keys);
    if (this.#dense === null) this.#sparse.set(code, group);
    else this.#dense[code] = group + 1;
    return group;
  }
}

export const groupedRows = (rows: TableRows, kinds: readonly Aggregate[], keys: number): GroupedRows =>
  new GroupedRows(rows, kinds, keys);
