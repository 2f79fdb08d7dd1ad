/** The ids of a vertex type in the form in which a staging table has them, for joins. */
import { sql, type Sql } from '../sql.ts';
import type { VertexTypeEntry } from '../catalog/catalog.ts';
import { SQL_TYPES } from './columns.ts';
import type { Transaction } from './transaction.ts';

/** How a staging table holds ids: as canonical texts, or whole numbers as numbers, which join faster. */
export type IdForm = 'text' | 'number';

/** The SQL type of the ids of a vertex type in a form. */
export function idType({ type }: VertexTypeEntry, form: IdForm): 'VARCHAR' | 'BIGINT' | 'UBIGINT' {
  if (form === 'text') return 'VARCHAR';
  if (type.primaryId.type === 'INT') return 'BIGINT';
  return type.primaryId.type === 'UINT' ? 'UBIGINT' : 'VARCHAR';
}

/** `idType` as SQL. */
export const idSql = (entry: VertexTypeEntry, form: IdForm): Sql => SQL_TYPES[idType(entry, form)];

export interface VertexKeys {
  /** A table of `_num` and `id`. */
  readonly table: Sql;
  drop(): Promise<void>;
}

/** The numbers and ids of all vertices of a type. */
export async function vertexKeys(
  transaction: Transaction,
  entry: VertexTypeEntry,
  form: IdForm,
): Promise<VertexKeys> {
  const type = idType(entry, form);
  if (type === 'VARCHAR') {
    const table = sql`(SELECT _num, _id AS id FROM ${entry.table})`;
    return { table, drop: () => Promise.resolve() };
  }
  const known = transaction.knownKeys.get(entry.table);
  if (known !== undefined) return { table: known, drop: () => Promise.resolve() };
  // For a separate table DuckDB knows the range of the numbers, and joins by position where it is small.
  const table = await transaction.materialize(
    'keys',
    sql`SELECT _num, _id::${SQL_TYPES[type]} AS id FROM ${entry.table}`,
  );
  return { table, drop: () => transaction.drop(table) };
}

/**
 * Makes the keys of some types, whose ids are numbers, before the transaction begins: of tables that it has
 * made itself DuckDB does not know the range, and joins them in twice the time.
 */
export async function prepareKeys(staging: Transaction, entries: Iterable<VertexTypeEntry>): Promise<void> {
  for (const entry of entries) {
    if (staging.knownKeys.has(entry.table) || idType(entry, 'number') === 'VARCHAR') continue;
    const { table } = await vertexKeys(staging, entry, 'number');
    staging.knownKeys.set(entry.table, table);
  }
}
