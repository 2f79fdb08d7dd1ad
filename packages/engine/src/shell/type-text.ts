/** Types, graphs and queries as the shell lists them: GSQL that would make them again. */
import type { Attribute } from '@acacia/language';
import {
  scopeOf,
  visiblePairs,
  type Catalog,
  type GraphEntry,
  type QueryEntry,
  type Scope,
  type SeenEdgeType,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import { typeText } from '../storage/columns.ts';

const attributeText = (attribute: Attribute): string => {
  const { defaultValue } = attribute;
  if (defaultValue === undefined) return `${attribute.name} ${typeText(attribute.type)}`;
  const text = typeof defaultValue === 'string' ? JSON.stringify(defaultValue) : String(defaultValue);
  return `${attribute.name} ${typeText(attribute.type)} DEFAULT ${text}`;
};

export const vertexText = ({ type }: VertexTypeEntry): string => {
  const { name, type: idType, isPrimaryKey, asAttribute } = type.primaryId;
  const key = isPrimaryKey ? `${name} ${idType} PRIMARY KEY` : `PRIMARY_ID ${name} ${idType}`;
  const option = asAttribute && !isPrimaryKey ? ', PRIMARY_ID_AS_ATTRIBUTE="true"' : '';
  const parts = [key, ...type.attributes.map(attributeText)].join(', ');
  return `VERTEX ${type.name}(${parts}) WITH STATS="OUTDEGREE_BY_EDGETYPE"${option}`;
};

export const edgeText = (
  catalog: Catalog,
  scope: Scope,
  name: string,
  { entry, reversed }: SeenEdgeType,
): string => {
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
};

export const graphText = (catalog: Catalog, graph: GraphEntry): string => {
  const scope = scopeOf(catalog, graph.name);
  const vertices = [...scope.vertexTypes.keys()].map((name) => `${name}:v`);
  const edges = [...scope.edgeTypes.keys()].map((name) => `${name}:e`);
  return `Graph ${graph.name}(${[...vertices, ...edges].join(', ')})`;
};

export const queryText = (query: QueryEntry): string => {
  const parameters = query.parameters.map(({ name, type }) => `${type} ${name}`).join(', ');
  const state = query.draft
    ? ' (draft)'
    : query.installed
      ? ` (installed ${query.syntax.split(' ')[1] ?? 'v2'})`
      : '';
  return `${query.name}(${parameters})${state}`;
};
