/** Queries of a graph, and the actions on them. */
import type { WorkspaceClient } from '@acacia/api-client';
import { toast } from '@acacia/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';

/** Milliseconds between polls of an installation under way. */
const INSTALLING_MS = 1000;

export function useGraphQueries(client: WorkspaceClient, workspaceId: string, graph: string | null) {
  const cache = useQueryClient();
  const key = graphKeys.queries(workspaceId, graph ?? '');
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.queries(graph ?? '', { signal }),
    enabled: graph !== null,
    refetchInterval: (query) =>
      query.state.data?.some((each) => each.installing) === true ? INSTALLING_MS : false,
  });
  const changed = () => cache.invalidateQueries({ queryKey: key });
  const install = useMutation({
    mutationFn: (names: readonly string[]) => client.installQueries(graph ?? '', names),
    onSuccess: (_, names) => {
      toast.success(`Installed ${names.join(', ')}.`);
      return changed();
    },
    onError: (error) => {
      toast.error(error);
      return changed();
    },
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.deleteQuery(graph ?? '', name),
    onSuccess: (_, name) => {
      toast.success(`Deleted ${name}.`);
      return changed();
    },
  });
  return { list, install, remove };
}
