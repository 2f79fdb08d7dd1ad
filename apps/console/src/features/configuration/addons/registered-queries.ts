/** The queries of a graph that have a description, and those that the co-pilot may use (specification part 2, section 7). */
import type { WorkspaceClient } from '@acacia/api-client';
import { QueryDescriptions, RegisteredQueries, type QueryDescription } from '@acacia/contract';

export interface QueryRegistry {
  readonly queries: readonly QueryDescription[];
  readonly registered: ReadonlySet<string>;
}

const pathOf = (graph: string, call: string): string => `/copilot/${encodeURIComponent(graph)}/${call}`;

export async function readRegistry(
  client: WorkspaceClient,
  graph: string,
  signal: AbortSignal | undefined,
): Promise<QueryRegistry> {
  const [described, registered] = await Promise.all([
    client.request({ path: '/gsql/v1/description', query: { graph }, signal }),
    client.request({ path: pathOf(graph, 'list_registered_queries'), signal }),
  ]);
  return {
    queries: QueryDescriptions.parse(described).results.queries.filter(
      ({ description }) => description !== '',
    ),
    registered: new Set(RegisteredQueries.parse(registered).map(({ queryName }) => queryName)),
  };
}

/** The queries to register and to unregister; both empty when nothing differs. */
export function registryDiff(registered: ReadonlySet<string>, checked: ReadonlySet<string>) {
  return {
    upserts: [...checked].filter((name) => !registered.has(name)),
    deletes: [...registered].filter((name) => !checked.has(name)),
  };
}

export async function saveRegistry(
  client: WorkspaceClient,
  graph: string,
  { upserts, deletes }: ReturnType<typeof registryDiff>,
): Promise<void> {
  const post = (call: string, queries: readonly string[]) =>
    client.request({ method: 'POST', path: pathOf(graph, call), json: { queries } });
  await Promise.all([
    ...(upserts.length > 0 ? [post('upsert_from_gsql', upserts)] : []),
    ...(deletes.length > 0 ? [post('delete_from_gsql', deletes)] : []),
  ]);
}
