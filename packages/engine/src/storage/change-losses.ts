/** The rows that a change of the schema erases. */
import type { Catalog, EdgeTypeEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { keepsRows } from '../catalog/way-back.ts';
import type { ErasedRows } from '../schema-change.ts';
import { joined, sql, type Sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

/** The types and attributes that go from one catalog to the next, with their rows; those without rows are left out. */
export async function erasedRows(
  transaction: Transaction,
  before: Catalog,
  after: Catalog,
): Promise<ErasedRows[]> {
  const countOf = (tables: readonly Sql[], where: Sql = sql`true`): Promise<number> =>
    transaction.number(
      sql`SELECT ${joined(
        tables.map((table) => sql`(SELECT count(*) FROM ${table} WHERE ${where})`),
        '+',
      )}`,
    );
  const erased: ErasedRows[] = [];
  const add = async (what: Omit<ErasedRows, 'rows'>, tables: readonly Sql[], where?: Sql): Promise<void> => {
    const rows = tables.length === 0 ? 0 : await countOf(tables, where);
    if (rows > 0) erased.push({ ...what, rows });
  };
  const attributes = async (
    kind: 'vertex' | 'edge',
    old: VertexTypeEntry | EdgeTypeEntry,
    now: VertexTypeEntry | EdgeTypeEntry,
    tables: readonly Sql[],
  ): Promise<void> => {
    for (const [attribute, column] of Object.entries(old.columns))
      if (now.columns[attribute] !== column)
        await add({ kind, type: old.type.name, attribute }, tables, sql`${column} IS NOT NULL`);
  };
  for (const [index, old] of before.vertexTypes) {
    const now = after.vertexTypes.get(index);
    if (now === undefined || !keepsRows(now, old)) {
      await add({ kind: 'vertex', type: old.type.name }, [old.table]);
      continue;
    }
    await attributes('vertex', old, now, [old.table]);
    for (const [attribute, table] of Object.entries(old.vectorTables ?? {}))
      if (now.vectorTables?.[attribute] !== table)
        await add({ kind: 'vertex', type: old.type.name, attribute }, [table]);
  }
  for (const [id, old] of before.edgeTypes) {
    const now = after.edgeTypes.get(id);
    const gone = old.pairs.filter((pair) => !now?.pairs.some((each) => keepsRows(each, pair)));
    await add(
      { kind: 'edge', type: old.type.name },
      gone.map(({ table }) => table),
    );
    if (now !== undefined)
      await attributes(
        'edge',
        old,
        now,
        old.pairs.map(({ table }) => table),
      );
  }
  return erased;
}
