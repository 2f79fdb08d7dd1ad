/** Graphs of a workspace, and their schemas as the language wants them. */
import type { WorkspaceClient } from '@acacia/api-client';
import { schemaFromWire, type GraphSchema } from '@acacia/language';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** Keys start with the workspace, so that all of one can be forgotten at once. */
export const graphKeys = {
  all: (workspaceId: string) => ['graphs', workspaceId] as const,
  list: (workspaceId: string) => ['graphs', workspaceId, 'list'] as const,
  schema: (workspaceId: string, graph: string | null) => ['graphs', workspaceId, 'schema', graph] as const,
};

export const graphsQuery = (workspaceId: string, client: WorkspaceClient) =>
  queryOptions({
    queryKey: graphKeys.list(workspaceId),
    queryFn: async ({ signal }) => (await client.graphs({ signal })).map(({ graphName }) => graphName).sort(),
  });

/** Schema of a graph; null is the global scope. Local types are named in `localTypes`. */
export interface LoadedSchema {
  readonly schema: GraphSchema;
  readonly localTypes: ReadonlySet<string>;
}

export const schemaQuery = (workspaceId: string, client: WorkspaceClient, graph: string | null) =>
  queryOptions({
    queryKey: graphKeys.schema(workspaceId, graph),
    queryFn: async ({ signal }): Promise<LoadedSchema> => {
      const wire = await client.schema(graph, { signal });
      const local = [...wire.VertexTypes, ...wire.EdgeTypes].filter(({ IsLocal }) => IsLocal === true);
      return { schema: schemaFromWire(wire), localTypes: new Set(local.map(({ Name }) => Name)) };
    },
  });

/** Names of the graphs; not asked while `client` is undefined. */
export function useGraphs(workspaceId: string | undefined, client: WorkspaceClient | undefined) {
  return useQuery({
    ...graphsQuery(workspaceId ?? '', client as WorkspaceClient),
    enabled: client !== undefined && workspaceId !== undefined,
  });
}

/** Schema of a graph; not asked while `client` or `graph` is undefined. */
export function useGraphSchema(
  workspaceId: string | undefined,
  client: WorkspaceClient | undefined,
  graph: string | null | undefined,
) {
  return useQuery({
    ...schemaQuery(workspaceId ?? '', client as WorkspaceClient, graph ?? null),
    enabled: client !== undefined && workspaceId !== undefined && graph !== undefined,
  });
}
