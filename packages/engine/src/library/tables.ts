/** Tables of SELECT … INTO, and the functions behind the statements over tables. */
import { engineError } from '../errors/catalogue.ts';
import type { QueryContext } from './context.ts';
import type { Int } from './int64.ts';
import type { ValueShape } from './json.ts';
import { ELEMENT_BYTES, account, check } from './meter.ts';
import { type Sortable, comparator } from './order.ts';
import { Tuple, canonical } from './values.ts';
import { VertexSet } from './vertex-set.ts';

export interface TableColumn {
  readonly name: string;
  readonly shape: ValueShape;
}

/** Values in the order of the columns; null where a value is missing. */
type Row = readonly unknown[];

export class Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];

  get size(): number {
    return this.rows.length;
  }

  constructor(columns: readonly TableColumn[], rows: readonly Row[]) {
    this.columns = columns;
    this.rows = rows;
  }
}

/** The index of a column. At run time another statement may have filled the table than the compiler assumed. */
function columnAt(table: Table, name: string): number {
  const index = table.columns.findIndex((column) => column.name === name);
  if (index >= 0) return index;
  const known = table.columns.map((column) => column.name).join(', ');
  const have = known === '' ? 'no columns: nothing has filled it' : `the columns ${known}`;
  throw engineError('columnUnknown', { name, known: have });
}

/** Gathers rows, without their repetitions when they are to be distinct. */
class RowSet {
  readonly rows: Row[] = [];
  readonly #seen: Set<unknown> | null;

  constructor(distinct: boolean) {
    this.#seen = distinct ? new Set() : null;
  }

  add(row: Row): void {
    if (this.#seen !== null) {
      const key = canonical(new Tuple(row));
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    this.rows.push(row);
    account(ELEMENT_BYTES * (1 + row.length));
    if ((this.rows.length & 1023) === 0) check();
  }
}

function orderTable(
  table: Table,
  directions: readonly boolean[],
  keys: (row: Row) => readonly unknown[],
  limit: Int | null,
  offset: Int,
): Table {
  const sorted = table.rows
    .map((row, at): Sortable & { readonly row: Row } => ({ row, keys: keys(row), at }))
    .sort(comparator(directions));
  const start = Math.max(0, Number(offset));
  const end = limit === null ? undefined : start + Math.max(0, Number(limit));
  const rows = sorted.slice(start, end).map(({ row }) => row);
  return new Table(table.columns, rows);
}

function filterTable(table: Table, keep: (row: Row) => boolean): Table {
  check();
  return new Table(table.columns, table.rows.filter(keep));
}

function projectTable(table: Table, columns: readonly TableColumn[], show: (row: Row) => Row): Table {
  const out = new RowSet(false);
  for (const row of table.rows) out.add(show(row));
  return new Table(columns, out.rows);
}

function columnVertices(context: QueryContext, table: Table, column: number): VertexSet {
  const refs = table.rows.map((row) => row[column]).filter((value) => typeof value === 'number');
  return VertexSet.ofRefs(refs, context.snapshot);
}

interface JoinOptions {
  readonly columns: readonly TableColumn[];
  readonly join: 'inner' | 'left' | 'semi';
  readonly distinct: boolean;
}

/** The key that two rows must have in common to be tested as a pair; null in its place: all pairs are tested. */
interface JoinKeys {
  readonly left: (row: Row) => unknown;
  readonly right: (row: Row) => unknown;
}

function candidatesOf(right: Table, keys: JoinKeys | null): (key: unknown) => readonly Row[] {
  if (keys === null) return () => right.rows;
  const byKey = new Map<unknown, Row[]>();
  for (const row of right.rows) {
    const key = canonical(keys.right(row));
    const rows = byKey.get(key);
    if (rows === undefined) byKey.set(key, [row]);
    else rows.push(row);
    account(ELEMENT_BYTES);
  }
  return (key) => byKey.get(canonical(key)) ?? [];
}

function joinTables(
  left: Table,
  right: Table,
  options: JoinOptions,
  keys: JoinKeys | null,
  matches: (left: Row, right: Row) => boolean,
  show: (left: Row, right: Row) => Row,
): Table {
  const out = new RowSet(options.distinct);
  const candidates = candidatesOf(right, keys);
  const nothing: Row = right.columns.map(() => null);
  for (const row of left.rows) {
    check();
    let found = false;
    for (const other of candidates(keys?.left(row))) {
      if (!matches(row, other)) continue;
      found = true;
      if (options.join === 'semi') break;
      out.add(show(row, other));
    }
    if (options.join === 'semi' ? found : options.join === 'left' && !found) out.add(show(row, nothing));
  }
  return new Table(options.columns, out.rows);
}

function unionTables(tables: readonly Table[], all: boolean): Table {
  const out = new RowSet(!all);
  for (const { rows } of tables) for (const row of rows) out.add(row);
  return new Table(tables[0]?.columns ?? [], out.rows);
}

/** One row per member of the list that `listOf` gives for each row of the table, or for none without one. */
function unwindTable(
  table: Table | null,
  columns: readonly TableColumn[],
  listOf: (row: Row) => Iterable<unknown> | null,
): Table {
  const out = new RowSet(false);
  for (const row of table === null ? [[]] : table.rows) {
    for (const item of listOf(row) ?? []) out.add([...row, item]);
  }
  return new Table(columns, out.rows);
}

/** The rows as tuples of these columns. */
function rowTuples(table: Table, names: readonly string[]): Tuple[] {
  const places = names.map((name) => columnAt(table, name));
  account(ELEMENT_BYTES * table.size);
  return table.rows.map((row) => new Tuple(places.map((place) => row[place])));
}

export const tables = {
  rowTuples,
  noTable: (): Table => new Table([], []),
  initTable: (columns: readonly TableColumn[], row: Row): Table => new Table(columns, [row]),
  columnAt,
  orderTable,
  filterTable,
  projectTable,
  columnVertices,
  joinTables,
  unionTables,
  unwindTable,
};
