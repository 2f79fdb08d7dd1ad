/** The tables of a store that have the rows of an export, and the form of a row in its file. */
import { createHash } from 'node:crypto';
import type { Attribute, EdgePair } from '@acacia/language';
import { empty, id, list, literal, sql, type Sql } from '../sql.ts';
import { scopeOf, type Catalog, type EdgeTypeEntry, type VertexTypeEntry } from '../catalog/catalog.ts';
import { vectorTablesOf, type VectorTable } from '../catalog/vectors.ts';
import { storedType } from '../storage/columns.ts';
import { isKeyPart } from '../storage/keys.ts';
import type { EdgeTarget } from '../storage/merge-edges.ts';
import type { ExportedRows } from './exported.ts';

export type RowTable =
  | { readonly kind: 'vertex'; readonly graph: string | null; readonly entry: VertexTypeEntry }
  | {
      readonly kind: 'vector';
      readonly graph: string | null;
      readonly entry: VertexTypeEntry;
      readonly vector: VectorTable;
    }
  | {
      readonly kind: 'edge';
      readonly graph: string | null;
      readonly target: EdgeTarget;
      readonly pair: EdgePair;
    };

/** Vertices first: edges find their ends by their ids. */
export const rowTables = (
  catalog: Catalog,
  exported: {
    readonly vertexTypes: readonly {
      readonly graph: string | null;
      readonly type: { readonly name: string };
    }[];
    readonly edgeTypes: readonly {
      readonly graph: string | null;
      readonly type: { readonly name: string };
    }[];
  },
): RowTable[] => [
  ...exported.vertexTypes.flatMap(({ graph, type }): RowTable[] => {
    const entry = scopeOf(catalog, graph).vertexTypes.get(type.name);
    if (entry === undefined) return [];
    const vectors = vectorTablesOf(entry).map(
      (vector) => ({ kind: 'vector', graph, entry, vector }) as const,
    );
    return [{ kind: 'vertex', graph, entry }, ...vectors];
  }),
  ...exported.edgeTypes.flatMap(({ graph, type }): RowTable[] => {
    const entry = scopeOf(catalog, graph).edgeTypes.get(type.name)?.entry;
    return (entry?.pairs ?? []).flatMap((pair): RowTable[] => {
      const [from, to] = [catalog.vertexTypes.get(pair.from), catalog.vertexTypes.get(pair.to)];
      if (entry === undefined || from === undefined || to === undefined) return [];
      const target = { entry, pair, from, to };
      return [{ kind: 'edge', graph, target, pair: { from: from.type.name, to: to.type.name } }];
    });
  }),
];

/** Characters of a file's name without its ending, as systems allow 255 bytes with it. */
const LONGEST_NAME = 250;

/**
 * The names of a table's types as one of a file, parted by a sign that no name has; where that is too long, its
 * beginning and a checksum of all.
 */
function joined(kind: RowTable['kind'], ...names: readonly string[]): string {
  const name = `${kind}_${names.join('-')}`;
  if (name.length <= LONGEST_NAME) return name;
  const checksum = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST_NAME - checksum.length - 1)}-${checksum}`;
}

/** `GlobalTypes/vertex_Person.csv`, `graph_g/edge_Likes-Person-Post.csv` */
export function fileOf(table: RowTable): string {
  const folder = table.graph === null ? 'GlobalTypes' : `graph_${table.graph}`;
  const name = (): string => {
    if (table.kind === 'vertex') return joined('vertex', table.entry.type.name);
    if (table.kind === 'vector') return joined('vector', table.entry.type.name, table.vector.vector.name);
    return joined('edge', table.target.entry.type.name, table.pair.from, table.pair.to);
  };
  return `${folder}/${name()}.csv`;
}

/** The manifest's entry for a table's rows; the file may have a name of earlier versions, with `_` alone. */
export function rowsOf(rows: readonly ExportedRows[], table: RowTable): ExportedRows | undefined {
  const { name } = entryOf(table).type;
  const ofTable = rows.filter(({ kind, graph, type, pair }) => {
    if (kind !== table.kind || graph !== table.graph || type !== name) return false;
    return table.kind !== 'edge' || (pair?.from === table.pair.from && pair.to === table.pair.to);
  });
  if (table.kind !== 'vector') return ofTable[0];
  const file = fileOf(table);
  return ofTable.find((each) => each.file.replaceAll('-', '_') === file.replaceAll('-', '_'));
}

export const entryOf = (table: RowTable): VertexTypeEntry | EdgeTypeEntry =>
  table.kind === 'edge' ? table.target.entry : table.entry;

/** Columns that tell which vertex or edge a row is of. */
export const keysIn = (table: RowTable): readonly string[] =>
  table.kind === 'edge' ? ['from', 'to'] : ['primary_id'];

/** Attributes for which a file has columns: the parts of a composite key are in the id. */
export function attributesIn(table: RowTable): readonly Attribute[] {
  if (table.kind === 'vector') return [];
  const { type } = entryOf(table);
  return type.attributes.filter(({ name }) => !isKeyPart(type, name));
}

/** Reads the rows of a table in the order of its file. */
export function rowsSql(table: RowTable): Sql {
  const entry = entryOf(table);
  if (table.kind === 'vector') {
    return sql`SELECT v._id AS "primary_id", t._v AS "vector" FROM ${table.vector.table} t
      JOIN ${table.entry.table} v ON v._num = t._num ORDER BY t._num`;
  }
  const columns = attributesIn(table).map(
    ({ name }) => sql`t.${entry.columns[name] ?? empty} AS ${id(name)}`,
  );
  if (table.kind === 'vertex') {
    return sql`SELECT ${list([sql`t._id AS "primary_id"`, ...columns])} FROM ${table.entry.table} t ORDER BY t._num`;
  }
  const { pair, from, to } = table.target;
  return sql`SELECT ${list([sql`a._id AS "from"`, sql`b._id AS "to"`, ...columns])}
    FROM ${pair.table} t JOIN ${from.table} a ON a._num = t._from JOIN ${to.table} b ON b._num = t._to
    ORDER BY t._from, t._to`;
}

/** The columns of a file for DuckDB's reader: ids as `k0`, `k1`, attributes as `a0`, `a1`, … */
export function fileColumns(table: RowTable): Sql {
  const columns = [
    ...keysIn(table).map((_, index) => sql`k${index}: 'VARCHAR'`),
    ...(table.kind === 'vector' ? [sql`v: 'VARCHAR'`] : []),
    ...attributesIn(table).map(({ type }, index) => sql`a${index}: ${literal(storedType(type).sql)}`),
  ];
  return sql`{${list(columns)}}`;
}
