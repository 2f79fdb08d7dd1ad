/** ORDER BY with LIMIT, and the tables of SELECT … INTO. */
import type { VertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from './context.ts';
import { groupedRows } from './grouped-rows.ts';
import type { Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { type Sortable, comparator } from './order.ts';
import { Table, type TableColumn } from './tables.ts';
import { type Sent, packValue, unpackValue } from './transfer.ts';
import { Tuple, canonical } from './values.ts';
import { VertexSet } from './vertex-set.ts';

function sorter(
  context: QueryContext,
  directions: readonly boolean[],
  limit: Int | null,
  offset: Int,
): { add: (ref: VertexRef, keys: readonly unknown[]) => void; finish: () => VertexSet } {
  const order = comparator(directions);
  const start = Math.max(0, Number(offset));
  const wanted = limit === null ? Infinity : start + Math.max(0, Number(limit));
  let rows: (Sortable & { readonly ref: VertexRef })[] = [];
  let arrived = 0;
  /** The least first key that a row can come in with, once rows were dropped. */
  let worst: unknown = undefined;
  /** With a limit, rows that cannot be among the first are dropped now and then. */
  const prune = (): void => {
    rows.sort(order);
    account(-(rows.length - wanted) * ELEMENT_BYTES * 3);
    rows.length = wanted;
    worst = rows.at(-1)?.keys[0];
  };
  const isOut = (key: unknown): boolean =>
    typeof worst === 'number' &&
    typeof key === 'number' &&
    (directions[0] === true ? key < worst : key > worst);
  return {
    add: (ref, keys) => {
      if (isOut(keys[0])) return;
      rows.push({ ref, keys, at: arrived });
      arrived += 1;
      account(ELEMENT_BYTES * 3);
      if (rows.length > 2 * wanted + 1024) prune();
    },
    finish: () => {
      rows.sort(order);
      const refs = rows.slice(start, wanted).map((row) => row.ref);
      rows = [];
      return new VertexSet(VertexSet.ofRefs(refs, context.snapshot).parts, refs);
    },
  };
}

interface TableOptions {
  readonly columns: readonly TableColumn[];
  readonly distinct: boolean;
  readonly directions: readonly boolean[];
}

/** Rows as a message to another thread: the values of columns and the keys of ORDER BY. */
export interface SentRows {
  readonly kind: 'rows';
  readonly rows: readonly (readonly [values: readonly Sent[], keys: readonly Sent[]])[];
}

export class TableRows {
  readonly #options: TableOptions;
  readonly #limit: Int | null;
  readonly #offset: number;
  readonly #seen = new Set<unknown>();
  #rows: (Sortable & { readonly values: readonly unknown[] })[] = [];
  #arrived = 0;
  /** With a limit: the least first key that a row can come in with. */
  #worst: unknown = undefined;

  constructor(options: TableOptions, limit: Int | null, offset: Int) {
    this.#options = options;
    this.#limit = limit;
    this.#offset = Math.max(0, Number(offset));
  }

  get size(): number {
    return this.#rows.length;
  }

  add(values: readonly unknown[], keys: readonly unknown[]): void {
    const [first] = keys;
    if (typeof first === 'number' && !this.takes(first)) return;
    if (this.#options.distinct) {
      const row = canonical(new Tuple(values));
      if (this.#seen.has(row)) return;
      this.#seen.add(row);
    }
    this.#rows.push({ values, keys, at: this.#arrived });
    this.#arrived += 1;
    account(ELEMENT_BYTES * (2 + values.length));
    if (this.#limit !== null && this.#options.directions.length > 0) this.#prune(values.length);
  }

  /** The number of rows, which is the size of a transfer to another thread. */
  get members(): number {
    return this.#rows.length;
  }

  pack(): SentRows {
    const rows = this.#rows.map(({ values, keys }) => [values.map(packValue), keys.map(packValue)] as const);
    return { kind: 'rows', rows };
  }

  /** Adds the rows that follow those of this object. */
  absorb(other: TableRows | SentRows): this {
    const { rows } = other instanceof TableRows ? other.pack() : other;
    for (const [values, keys] of rows) this.add(values.map(unpackValue), keys.map(unpackValue));
    return this;
  }

  /** Whether a row with this number as its first key may be within the limit. */
  takes(key: number): boolean {
    const worst = this.#worst;
    if (typeof worst !== 'number') return true;
    return this.#options.directions[0] === true ? !(key < worst) : !(key > worst);
  }

  /** Drops rows beyond the limit now and then. */
  #prune(columns: number): void {
    const wanted = this.#offset + Math.max(0, Number(this.#limit));
    if (this.#rows.length <= 2 * wanted + 1024) return;
    this.#rows.sort(comparator(this.#options.directions));
    account(-(this.#rows.length - wanted) * ELEMENT_BYTES * (2 + columns));
    this.#rows.length = wanted;
    this.#worst = this.#rows.at(-1)?.keys[0];
  }

  finish(): Table {
    if (this.#options.directions.length > 0) this.#rows.sort(comparator(this.#options.directions));
    const end = this.#limit === null ? undefined : this.#offset + Math.max(0, Number(this.#limit));
    const rows = this.#rows.slice(this.#offset, end).map(({ values }) => values);
    return new Table(this.#options.columns, rows);
  }
}

export const sorting = {
  sorter,
  plainTable: (options: TableOptions, limit: Int | null, offset: Int): TableRows =>
    new TableRows(options, limit, offset),
  groupedTable: (
    options: TableOptions,
    limit: Int | null,
    offset: Int,
    kinds: Parameters<typeof groupedRows>[1],
    keys: number,
  ): ReturnType<typeof groupedRows> => groupedRows(new TableRows(options, limit, offset), kinds, keys),
};
