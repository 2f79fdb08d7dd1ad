/** Types, graphs and queries as the shell lists them: GSQL that would recreate them. */
import { edgeTypeText, typeText, vertexTypeText, type TupleType } from '@acacia/language';
import {
  scopeOf,
  visiblePairs,
  type Catalog,
  type GraphEntry,
  type QueryEntry,
  type Scope,
  type SeenEdgeType,
  type VertexTypeEntry,
} from './catalog.ts';

export const vertexText = ({ type }: VertexTypeEntry): string => vertexTypeText(type);

/** The vectors of a type as LS shows them below the types: none, or one text of several lines. */
export function vectorLines({ type }: VertexTypeEntry): string[] {
  const { vectors = [] } = type;
  if (vectors.length === 0) return [];
  const lines = vectors.map(
    ({ name, dimension, metric }) =>
      `    - ${name}(Dimension=${dimension}, IndexType="HNSW", DataType="FLOAT", Metric="${metric}")`,
  );
  return [[`${type.name}:`, ...lines].join('\n')];
}

export function edgeText(
  catalog: Catalog,
  scope: Scope,
  name: string,
  { entry, reversed }: SeenEdgeType,
): string {
  const nameOf = (index: number): string => catalog.vertexTypes.get(index)?.type.name ?? '';
  const pairs = visiblePairs(scope, entry).map(({ from, to }) =>
    reversed ? { from: nameOf(to), to: nameOf(from) } : { from: nameOf(from), to: nameOf(to) },
  );
  return edgeTypeText({ ...entry.type, name, pairs, ...(reversed ? { reverseOf: entry.type.name } : {}) });
}

export function graphText(catalog: Catalog, graph: GraphEntry): string {
  const scope = scopeOf(catalog, graph.name);
  const vertices = [...scope.vertexTypes.keys()].map((name) => `${name}:v`);
  const edges = [...scope.edgeTypes.keys()].map((name) => `${name}:e`);
  return `Graph ${graph.name}(${[...vertices, ...edges].join(', ')})`;
}

/** `draft`, `disabled`, `installed v2`; '' for a valid query that is not installed. */
export function queryState(query: QueryEntry): string {
  if (query.disabled === true) return 'disabled';
  if (query.draft) return 'draft';
  return query.installed ? `installed ${query.syntax.split(' ')[1] ?? 'v2'}` : '';
}

export function queryText(query: QueryEntry): string {
  const parameters = query.parameters.map(({ name, type }) => `${type} ${name}`).join(', ');
  const state = queryState(query);
  return `${query.name}(${parameters})${state === '' ? '' : ` (${state})`}`;
}

const fieldsText = ({ fields }: TupleType): string =>
  fields
    .map(({ name, type, length }) => `${name} ${typeText(type)}${length === undefined ? '' : `(${length})`}`)
    .join(', ');

export const tupleText = (tuple: TupleType): string =>
  tuple.accum === undefined ? `TUPLE ${tuple.name}<${fieldsText(tuple)}>` : `${tuple.accum} ${tuple.name}`;

/** The statement that makes a tuple or names an accumulator type. */
export const tupleDefinition = (tuple: TupleType): string =>
  tuple.accum === undefined
    ? `TYPEDEF TUPLE <${fieldsText(tuple)}> ${tuple.name}`
    : `TYPEDEF ${tuple.accum} ${tuple.name}`;
