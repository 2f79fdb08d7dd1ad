/** The graph that a tool works on: named by the address (`graph_name`), else the first there is. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireGraph, WireGraphSchema } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The name under which the address knows the global scope. */
const GLOBAL = '1';

const graphNameOf = (search: { readonly graph_name?: unknown }): string | undefined =>
  typeof search.graph_name === 'string' ? search.graph_name : undefined;

export interface GraphChoice {
  readonly graphs: readonly WireGraph[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
  /** null: the global scope, where the tool offers it or where there is no graph. */
  readonly graph: string | null;
  readonly choose: (graph: string | null) => void;
}

export const graphKeys = {
  graphs: (workspaceId: string) => ['workspace', workspaceId, 'graphs'] as const,
  schema: (workspaceId: string, graph: string | null) => ['workspace', workspaceId, 'schema', graph] as const,
  counts: (workspaceId: string, graph: string) => ['workspace', workspaceId, 'counts', graph] as const,
  queries: (workspaceId: string, graph: string) => ['workspace', workspaceId, 'queries', graph] as const,
  styles: (workspaceId: string, graph: string | null) => ['workspace', workspaceId, 'styles', graph] as const,
};

export function useGraphChoice(client: WorkspaceClient, workspaceId: string): GraphChoice {
  const named = useSearch({ strict: false, select: graphNameOf });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: graphKeys.graphs(workspaceId),
    queryFn: ({ signal }) => client.graphs({ signal }),
  });
  const choose = useCallback(
    (graph: string | null) => {
      void navigate({ to: '.', search: (previous) => ({ ...previous, graph_name: graph ?? GLOBAL }) });
    },
    [navigate],
  );
  const names = data?.map((graph) => graph.graphName) ?? [];
  const graph =
    named === GLOBAL ? null : named !== undefined && names.includes(named) ? named : (names[0] ?? null);
  return { graphs: data, error, refetch: () => void refetch(), graph, choose };
}

/** Types of the chosen graph, or of the global scope. */
export function useGraphSchema(client: WorkspaceClient, workspaceId: string, graph: string | null) {
  return useQuery<WireGraphSchema>({
    queryKey: graphKeys.schema(workspaceId, graph),
    queryFn: ({ signal }) => client.schema(graph, { signal }),
  });
}
