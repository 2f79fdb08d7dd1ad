/** Types, graphs and queries as the shell lists them: GSQL that would recreate them. */
import { typeText, type Attribute, type TupleType } from '@acacia/language';
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

export function attributeText(attribute: Attribute): string {
  const { defaultValue } = attribute;
  if (defaultValue === undefined) return `${attribute.name} ${typeText(attribute.type)}`;
  const text = typeof defaultValue === 'string' ? JSON.stringify(defaultValue) : String(defaultValue);
  return `${attribute.name} ${typeText(attribute.type)} DEFAULT ${text}`;
}

export function vertexText({ type }: VertexTypeEntry): string {
  const { name, type: idType, isPrimaryKey, asAttribute, parts } = type.primaryId;
  const attributes = type.attributes.map(attributeText);
  const list =
    parts !== undefined
      ? [...attributes, `PRIMARY KEY(${parts.join(', ')})`]
      : [isPrimaryKey ? `${name} ${idType} PRIMARY KEY` : `PRIMARY_ID ${name} ${idType}`, ...attributes];
  const stats = type.stats === undefined ? 'OUTDEGREE_BY_EDGETYPE' : type.stats.toUpperCase();
  const option = asAttribute && !isPrimaryKey ? ', PRIMARY_ID_AS_ATTRIBUTE="true"' : '';
  return `VERTEX ${type.name}(${list.join(', ')}) WITH STATS="${stats}"${option}`;
}

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
  const pairs = visiblePairs(scope, entry)
    .map(({ from, to }) => (reversed ? [to, from] : [from, to]))
    .map(([from = 0, to = 0]) => `FROM ${nameOf(from)}, TO ${nameOf(to)}`)
    .join('|');
  const keys = entry.type.attributes.filter((each) => entry.type.discriminator.includes(each.name));
  const others = entry.type.attributes.filter((each) => !keys.includes(each));
  const discriminator = keys.length === 0 ? [] : [`DISCRIMINATOR(${keys.map(attributeText).join(', ')})`];
  const partner = reversed ? entry.type.name : entry.type.reverseEdge;
  const option = partner === undefined ? '' : ` WITH REVERSE_EDGE="${partner}"`;
  const parts = [pairs, ...discriminator, ...others.map(attributeText)].join(', ');
  return `${entry.type.directed ? 'DIRECTED' : 'UNDIRECTED'} EDGE ${name}(${parts})${option}`;
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
  fields.map((field) => `${field.name} ${typeText(field.type)}`).join(', ');

export const tupleText = (tuple: TupleType): string =>
  tuple.accum === undefined ? `TUPLE ${tuple.name}<${fieldsText(tuple)}>` : `${tuple.accum} ${tuple.name}`;

/** The statement that makes a tuple or names an accumulator type. */
export const tupleDefinition = (tuple: TupleType): string =>
  tuple.accum === undefined
    ? `TYPEDEF TUPLE <${fieldsText(tuple)}> ${tuple.name}`
    : `TYPEDEF ${tuple.accum} ${tuple.name}`;
