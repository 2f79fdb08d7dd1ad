/** The graph that a tool works on: named by the address (`graph_name`), else the first there is. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireGraph, WireGraphSchema } from '@acacia/contract';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The name under which the address knows the global scope. */
const GLOBAL = '1';

const graphNameOf = (search: { readonly graph_name?: unknown }): string | undefined =>
  typeof search.graph_name === 'string' ? search.graph_name : undefined;

export interface GraphChoice {
  readonly graphs: readonly WireGraph[];
  /** null: the global scope, where the tool offers it or where there is no graph. */
  readonly graph: string | null;
  /** Whether the address names the global scope. */
  readonly isGlobal: boolean;
  /** The graph of the address, where the workspace has none of that name. */
  readonly missing: string | undefined;
  /** @param wasDropped the graph of the address was: nothing of it is left to ask about */
  readonly choose: (graph: string | null, wasDropped?: boolean) => void;
}

export const graphKeys = {
  graphs: (workspaceId: string) => ['workspace', workspaceId, 'graphs'] as const,
  schema: (workspaceId: string, graph: string | null) => ['workspace', workspaceId, 'schema', graph] as const,
  counts: (workspaceId: string, graph: string) => ['workspace', workspaceId, 'counts', graph] as const,
  queries: (workspaceId: string, graph: string) => ['workspace', workspaceId, 'queries', graph] as const,
  styles: (workspaceId: string, graph: string | null) => ['workspace', workspaceId, 'styles', graph] as const,
};

/** All graphs of a workspace. */
export const graphsQuery = (client: WorkspaceClient, workspaceId: string) =>
  queryOptions({
    queryKey: graphKeys.graphs(workspaceId),
    queryFn: ({ signal }) => client.graphs({ signal }),
  });

/** @param withGlobal whether the tool works on the global scope too, which others read as no choice */
export function useGraphChoice(graphs: readonly WireGraph[], withGlobal = false): GraphChoice {
  const named = useSearch({ strict: false, select: graphNameOf });
  const navigate = useNavigate();
  const choose = useCallback(
    (graph: string | null, wasDropped = false) => {
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, graph_name: graph ?? GLOBAL }),
        ignoreBlocker: wasDropped,
      });
    },
    [navigate],
  );
  const names = graphs.map((graph) => graph.graphName);
  const isKnown = named !== undefined && names.includes(named);
  const isGlobal = named === GLOBAL;
  const graph = isKnown ? named : isGlobal && withGlobal ? null : (names[0] ?? null);
  const missing = isKnown || isGlobal || names.length === 0 ? undefined : named;
  return { graphs, graph, isGlobal, missing, choose };
}

/** Types of a graph; null: of the global scope. */
export const schemaQuery = (client: WorkspaceClient, workspaceId: string, graph: string | null) =>
  queryOptions({
    queryKey: graphKeys.schema(workspaceId, graph),
    queryFn: ({ signal }) => client.schema(graph, { signal }),
  });

/** Types of a graph, for a component that suspends until they are fetched. */
export const useGraphSchema = (
  client: WorkspaceClient,
  workspaceId: string,
  graph: string | null,
): WireGraphSchema => useSuspenseQuery(schemaQuery(client, workspaceId, graph)).data;

/** Reads the graphs of a workspace and the types of one again, as after a call that failed: they may have been dropped. */
export function useSchemaCheck(workspaceId: string, graph: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [graphKeys.graphs(workspaceId), graphKeys.schema(workspaceId, graph)])
      void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, workspaceId, graph]);
}
