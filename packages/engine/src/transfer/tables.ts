/** Which tables of a store hold the rows of an export, and how a row stands in its file. */
import type { Attribute, EdgePair } from '@acacia/language';
import { scopeOf, type Catalog, type EdgeTypeEntry, type VertexTypeEntry } from '../catalog/catalog.ts';
import { vectorTablesOf, type VectorTable } from '../catalog/vectors.ts';
import { quoteText, storedType } from '../storage/columns.ts';
import { isKeyPart } from '../storage/keys.ts';
import type { EdgeTarget } from '../storage/merge-edges.ts';

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

/** `GlobalTypes/vertex_Person.csv`, `graph_g/edge_Likes_Person_Post.csv` */
export const fileOf = (table: RowTable): string => {
  const folder = table.graph === null ? 'GlobalTypes' : `graph_${table.graph}`;
  if (table.kind === 'vertex') return `${folder}/vertex_${table.entry.type.name}.csv`;
  if (table.kind === 'vector')
    return `${folder}/vector_${table.entry.type.name}_${table.vector.vector.name}.csv`;
  const { target, pair } = table;
  return `${folder}/edge_${target.entry.type.name}_${pair.from}_${pair.to}.csv`;
};

export const entryOf = (table: RowTable): VertexTypeEntry | EdgeTypeEntry =>
  table.kind === 'edge' ? table.target.entry : table.entry;

/** Columns that tell which vertex or edge a row is of. */
export const keysIn = (table: RowTable): readonly string[] =>
  table.kind === 'edge' ? ['from', 'to'] : ['primary_id'];

/** Attributes that a file has columns for: the parts of a composite key stand in the id. */
export const attributesIn = (table: RowTable): readonly Attribute[] => {
  if (table.kind === 'vector') return [];
  const { type } = entryOf(table);
  return type.attributes.filter(({ name }) => !isKeyPart(type, name));
};

/** Reads the rows of a table in the order of its file. */
export const rowsSql = (table: RowTable): string => {
  const entry = entryOf(table);
  if (table.kind === 'vector') {
    return `SELECT v._id AS "primary_id", t._v AS "vector" FROM ${table.vector.table} t
      JOIN ${table.entry.table} v ON v._num = t._num ORDER BY t._num`;
  }
  const columns = attributesIn(table).map(({ name }) => `t.${entry.columns[name]} AS ${quoteName(name)}`);
  if (table.kind === 'vertex') {
    return `SELECT ${['t._id AS "primary_id"', ...columns].join(', ')} FROM ${table.entry.table} t ORDER BY t._num`;
  }
  const { pair, from, to } = table.target;
  return `SELECT ${['a._id AS "from"', 'b._id AS "to"', ...columns].join(', ')}
    FROM ${pair.table} t JOIN ${from.table} a ON a._num = t._from JOIN ${to.table} b ON b._num = t._to
    ORDER BY t._from, t._to`;
};

/** A name in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The columns of a file for DuckDB's reader: ids as `k0`, `k1`, attributes as `a0`, `a1`, … */
export const fileColumns = (table: RowTable): string => {
  const columns = [
    ...keysIn(table).map((_, index) => `k${index}: 'VARCHAR'`),
    ...(table.kind === 'vector' ? ["v: 'VARCHAR'"] : []),
    ...attributesIn(table).map(({ type }, index) => `a${index}: ${quoteText(storedType(type).sql)}`),
  ];
  return `{${columns.join(', ')}}`;
};
