/**
 * Upserts of vertices and edges of which the graph in memory tells whether they are there: nothing is looked up in the
 * store, and mostly nothing is read back for the graph in memory. What it does not tell is left to the merges.
 */
import { UINTEGER, VARCHAR, type DuckDBValue } from '@duckdb/node-api';
import type { EdgeTypeEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { defaultValue, type StoredValue } from '../catalog/stored-values.ts';
import type { Adjacency, ColumnData, EdgeTable, VertexTable } from '../graph/snapshot.ts';
import type { VertexChange } from '../graph/table-changes.ts';
import { id, list, literal, sql, type Sql } from '../sql.ts';
import { storedType } from './columns.ts';
import { keyParts } from './keys.ts';
import type { EdgeTarget } from './merge-edges.ts';
import { updateSql, type GivenAttribute } from './merge-values.ts';
import { edgeColumns, isSmall, putEdges, putVertices, vertexColumns } from './read-changes.ts';
import type { StageColumn, Transaction } from './transaction.ts';
import { givenIn, rowsOf, valuesIn, type Batch } from './write-batch.ts';

const numberColumn = (name: string): StageColumn => ({ name, sql: sql`UINTEGER`, type: UINTEGER });
const ID: StageColumn = { name: 'id', sql: sql`VARCHAR`, type: VARCHAR };

interface Known {
  /** The number of a vertex by its id, or -1. */
  readonly find: (id: string) => number;
  readonly count: number;
  /** Rows of the table in memory. */
  readonly size: number;
}

/** The vertices of a type as the transaction sees them now; null where this is not known. */
function lookupIn(transaction: Transaction, entry: VertexTypeEntry): Known | null {
  const changes = transaction.changes.get(entry.table);
  const table = changes === null ? null : transaction.memory.vertices(entry);
  if (table === null) return null;
  const added = new Map<string, number>();
  for (const change of changes ?? []) {
    if (change.kind !== 'put') return null;
    for (const { number, id } of change.rows) if (number >= table.size) added.set(id, number);
  }
  return {
    find: (id) => {
      const number = table.lookup(id);
      return number >= 0 ? number : (added.get(id) ?? -1);
    },
    count: table.count + added.size,
    size: table.size,
  };
}

/** Fewer rows are written into the statement: a temporary table takes longer. */
const FEW = 50;
/** Characters in them. */
const SHORT = 16_384;

/** Rows as what stands behind FROM. */
async function staged(
  transaction: Transaction,
  columns: readonly StageColumn[],
  values: readonly (readonly DuckDBValue[])[],
): Promise<Sql> {
  const rows = values[0]?.length ?? 0;
  const texts = values.map((column) => column.map((value) => (value === null ? null : String(value))));
  const isShort = (): boolean => {
    let characters = 0;
    for (const column of texts) {
      for (const text of column) {
        characters += text?.length ?? 0;
        if (text?.includes('\0') === true) return false;
      }
    }
    return characters <= SHORT;
  };
  if (rows > FEW || !isShort()) return transaction.stage('stage', columns, values);
  const row = (at: number): Sql => {
    const cells = texts.map((column) => {
      const text = column[at];
      return text === null || text === undefined ? sql`NULL` : literal(text);
    });
    return sql`(${list(cells)})`;
  };
  const names = columns.map((_, at) => sql`c${at}`);
  const typed = columns.map((column, at) => sql`c${at}::${column.sql} AS ${id(column.name)}`);
  const lines = Array.from({ length: rows }, (_, at) => row(at));
  return sql`(SELECT ${list(typed)} FROM (VALUES ${list(lines)}) v(${list(names)}))`;
}

/**
 * Upserts rows of vertices (`keys`: their order and ids), new ones and those that are there.
 * @returns the rows that are left to a merge
 */
export async function writeKnownVertices(
  transaction: Transaction,
  entry: VertexTypeEntry,
  batch: Batch,
): Promise<readonly number[]> {
  const all = rowsOf(batch);
  if (transaction.beforeImages !== null) return all;
  const ids = (batch.keys[1] ?? []).map(String);
  const known = lookupIn(transaction, entry);
  // The columns of a composite key's parts are computed.
  if (known === null || known.count === 0 || keyParts(entry.type).length > 0) return all;
  if (new Set(ids).size < ids.length) return all;
  const numbers = ids.map(known.find);
  const given = givenIn(batch, entry);
  const isThere = (row: number): boolean => (numbers[row] ?? -1) >= 0;
  const fresh = all.filter((row) => !isThere(row));
  if (fresh.length > 0) {
    await insertVertices(
      transaction,
      entry,
      given,
      fresh.map((row) => ids[row] ?? ''),
      (name) => valuesIn(batch, name, fresh),
    );
  }
  const found = all.filter(isThere);
  return updateVertices({ transaction, entry, batch, given, ids, numbers }, found);
}

/** Values of rows that are new: what is not given is the default. */
function newValues(
  entry: VertexTypeEntry | EdgeTypeEntry,
  given: readonly GivenAttribute[],
  rows: number,
  valuesOf: (name: string) => readonly (StoredValue | null)[],
) {
  const isGiven = new Set(given.map(({ attribute }) => attribute.name));
  const columns = entry.type.attributes.map((attribute): StoredValue[] => {
    const otherwise = defaultValue(attribute);
    if (!isGiven.has(attribute.name)) return Array.from({ length: rows }, () => otherwise);
    return valuesOf(attribute.name).map((value) => value ?? otherwise);
  });
  const stored = entry.type.attributes.flatMap(({ name, type }, at) => {
    const column = entry.columns[name];
    if (!isGiven.has(name) || column === undefined) return [];
    return [{ column: { name: column, ...storedType(type) }, values: columns[at] ?? [] }];
  });
  const attributes = entry.type.attributes.map(({ name }) => name);
  return { attributes, stored, valuesAt: (row: number) => columns.map((column) => column[row] ?? 0) };
}

async function insertVertices(
  transaction: Transaction,
  entry: VertexTypeEntry,
  given: readonly GivenAttribute[],
  ids: readonly string[],
  valuesOf: (name: string) => readonly (StoredValue | null)[],
): Promise<void> {
  const { attributes, stored, valuesAt } = newValues(entry, given, ids.length, valuesOf);
  const first = await transaction.nextNumberOfFilled(entry.table);
  const numbers = ids.map((_, row) => first + row);
  const rows = await staged(
    transaction,
    [numberColumn('rid'), ID, ...stored.map(({ column }) => column)],
    [numbers, ids, ...stored.map(({ values }) => values)],
  );
  const names = list([sql`_num`, sql`_id`, ...stored.map(({ column }) => id(column.name))]);
  await transaction.run(sql`INSERT INTO ${entry.table} (${names}) SELECT * FROM ${rows}`);
  transaction.gaveNumbers(entry.table, first + ids.length);
  const change: VertexChange = {
    kind: 'put',
    attributes,
    rows: ids.map((id, row) => ({ number: first + row, id, values: valuesAt(row) })),
  };
  transaction.touchRows(entry.table, isSmall(ids.length) ? change : null);
}

interface VertexUpdate {
  readonly transaction: Transaction;
  readonly entry: VertexTypeEntry;
  readonly batch: Batch;
  readonly given: readonly GivenAttribute[];
  readonly ids: readonly string[];
  readonly numbers: readonly number[];
}

/** @returns the rows whose vertices do not stand in the row of their number: so it may be after vertices were deleted */
async function updateVertices(update: VertexUpdate, found: readonly number[]): Promise<readonly number[]> {
  const { transaction, entry, batch, given, numbers } = update;
  const table = transaction.memory.vertices(entry);
  const rows = areOverwritten(given)
    ? found.filter((row) => changes(table, update, row, numbers[row] ?? -1))
    : found;
  const stage = (): Promise<Sql> =>
    staged(
      transaction,
      [numberColumn('rid'), ...columnsOf(given)],
      [rows.map((row) => numbers[row] ?? -1), ...given.map((each) => valuesIn(batch, nameOf(each), rows))],
    );
  const statement = rows.length === 0 ? null : await updateSql(entry.table, stage, given, BY_ROW);
  if (statement === null) return [];
  const columns = given.map(({ column }) => column);
  if (!areOverwritten(given)) {
    const changed = await transaction.rows(sql`${statement} RETURNING ${vertexColumns(entry)}`);
    const change = isSmall(changed.length) ? putVertices(entry, changed) : null;
    if (changed.length > 0) transaction.touchColumns(entry.table, columns, change);
    const done = new Set(changed.map(([number]) => Number(number)));
    return rows.filter((row) => !done.has(numbers[row] ?? -1));
  }
  const updated = await transaction.run(statement);
  if (updated < rows.length || !isSmall(rows.length)) {
    if (updated > 0) transaction.touchColumns(entry.table, columns, null);
    // Once more they are as they are.
    return updated < rows.length ? rows : [];
  }
  for (const change of putsOf(update, rows)) transaction.touchColumns(entry.table, columns, change);
  return [];
}

const areOverwritten = (given: readonly GivenAttribute[]): boolean =>
  given.every(({ op }) => op === 'overwrite');

const BY_ROW = sql`t.rowid = s.rid AND t._num = s.rid`;

const nameOf = ({ attribute }: GivenAttribute): string => attribute.name;

const columnsOf = (given: readonly GivenAttribute[]): StageColumn[] =>
  given.map(({ attribute, column }) => ({ name: column, ...storedType(attribute.type) }));

/** The given values of updated vertices, together for those that give the same attributes. */
function putsOf({ batch, given, ids, numbers }: VertexUpdate, rows: readonly number[]): VertexChange[] {
  const groups = new Map<string, { attributes: string[]; rows: number[] }>();
  for (const row of rows) {
    const attributes = given.map(nameOf).filter((name) => batch.values.get(name)?.[row] !== undefined);
    const key = attributes.join(',');
    const group = groups.get(key) ?? { attributes, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ attributes, rows: together }) => ({
    kind: 'put',
    attributes,
    rows: together.map((row) => ({
      number: numbers[row] ?? -1,
      id: ids[row] ?? '',
      values: attributes.map((name) => batch.values.get(name)?.[row] ?? 0),
    })),
  }));
}

/** Whether a value given for a row of a table in memory is another one than is there. */
function changes(
  table: Pick<VertexTable | EdgeTable, 'column'> | null,
  { batch, given }: Pick<VertexUpdate, 'batch' | 'given'>,
  row: number,
  at: number,
): boolean {
  return given.some(({ attribute }) => {
    const value = batch.values.get(attribute.name)?.[row];
    return value !== undefined && isOther(table?.column(attribute.name), at, value);
  });
}

/** Whether a value is another one than stands in a row of a column. */
export function isOther(column: ColumnData | undefined, at: number, value: StoredValue): boolean {
  switch (column?.kind) {
    case 'number': {
      const stored = column.values[at];
      return stored === undefined || (typeof value === 'bigint' ? BigInt(stored) : stored) !== value;
    }
    case 'bigint':
      return column.values[at] !== value;
    case 'bool':
      return column.values[at] === undefined || (column.values[at] === 1) !== value;
    case 'string':
    case 'json': {
      const code = column.codes[at];
      return code === undefined || column.strings.get(code) !== value;
    }
    case 'vector':
    case undefined:
      return true;
  }
}

/** The row of an edge in the table in memory, or -1. */
export function edgeRow({ offsets, ends, neighbours, rows }: Adjacency, from: number, to: number): number {
  let low = offsets[from] ?? 0;
  let high = ends[from] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const neighbour = neighbours[middle] ?? 0;
    if (neighbour === to) return rows[middle] ?? -1;
    if (neighbour < to) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/**
 * Upserts rows of edges (`keys`: their order and the ids of their ends, in the direction of the pair).
 * @returns the rows that are left to a merge
 */
export async function writeKnownEdges(
  transaction: Transaction,
  target: EdgeTarget,
  batch: Batch,
): Promise<readonly number[]> {
  const all = rowsOf(batch);
  const { entry, pair, from, to } = target;
  const { type } = entry;
  if (transaction.beforeImages !== null || transaction.touched.has(pair.table)) return all;
  if (type.discriminator.length > 0) return all;
  const [sources, targets] = [lookupIn(transaction, from), lookupIn(transaction, to)];
  if (sources === null || targets === null) return all;
  const table = transaction.memory.edges(entry, pair, sources.size, targets.size);
  if (table === null) return all;
  const isEither = !type.directed && from.index === to.index;
  const [, fromIds = [], toIds = []] = batch.keys;
  const seen = new Set<string>();
  const pairs: (readonly [low: number, high: number])[] = [];
  for (const row of all) {
    const [one, other] = [sources.find(String(fromIds[row])), targets.find(String(toIds[row]))];
    const ends = isEither && other < one ? ([other, one] as const) : ([one, other] as const);
    const key = ends.join();
    if (one < 0 || other < 0 || seen.has(key)) return all;
    seen.add(key);
    pairs.push(ends);
  }
  const given = givenIn(batch, entry);
  const places = pairs.map(([low, high]) => edgeRow(table.out, low, high));
  const isThere = (row: number): boolean => (places[row] ?? -1) >= 0;
  const fresh = all.filter((row) => !isThere(row));
  const found = all.filter(
    (row) =>
      isThere(row) && (!areOverwritten(given) || changes(table, { batch, given }, row, places[row] ?? -1)),
  );
  const edges: EdgeRows = { transaction, target, batch, given, pairs };
  if (fresh.length > 0) await insertEdges(edges, fresh);
  return found.length > 0 ? updateEdges(edges, found) : [];
}

interface EdgeRows {
  readonly transaction: Transaction;
  readonly target: EdgeTarget;
  readonly batch: Batch;
  readonly given: readonly GivenAttribute[];
  /** Numbers of the ends, as they are stored, by row. */
  readonly pairs: readonly (readonly [number, number])[];
}

const ENDS = [numberColumn('f'), numberColumn('t')];

const endsIn = ({ pairs }: EdgeRows, rows: readonly number[]): number[][] => [
  rows.map((row) => pairs[row]?.[0] ?? -1),
  rows.map((row) => pairs[row]?.[1] ?? -1),
];

async function insertEdges(edges: EdgeRows, rows: readonly number[]): Promise<void> {
  const { transaction, target, batch, given } = edges;
  const { entry, pair } = target;
  const { attributes, stored, valuesAt } = newValues(entry, given, rows.length, (name) =>
    valuesIn(batch, name, rows),
  );
  const ends = endsIn(edges, rows);
  const stage = await staged(
    transaction,
    [...ENDS, ...stored.map(({ column }) => column)],
    [...ends, ...stored.map(({ values }) => values)],
  );
  const names = list([sql`_from`, sql`_to`, ...stored.map(({ column }) => id(column.name))]);
  await transaction.run(sql`INSERT INTO ${pair.table} (${names}) SELECT * FROM ${stage}`);
  const [from = [], to = []] = ends;
  const cells = rows.map((_, at) => ({ from: from[at] ?? -1, to: to[at] ?? -1, values: valuesAt(at) }));
  transaction.touchRows(
    pair.table,
    isSmall(rows.length) ? { kind: 'putEdges', attributes, rows: cells } : null,
  );
}

/** @returns the rows that the store does not have: none, as long as the graph in memory is right */
async function updateEdges(edges: EdgeRows, rows: readonly number[]): Promise<readonly number[]> {
  const { transaction, target, batch, given } = edges;
  const { entry, pair } = target;
  const stage = (): Promise<Sql> =>
    staged(
      transaction,
      [...ENDS, ...columnsOf(given)],
      [...endsIn(edges, rows), ...given.map((each) => valuesIn(batch, nameOf(each), rows))],
    );
  const statement = await updateSql(pair.table, stage, given, sql`t._from = s.f AND t._to = s.t`);
  if (statement === null) return [];
  const attributes = entry.type.attributes.map(({ name }) => name);
  const isWhole = rows.every((row) =>
    attributes.every((name) => batch.values.get(name)?.[row] !== undefined),
  );
  if (isWhole && areOverwritten(given) && isSmall(rows.length)) {
    const updated = await transaction.run(statement);
    const cells = rows.map((row) => ({
      from: edges.pairs[row]?.[0] ?? -1,
      to: edges.pairs[row]?.[1] ?? -1,
      values: attributes.map((name) => batch.values.get(name)?.[row] ?? 0),
    }));
    const isDone = updated === rows.length;
    transaction.touchRows(pair.table, isDone ? { kind: 'putEdges', attributes, rows: cells } : null);
    // Once more they are as they are.
    return isDone ? [] : rows;
  }
  const changed = await transaction.rows(sql`${statement} RETURNING ${edgeColumns(entry)}`);
  const change = isSmall(changed.length) ? putEdges(entry, changed) : null;
  transaction.touchRows(pair.table, change);
  const done = new Set(changed.map(([from, to]) => [from, to].join()));
  return rows.filter((row) => !done.has(edges.pairs[row]?.join() ?? ''));
}
