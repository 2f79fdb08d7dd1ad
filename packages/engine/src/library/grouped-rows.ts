/** GROUP BY: groups of rows by the values of keys, with their aggregates. */
import { type Aggregate, type AggregateColumn, type SentColumn, columnOf } from './aggregate-columns.ts';
import { ELEMENT_BYTES, account, check } from './meter.ts';
import type { TableRows } from './sorting.ts';
import type { Table } from './tables.ts';
import { type Sent, packValue, unpackValue } from './transfer.ts';
import { canonical } from './values.ts';

/** The groups as a message to another thread. */
export interface SentGroups {
  readonly kind: 'groups of rows';
  /** By key and group. */
  readonly keys: readonly (readonly Sent[])[];
  /** The code of each group's keys, below `limit`. */
  readonly codes: { readonly limit: number; readonly codes: readonly number[] } | null;
  readonly columns: readonly SentColumn[];
  readonly count: number;
}

type ShowGroup = (group: number) => readonly [values: readonly unknown[], keys: readonly unknown[]] | null;

/** Groups by the values of their keys, one level of maps for each; a group is a number from 0. */
export class GroupedRows {
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

  /** The number of groups. */
  get count(): number {
    return this.#count;
  }

  /** The number of groups, which is the size of a transfer to another thread. */
  get members(): number {
    return this.#count;
  }

  /** The number of rows computed from groups. */
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

  /** The groups by a code of their keys, a whole number below `limit`. */
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

  pack(): SentGroups {
    return {
      kind: 'groups of rows',
      keys: this.keys.map((values) => values.map(packValue)),
      codes: this.#coded?.sent(this.#count) ?? null,
      columns: this.columns.map((column) => column.pack()),
      count: this.#count,
    };
  }

  /** Adds the groups of the rows that follow those of this object. */
  absorb(other: GroupedRows | SentGroups): this {
    const sent = other instanceof GroupedRows ? other.pack() : other;
    const { codes } = sent;
    const coded = codes === null ? null : this.coded(codes.limit);
    for (let at = 0; at < sent.count; at += 1) {
      if ((at & 1023) === 1023) check();
      const code = codes?.codes[at] ?? -1;
      let group = coded === null ? -1 : coded.get(code);
      if (group < 0) {
        const keys = sent.keys.map((values) => unpackValue(values[at]));
        group = coded === null ? this.at(keys) : coded.begin(code, keys);
      }
      for (let index = 0; index < this.columns.length; index += 1) {
        this.columns[index]?.absorb(group, sent.columns[index] as SentColumn, at);
      }
    }
    return this;
  }

  /** Whether a row with this first key of ORDER BY may be within the limit. */
  takes(key: unknown): boolean {
    return typeof key !== 'number' || this.#rows.takes(key);
  }

  /** Computes the rows from the groups. Without keys there is one group even when no row was found. */
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

/** Up to so many codes, the numbers of groups are in an array. */
const DENSE_LIMIT = 1 << 22;

/** Finds groups by numbers, as long as these are exact. */
class CodedGroups {
  readonly #groups: GroupedRows;
  /** The group + 1; 0: none. */
  readonly #dense: Int32Array | null;
  readonly #sparse = new Map<number, number>();
  readonly #exact: boolean;
  readonly #limit: number;
  /** The number of each group, when they are exact. */
  readonly #codes: number[] = [];

  constructor(groups: GroupedRows, limit: number) {
    this.#groups = groups;
    this.#limit = limit;
    this.#exact = limit <= Number.MAX_SAFE_INTEGER;
    if (limit <= DENSE_LIMIT) account(limit * Int32Array.BYTES_PER_ELEMENT);
    this.#dense = limit <= DENSE_LIMIT ? new Int32Array(limit) : null;
  }

  /** The group of a code; negative when it is not known. */
  get(code: number): number {
    return this.#dense === null ? (this.#sparse.get(code) ?? -1) : (this.#dense[code] as number) - 1;
  }

  /** The group of the keys that `code` stands for. */
  begin(code: number, keys: readonly unknown[]): number {
    if (!this.#exact) return this.#groups.at(keys);
    const group = this.#groups.begin(keys);
    this.#codes.push(code);
    if (this.#dense === null) this.#sparse.set(code, group);
    else this.#dense[code] = group + 1;
    return group;
  }

  /** Null when not all groups have numbers. */
  sent(groups: number): SentGroups['codes'] {
    return this.#exact && this.#codes.length === groups ? { limit: this.#limit, codes: this.#codes } : null;
  }
}

export const groupedRows = (rows: TableRows, kinds: readonly Aggregate[], keys: number): GroupedRows =>
  new GroupedRows(rows, kinds, keys);
