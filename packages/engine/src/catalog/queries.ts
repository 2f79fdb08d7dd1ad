/** Stored queries: what the catalog keeps of one, and changes of it. */
import { signatureOf, type Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { keyInGraph, withEntry, type Catalog, type QueryEntry } from './catalog.ts';

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

const entryOf = (graph: string, query: Ast.QueryDefinition, code: string, draft: boolean): QueryEntry => {
  const signature = signatureOf(query);
  return {
    name: query.name.text,
    graph,
    code,
    syntax: `GSQL ${query.syntax ?? 'v2'}`,
    installed: false,
    draft,
    parameters: signature.parameters.map(({ name, type }, index) => {
      const defaultValue = defaultOf(query.parameters[index]?.defaultValue);
      return { name, type, ...(defaultValue === undefined ? {} : { defaultValue }) };
    }),
    signature,
  };
};

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
