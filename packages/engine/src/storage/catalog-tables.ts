/** Stores the catalog and the tables of its types in DuckDB, in the transaction of the change. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { Attribute, TupleType } from '@acacia/language';
import { empty, id, list, literal, sql, type Sql } from '../sql.ts';
import { defaultLiteral, storedType, vectorSqlType } from './columns.ts';
import { partSql } from './keys.ts';
import type { Transaction } from './transaction.ts';
import {
  EMPTY_CATALOG,
  type Catalog,
  type DataSourceEntry,
  type EdgeTypeEntry,
  type FunctionFileEntry,
  type GraphEntry,
  type LoadingJobEntry,
  type QueryEntry,
  type SchemaJobEntry,
  type TemplateEntry,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import { vectorTablesOf, type VectorTable } from '../catalog/vectors.ts';

const TABLE = sql`acacia_catalog`;

/** The parts of a catalog by the kind under which their entries are stored. */
const PARTS = {
  vertexType: 'vertexTypes',
  edgeType: 'edgeTypes',
  graph: 'graphs',
  query: 'queries',
  loadingJob: 'loadingJobs',
  schemaJob: 'schemaJobs',
  tuple: 'tuples',
  functionFile: 'functionFiles',
  dataSource: 'dataSources',
  package: 'packages',
  template: 'templates',
} as const;
const KINDS = Object.keys(PARTS) as (keyof typeof PARTS)[];

export async function createCatalogTable(transaction: Transaction): Promise<void> {
  await transaction.run(
    sql`CREATE TABLE IF NOT EXISTS ${TABLE} (kind VARCHAR NOT NULL, key VARCHAR NOT NULL, document VARCHAR NOT NULL)`,
  );
}

/** Kind, key and document of every entry, in a fixed order; none for a store that has no catalog yet. */
export async function readCatalogRows(
  transaction: Transaction,
): Promise<readonly (readonly [string, string, string])[]> {
  const exists = await transaction.number(
    sql`SELECT count(*) FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  );
  if (exists === 0) return [];
  const rows = await transaction.rows(sql`SELECT kind, key, document FROM ${TABLE} ORDER BY rowid`);
  return rows.map((row) => [String(row[0]), String(row[1]), String(row[2])]);
}

/** Reads the catalog; empty for a store that has none yet. */
export async function readCatalog(transaction: Transaction): Promise<Catalog> {
  const rows = await readCatalogRows(transaction);
  if (rows.length === 0) return EMPTY_CATALOG;
  const documents = (kind: string): [string, unknown][] =>
    rows.filter((row) => row[0] === kind).map(([, key, document]) => [key, JSON.parse(document) as unknown]);
  const numbered = <V>(kind: string): Map<number, V> =>
    new Map(
      documents(kind)
        .map(([key, value]): [number, V] => [Number(key), value as V])
        .sort(([a], [b]) => a - b),
    );
  const named = <V>(kind: string): Map<string, V> => new Map(documents(kind) as [string, V][]);
  const [counter] = documents('counter');
  return {
    nextId: Number(counter?.[1] ?? 1),
    vertexTypes: numbered<VertexTypeEntry>('vertexType'),
    edgeTypes: numbered<EdgeTypeEntry>('edgeType'),
    graphs: named<GraphEntry>('graph'),
    queries: named<QueryEntry>('query'),
    loadingJobs: named<LoadingJobEntry>('loadingJob'),
    schemaJobs: named<SchemaJobEntry>('schemaJob'),
    tuples: named<TupleType>('tuple'),
    functionFiles: named<FunctionFileEntry>('functionFile'),
    dataSources: named<DataSourceEntry>('dataSource'),
    packages: named<{ readonly name: string }>('package'),
    templates: named<TemplateEntry>('template'),
  };
}

/** Writes the differences between two catalogs, and makes, alters and drops tables accordingly. */
export async function storeCatalog(transaction: Transaction, before: Catalog, after: Catalog): Promise<void> {
  /** Looks for an entry that may be there: the whole table is read for it. */
  const put = async (kind: string, key: string, document: unknown, mayBeThere: boolean): Promise<void> => {
    const values: DuckDBValue[] = [kind, key];
    if (document === undefined) {
      await transaction.run(sql`DELETE FROM ${TABLE} WHERE kind = $1 AND key = $2`, values);
      return;
    }
    values.push(JSON.stringify(document));
    const changed = mayBeThere
      ? await transaction.run(sql`UPDATE ${TABLE} SET document = $3 WHERE kind = $1 AND key = $2`, values)
      : 0;
    if (changed === 0) await transaction.run(sql`INSERT INTO ${TABLE} VALUES ($1, $2, $3)`, values);
  };
  if (before.nextId !== after.nextId) await put('counter', 'nextId', after.nextId, true);
  for (const kind of KINDS) {
    const [old, now] = [before[PARTS[kind]], after[PARTS[kind]]] as [
      ReadonlyMap<string | number, unknown>,
      ReadonlyMap<string | number, unknown>,
    ];
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      if (old.get(key) !== now.get(key)) await put(kind, String(key), now.get(key), old.has(key));
    }
  }
  await changeTables(transaction, tablesOf(before), tablesOf(after));
  await changeVectorTables(transaction, before, after);
}

interface TableShape {
  readonly keys: readonly ('_num' | '_id' | '_from' | '_to')[];
  readonly attributes: readonly Attribute[];
  readonly columns: Readonly<Record<string, Sql>>;
  readonly copiedFrom: Sql | undefined;
  /** Columns that are computed: SQL by attribute. */
  readonly computed: (attribute: string) => Sql | null;
}

function tablesOf(catalog: Catalog): Map<Sql, TableShape> {
  const tables = new Map<Sql, TableShape>();
  for (const { table, type, columns, copiedFrom } of catalog.vertexTypes.values()) {
    const computed = (attribute: string): Sql | null => partSql(type, attribute);
    tables.set(table, { keys: ['_num', '_id'], attributes: type.attributes, columns, copiedFrom, computed });
  }
  for (const { type, columns, pairs } of catalog.edgeTypes.values()) {
    for (const { table, copiedFrom } of pairs) {
      tables.set(table, {
        keys: ['_from', '_to'],
        attributes: type.attributes,
        columns,
        copiedFrom,
        computed: () => null,
      });
    }
  }
  return tables;
}

function columnText(shape: TableShape, attribute: Attribute): Sql {
  const computed = shape.computed(attribute.name);
  const value =
    computed === null
      ? sql`DEFAULT ${defaultLiteral(attribute)}`
      : sql`GENERATED ALWAYS AS (${computed}) VIRTUAL`;
  return sql`${shape.columns[attribute.name] ?? empty} ${storedType(attribute.type).sql} ${value}`;
}

async function changeTables(
  transaction: Transaction,
  before: ReadonlyMap<Sql, TableShape>,
  after: ReadonlyMap<Sql, TableShape>,
): Promise<void> {
  for (const [table, shape] of after) {
    if (before.has(table)) continue;
    const keys = shape.keys.map(
      (key) => sql`${id(key)} ${key === '_id' ? sql`VARCHAR` : sql`UINTEGER`} NOT NULL`,
    );
    const columns = shape.attributes.map((attribute) => columnText(shape, attribute));
    await transaction.run(sql`CREATE TABLE ${table} (${list([...keys, ...columns])})`);
    transaction.touchRows(table);
    const source = shape.copiedFrom;
    const old = source === undefined ? undefined : before.get(source);
    if (source === undefined || old === undefined) continue;
    const had = new Set(Object.values(old.columns));
    const stored = Object.entries(shape.columns).filter(([name]) => shape.computed(name) === null);
    const kept = list([
      ...shape.keys.map(id),
      ...stored.map(([, column]) => column).filter((each) => had.has(each)),
    ]);
    await transaction.run(sql`INSERT INTO ${table} (${kept}) SELECT ${kept} FROM ${source}`);
  }
  for (const table of before.keys()) {
    if (!after.has(table)) await transaction.run(sql`DROP TABLE ${table}`);
  }
}

const vectorTablesIn = (catalog: Catalog): Map<Sql, VectorTable> =>
  new Map(
    [...catalog.vertexTypes.values()].flatMap(vectorTablesOf).map((each) => [each.table, each] as const),
  );

/**
 * `_seq` is the commit that wrote a row, by which the rows since a known version are read. `_num` is the vertex'
 * number, which stays when the type is altered.
 */
const vectorTableSql = ({ vector, table }: VectorTable): Sql =>
  sql`CREATE TABLE ${table} (_num UINTEGER NOT NULL, _seq BIGINT NOT NULL, _v ${vectorSqlType(vector)} NOT NULL)`;

async function changeVectorTables(transaction: Transaction, before: Catalog, after: Catalog): Promise<void> {
  const [old, now] = [vectorTablesIn(before), vectorTablesIn(after)];
  for (const [table, each] of now) {
    if (old.has(table)) continue;
    await transaction.run(vectorTableSql(each));
    transaction.touchRows(table);
  }
  for (const table of old.keys()) if (!now.has(table)) await transaction.run(sql`DROP TABLE ${table}`);
}
