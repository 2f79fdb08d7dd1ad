/** Asks whether a load is to be undone, and undoes it. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import { ConfirmDestructive, toast } from '@acacia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { sumText } from './outcome.ts';

interface UndoLoadProps {
  readonly status: WireLoadStatus;
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string;
  readonly onClose: () => void;
  readonly onUndone: () => Promise<unknown>;
}

export function UndoLoad({ status, client, workspaceId, graph, onClose, onUndone }: UndoLoadProps) {
  const queryClient = useQueryClient();
  const undo = async (): Promise<void> => {
    await client.undoLoad(graph, status.overall.id);
    toast.success(t`The load was undone.`);
    await queryClient.invalidateQueries({ queryKey: graphKeys.counts(workspaceId, graph) });
    await queryClient.invalidateQueries({ queryKey: loadsKey(workspaceId, graph) });
    await onUndone();
  };
  return (
    <ConfirmDestructive
      opened
      title="Undo this load?"
      description="What was there before it comes back, unless something else has written to its types since. Undo later loads before this one."
      losses={[
        t`${sumText(status, ({ made }) => made)} vertices and edges that it added`,
        t`The values that it wrote to ${sumText(status, ({ updated }) => updated)} others`,
      ]}
      confirmLabel="Undo load"
      onClose={onClose}
      onConfirm={undo}
    />
  );
}

/** Beginning of the keys of queries for the loads of a graph. */
export const loadsKey = (workspaceId: string, graph: string): readonly string[] => [
  'workspace',
  workspaceId,
  'loads',
  graph,
];
