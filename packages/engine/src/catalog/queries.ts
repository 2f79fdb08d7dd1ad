/** Stored queries: what the catalog keeps of one, and changes of it. */
import type { Ast, QuerySignature } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { keyInGraph, withEntry, type Catalog, type QueryEntry } from './catalog.ts';

/** A type as GSQL writes it, without white space beside what separates words. */
const typeExprText = (type: Ast.TypeExpr): string => {
  switch (type.kind) {
    case 'scalar':
    case 'json':
    case 'named':
      return type.name;
    case 'vertex':
      return type.vertexType === undefined ? 'VERTEX' : `VERTEX<${type.vertexType}>`;
    case 'edge':
      return type.edgeType === undefined ? 'EDGE' : `EDGE<${type.edgeType}>`;
    case 'set':
    case 'bag':
    case 'list':
      return `${type.kind.toUpperCase()}<${typeExprText(type.element)}>`;
    case 'map':
      return `MAP<${typeExprText(type.key)}, ${typeExprText(type.value)}>`;
    case 'accum':
      return type.accum.kind;
  }
};

const defaultOf = (value: Ast.Expr | undefined): unknown => {
  switch (value?.kind) {
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value;
    default:
      return undefined;
  }
};

const signatureOf = (query: Ast.QueryDefinition): QuerySignature => ({
  name: query.name.text,
  parameters: query.parameters.map((parameter) => ({
    name: parameter.name,
    type: typeExprText(parameter.type),
    hasDefault: parameter.defaultValue !== undefined,
  })),
  ...(query.returns === undefined ? {} : { returns: typeExprText(query.returns) }),
});

const entryOf = (graph: string, query: Ast.QueryDefinition, code: string, draft: boolean): QueryEntry => ({
  name: query.name.text,
  graph,
  code,
  syntax: `GSQL ${query.syntax ?? 'v2'}`,
  installed: false,
  draft,
  parameters: query.parameters.map((parameter) => {
    const defaultValue = defaultOf(parameter.defaultValue);
    return {
      name: parameter.name,
      type: typeExprText(parameter.type),
      ...(defaultValue === undefined ? {} : { defaultValue }),
    };
  }),
  signature: signatureOf(query),
});

/** A query of a graph; undefined when there is none of that name. */
export const findQuery = (catalog: Catalog, graph: string, name: string): QueryEntry | undefined =>
  catalog.queries.get(keyInGraph(graph, name));

/** Stores a query: not installed yet, as a draft when its text has faults. */
export const putQuery = (
  catalog: Catalog,
  graph: string,
  query: Ast.QueryDefinition,
  code: string,
  draft: boolean,
): Catalog => ({
  ...catalog,
  queries: withEntry(catalog.queries, keyInGraph(graph, query.name.text), entryOf(graph, query, code, draft)),
});

export const dropQuery = (catalog: Catalog, graph: string, name: string): Catalog => ({
  ...catalog,
  queries: withEntry(catalog.queries, keyInGraph(graph, name), undefined),
});

/** Marks queries: installed or not, draft or not. */
export const markQueries = (
  catalog: Catalog,
  graph: string,
  names: readonly string[],
  mark: { readonly installed: boolean; readonly draft?: boolean },
): Catalog => {
  const queries = new Map(catalog.queries);
  for (const name of names) {
    const entry = findQuery(catalog, graph, name);
    if (entry === undefined) {
      throw new EngineError('GSQL-SEMANTIC', `The query '${name}' does not exist in the graph '${graph}'.`);
    }
    queries.set(keyInGraph(graph, name), { ...entry, ...mark });
  }
  return { ...catalog, queries };
};
