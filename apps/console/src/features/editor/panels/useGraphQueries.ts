/** Queries of a graph, and the actions on them. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireQueryInfo } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';

/** Milliseconds between polls of an installation under way. */
const INSTALLING_MS = 1000;

/** An installation of several queries, one after the other. */
export interface Installing {
  readonly names: readonly string[];
  /** How many are installed. */
  readonly done: number;
}

export function useGraphQueries(client: WorkspaceClient, workspaceId: string, graph: string | null) {
  const cache = useQueryClient();
  const key = graphKeys.queries(workspaceId, graph ?? '');
  const [installing, setInstalling] = useState<Installing | null>(null);
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.queries(graph ?? '', { signal }),
    enabled: graph !== null,
    refetchInterval: (query) =>
      query.state.data?.some((each) => each.installing) === true ? INSTALLING_MS : false,
  });
  const changed = () => cache.invalidateQueries({ queryKey: key });
  const install = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const [done, name] of names.entries()) {
        setInstalling({ names, done });
        await client.installQueries(graph ?? '', [name]);
      }
    },
    onSuccess: (_, names) => {
      toast.success(
        names.length === 1 ? t`Installed ${names.join('')}.` : t`Installed ${names.length} queries.`,
      );
    },
    onError: (error) => toast.error(error),
    onSettled: () => {
      setInstalling(null);
      return changed();
    },
  });
  const remove = useMutation({
    mutationFn: ({ name, version }: Pick<WireQueryInfo, 'name' | 'version'>) =>
      client.deleteQuery(graph ?? '', name, version),
    onSuccess: (_, { name }) => toast.success(t`Deleted ${name}.`),
    // Also when a colleague has deleted or changed it before: the list shows how it is.
    onSettled: changed,
  });
  return { client, workspaceId, list, install, installing, remove };
}
