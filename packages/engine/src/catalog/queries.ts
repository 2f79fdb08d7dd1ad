/** Stored queries: their entries in the catalog, and changes of them. */
import { engineError } from '../errors/catalogue.ts';
import { signatureOf, type Ast, type GraphSchema } from '@acacia/language';
import type { DescribeQuery } from '../engine.ts';
import type { EngineError } from '../errors.ts';
import { keyInGraph, schemaOf, withEntry, type Catalog, type QueryEntry } from './catalog.ts';
import { queryFaults } from '../read/read-text.ts';

function defaultOf(value: Ast.Expr | undefined): unknown {
  switch (value?.kind) {
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value;
    default:
      return undefined;
  }
}

function entryOf(graph: string, query: Ast.QueryDefinition, code: string, draft: boolean): QueryEntry {
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
}

const noQuery = (graph: string, name: string): EngineError => engineError('queryUnknown', { name, graph });

/** A query of a graph; undefined when there is none of that name. */
export const findQuery = (catalog: Catalog, graph: string, name: string): QueryEntry | undefined =>
  catalog.queries.get(keyInGraph(graph, name));

/** Copies the descriptions of a query to the entry with its new text. */
function withDescriptionsOf(before: QueryEntry | undefined, entry: QueryEntry): QueryEntry {
  if (before === undefined) return entry;
  const known = new Map(before.parameters.map(({ name, description }) => [name, description]));
  return {
    ...entry,
    ...(before.description === undefined ? {} : { description: before.description }),
    parameters: entry.parameters.map((parameter) => {
      const description = known.get(parameter.name);
      return description === undefined ? parameter : { ...parameter, description };
    }),
  };
}

/** A copy with a description, or for null without one. */
const described = <T extends { readonly description?: string }>(
  { description: _former, ...rest }: T,
  description: string | null,
): Omit<T, 'description'> & { description?: string } =>
  description === null ? rest : { ...rest, description };

/** @throws EngineError when the query or a parameter does not exist */
export function describeQuery(catalog: Catalog, graph: string, wanted: DescribeQuery): Catalog {
  const { name, description, parameters } = wanted;
  const entry = findQuery(catalog, graph, name);
  if (entry === undefined) throw noQuery(graph, name);
  const unknown = Object.keys(parameters).find(
    (parameter) => !entry.parameters.some((known) => known.name === parameter),
  );
  if (unknown !== undefined) {
    throw engineError('queryParameterUnknown', { query: name, name: unknown });
  }
  const changed: QueryEntry = {
    ...(description === undefined ? entry : described(entry, description)),
    parameters: entry.parameters.map((parameter) => {
      const given = parameters[parameter.name];
      return given === undefined ? parameter : described(parameter, given);
    }),
  };
  return { ...catalog, queries: withEntry(catalog.queries, keyInGraph(graph, name), changed) };
}

/** Stores a query: not installed yet, as a draft when its text has faults. */
export const putQuery = (
  catalog: Catalog,
  graph: string,
  query: Ast.QueryDefinition,
  code: string,
  draft: boolean,
): Catalog => ({
  ...catalog,
  queries: withEntry(
    catalog.queries,
    keyInGraph(graph, query.name.text),
    withDescriptionsOf(findQuery(catalog, graph, query.name.text), entryOf(graph, query, code, draft)),
  ),
});

export const dropQuery = (catalog: Catalog, graph: string, name: string): Catalog => ({
  ...catalog,
  queries: withEntry(catalog.queries, keyInGraph(graph, name), undefined),
});

/** Disables installed queries that are no longer valid because a query that they call was dropped or disabled. */
export const disableCallers = (catalog: Catalog, graph: string): Promise<Catalog> =>
  changedIn(catalog, graph, async (entry, schema) =>
    entry.installed && !(await isSound(entry, schema))
      ? { ...entry, installed: false, disabled: true }
      : entry,
  );

/** Enables disabled queries that are valid again, as the queries that they call exist again. */
export const enableCallers = (catalog: Catalog, graph: string): Promise<Catalog> =>
  changedIn(catalog, graph, async (entry, schema) => {
    if (entry.disabled !== true || !(await isSound(entry, schema))) return entry;
    const { disabled: _disabled, ...rest } = entry;
    return { ...rest, installed: true };
  });

const isSound = async (entry: QueryEntry, schema: GraphSchema): Promise<boolean> =>
  !(await queryFaults(entry.code, schema)).some(({ severity }) => severity === 'error');

async function changedIn(
  catalog: Catalog,
  graph: string,
  change: (entry: QueryEntry, schema: GraphSchema) => Promise<QueryEntry>,
): Promise<Catalog> {
  const schema = schemaOf(catalog, graph);
  const queries = new Map(catalog.queries);
  for (const [key, entry] of catalog.queries)
    if (entry.graph === graph) queries.set(key, await change(entry, schema));
  return { ...catalog, queries };
}

/** Marks queries as installed or not, and as draft or not; a disabled query is no longer disabled. */
export function markQueries(
  catalog: Catalog,
  graph: string,
  names: readonly string[],
  mark: { readonly installed: boolean; readonly draft?: boolean },
): Catalog {
  const queries = new Map(catalog.queries);
  for (const name of names) {
    const entry = findQuery(catalog, graph, name);
    if (entry === undefined) throw noQuery(graph, name);
    const { disabled: _disabled, ...rest } = entry;
    queries.set(keyInGraph(graph, name), { ...rest, ...mark });
  }
  return { ...catalog, queries };
}
