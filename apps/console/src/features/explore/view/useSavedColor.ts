/** Colours of vertex types, kept with the graph for everybody. */
import type { WireGraphSchema } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { colorChange, vertexTypeNames, type TypeColors } from '../../workspace-tool/type-colors.ts';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';

/** @returns saves the colour of a type */
export function useSavedColor(
  { client, graph }: GraphPlace,
  workspaceId: string,
  schema: WireGraphSchema,
  colors: TypeColors,
): (type: string, color: string) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ type, color }: { readonly type: string; readonly color: string }) => {
      const now = await client.graphStyle(graph);
      const change = colorChange(now, colors, vertexTypeNames(schema), [type, color]);
      await client.changeGraphStyle(graph, change);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: graphKeys.styles(workspaceId, graph) }),
    onError: (error) => toast.error(error),
  });
  return (type, color) => mutate({ type, color });
}
