/**
 * The journal: rows that small upserts put, durable before they stand in their tables. One insertion makes a commit
 * durable; `emptyJournal` stores what many of them put at the price of one. It runs before anything else reads or writes
 * the tables, so that nothing else needs to know of the journal.
 */
import { VARCHAR } from '@duckdb/node-api';
import { id, list, literal, joined, sql, type Sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import type { StageColumn, Transaction } from './transaction.ts';

const TABLE = sql`acacia_journal`;

/** Rows of one table that a commit put, with everything as text. */
export interface Put {
  readonly table: string;
  readonly kind: 'vertices' | 'edges';
  /** The rows are added; else they are there. */
  readonly isNew: boolean;
  /** Columns of the values. */
  readonly columns: readonly string[];
  /** The key (`_num` and `_id`, or `_from` and `_to`), then the values. */
  readonly rows: readonly (readonly [string, string, ...string[]])[];
}

/** Does nothing where it is there. */
export async function createJournal(connection: Connection): Promise<void> {
  await connection.run(
    sql`CREATE TABLE IF NOT EXISTS ${TABLE} (number BIGINT NOT NULL, puts VARCHAR NOT NULL)`,
  );
}

/** How many commits stand in the journal, and the number of the last; stores of earlier versions have none. */
export async function lookIntoJournal(
  connection: Connection,
): Promise<{ readonly entries: number; readonly last: number }> {
  const exists = await connection.run(
    sql`SELECT 1 FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  );
  if ((await exists.getRows()).length === 0) return { entries: 0, last: 0 };
  const result = await connection.run(sql`SELECT count(*), coalesce(max(number), 0) FROM ${TABLE}`);
  const [row] = await result.getRows();
  return { entries: Number(row?.[0]), last: Number(row?.[1]) };
}

/** Makes a commit durable by its puts. */
export async function addToJournal(
  connection: Connection,
  number: number,
  puts: readonly Put[],
): Promise<void> {
  await connection.run(sql`INSERT INTO ${TABLE} VALUES (${number}, ${literal(JSON.stringify(puts))})`);
}

/** Stores all rows of the journal in their tables, and removes them from it. */
export async function emptyJournal(transaction: Transaction): Promise<void> {
  const entries = await transaction.rows(sql`SELECT puts FROM ${TABLE} ORDER BY number`);
  const tables = new Map<string, Gathered>();
  for (const [text] of entries) {
    for (const put of JSON.parse(String(text)) as readonly Put[]) gather(tables, put);
  }
  for (const [table, gathered] of tables) {
    await insertRows(transaction, table, gathered);
    await updateRows(transaction, table, gathered);
  }
  await transaction.run(sql`DELETE FROM ${TABLE}`);
}

interface Row {
  readonly key: readonly [string, string];
  readonly isNew: boolean;
  /** In the order of `Gathered.columns`. */
  readonly values: (string | undefined)[];
}
interface Gathered {
  readonly kind: Put['kind'];
  readonly columns: string[];
  readonly rows: Map<string, Row>;
}

/** Later values of a row replace earlier ones. */
function gather(tables: Map<string, Gathered>, { table, kind, isNew, columns, rows }: Put): void {
  const gathered = tables.get(table) ?? { kind, columns: [], rows: new Map<string, Row>() };
  tables.set(table, gathered);
  const places = columns.map((column) => {
    if (!gathered.columns.includes(column)) gathered.columns.push(column);
    return gathered.columns.indexOf(column);
  });
  for (const [one, other, ...values] of rows) {
    const key = kind === 'vertices' ? one : `${one},${other}`;
    let row = gathered.rows.get(key);
    if (row === undefined) {
      row = { key: [one, other], isNew, values: [] };
      gathered.rows.set(key, row);
    }
    for (let at = 0; at < places.length; at += 1) row.values[places[at] ?? 0] = values[at] ?? '';
  }
}

const text = (name: string): StageColumn => ({ name, sql: sql`VARCHAR`, type: VARCHAR });
const keysOf = ({ kind }: Gathered): readonly [string, string] =>
  kind === 'vertices' ? ['_num', '_id'] : ['_from', '_to'];

/** Rows as texts in a temporary table with these columns; null in the place of a value that no commit put. */
function staged(
  transaction: Transaction,
  names: readonly string[],
  places: readonly number[],
  rows: readonly Row[],
): Promise<Sql> {
  return transaction.stage('journal', names.map(text), [
    rows.map(({ key }) => key[0]),
    rows.map(({ key }) => key[1]),
    ...places.map((place) => rows.map(({ values }) => values[place] ?? null)),
  ]);
}

/** Places of the columns that some row gives. */
const placesIn = ({ columns }: Gathered, rows: readonly Row[]): number[] =>
  [...columns.keys()].filter((place) => rows.some(({ values }) => values[place] !== undefined));

async function insertRows(transaction: Transaction, table: string, gathered: Gathered): Promise<void> {
  const rows = [...gathered.rows.values()].filter(({ isNew }) => isNew);
  if (rows.length === 0) return;
  const places = placesIn(gathered, rows);
  const names = [...keysOf(gathered), ...places.map((place) => gathered.columns[place] ?? '')];
  const stage = await staged(transaction, names, places, rows);
  await transaction.run(sql`INSERT INTO ${id(table)} (${list(names.map(id))}) SELECT * FROM ${stage}`);
}

async function updateRows(transaction: Transaction, table: string, gathered: Gathered): Promise<void> {
  const rows = [...gathered.rows.values()].filter(({ isNew }) => !isNew);
  if (rows.length === 0) return;
  const places = placesIn(gathered, rows);
  const columns = places.map((place) => gathered.columns[place] ?? '');
  const keys = keysOf(gathered);
  const names = [...keys, ...columns];
  const stage = await staged(transaction, names, places, rows);
  // The table's own types: a text would not be compared with a number, nor chosen in the place of one.
  const typed = await transaction.materialize(
    'typed',
    sql`SELECT ${list(names.map(id))} FROM ${id(table)} LIMIT 0`,
  );
  await transaction.run(sql`INSERT INTO ${typed} SELECT * FROM ${stage}`);
  const sets = columns.map(id).map((column) => sql`${column} = coalesce(s.${column}, t.${column})`);
  const found = (gathered.kind === 'vertices' ? keys.slice(0, 1) : keys)
    .map(id)
    .map((key) => sql`t.${key} = s.${key}`);
  const updated = await transaction.run(
    sql`UPDATE ${id(table)} AS t SET ${list(sets)} FROM ${typed} s WHERE ${joined(found, 'AND')}`,
  );
  if (updated !== rows.length) {
    throw new Error(`Of ${rows.length} rows of the journal ${updated} are in the table ${table}.`);
  }
}
