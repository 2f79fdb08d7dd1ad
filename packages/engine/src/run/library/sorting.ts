/** ORDER BY with LIMIT, and the tables of SELECT … INTO. */
import type { VertexRef } from '../../graph/snapshot.ts';
import { Average } from './accumulators.ts';
import type { QueryContext } from './context.ts';
import { addInt, toDouble, type Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { type Sortable, comparator } from './order.ts';
import { Table, type TableColumn } from './tables.ts';
import { Tuple, canonical, compare } from './values.ts';
import { VertexSet } from './vertex-set.ts';

const sorter = (
  context: QueryContext,
  directions: readonly boolean[],
  limit: Int | null,
  offset: Int,
): { add: (ref: VertexRef, keys: readonly unknown[]) => void; finish: () => VertexSet } => {
  const order = comparator(directions);
  const start = Math.max(0, Number(offset));
  const wanted = limit === null ? Infinity : start + Math.max(0, Number(limit));
  let rows: (Sortable & { readonly ref: VertexRef })[] = [];
  let arrived = 0;
  /** With a limit, rows that cannot be among the first are dropped now and then. */
  const prune = (): void => {
    rows.sort(order);
    account(-(rows.length - wanted) * ELEMENT_BYTES * 3);
    rows.length = wanted;
  };
  return {
    add: (ref, keys) => {
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
};

interface TableOptions {
  readonly columns: readonly TableColumn[];
  readonly distinct: boolean;
  readonly directions: readonly boolean[];
}

class TableRows {
  readonly #options: TableOptions;
  readonly #limit: Int | null;
  readonly #offset: number;
  readonly #seen = new Set<unknown>();
  readonly #rows: (Sortable & { readonly values: readonly unknown[] })[] = [];

  constructor(options: TableOptions, limit: Int | null, offset: Int) {
    this.#options = options;
    this.#limit = limit;
    this.#offset = Math.max(0, Number(offset));
  }

  add(values: readonly unknown[], keys: readonly unknown[]): void {
    if (this.#options.distinct) {
      const row = canonical(new Tuple(values));
      if (this.#seen.has(row)) return;
      this.#seen.add(row);
    }
    this.#rows.push({ values, keys, at: this.#rows.length });
    account(ELEMENT_BYTES * (2 + values.length));
  }

  finish(): Table {
    if (this.#options.directions.length > 0) this.#rows.sort(comparator(this.#options.directions));
    const end = this.#limit === null ? undefined : this.#offset + Math.max(0, Number(this.#limit));
    const rows = this.#rows.slice(this.#offset, end).map(({ values }) => values);
    return new Table(this.#options.columns, rows);
  }
}

interface Aggregate {
  readonly name: string;
  readonly distinct: boolean;
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

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    if (this.#seen !== null) {
      const member = canonical(value);
      if (this.#seen.has(member)) return;
      this.#seen.add(member);
    }
    this.#count += 1;
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
        if (this.#integers) this.#sum = addInt(this.#sum, value as Int);
        this.#double += number;
        this.#squares += number * number;
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

/** A group while its row is worked out. */
interface Group {
  readonly keys: readonly unknown[];
  value(index: number): unknown;
}

type ShowGroup = (group: Group) => readonly [values: readonly unknown[], keys: readonly unknown[]] | null;

class GroupedRows {
  readonly #rows: TableRows;
  readonly #groups = new Map<unknown, { readonly keys: readonly unknown[]; readonly cells: Aggregation[] }>();

  constructor(rows: TableRows) {
    this.#rows = rows;
  }

  add(keys: readonly unknown[], values: readonly unknown[], kinds: readonly Aggregate[]): void {
    const key = canonical(new Tuple(keys));
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { keys, cells: kinds.map((kind) => new Aggregation(kind)) };
      this.#groups.set(key, group);
      account(ELEMENT_BYTES * (2 + kinds.length));
    }
    for (let index = 0; index < kinds.length; index += 1) group.cells[index]?.add(values[index]);
  }

  /** Works the rows out. Without keys there is one group even when no row was found. */
  close(kinds: readonly Aggregate[], show: ShowGroup, hasKeys: boolean): void {
    if (!hasKeys && this.#groups.size === 0) {
      this.#groups.set(null, { keys: [], cells: kinds.map((kind) => new Aggregation(kind)) });
    }
    for (const { keys, cells } of this.#groups.values()) {
      const row = show({ keys, value: (index) => cells[index]?.get() });
      if (row !== null) this.#rows.add(...row);
    }
  }

  finish(): Table {
    return this.#rows.finish();
  }
}

export const sorting = {
  sorter,
  plainTable: (options: TableOptions, limit: Int | null, offset: Int): TableRows =>
    new TableRows(options, limit, offset),
  groupedTable: (options: TableOptions, limit: Int | null, offset: Int): GroupedRows =>
    new GroupedRows(new TableRows(options, limit, offset)),
};
