/** Terminating a workspace: one box for all, one more for read-write (specification part 2, section 5). */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { ConfirmDestructive, toast } from '@acacia/ui';
import { useTerminateWorkspace } from '../../../data/workspaces.ts';

export interface TerminateDialogProps {
  readonly workspace: Workspace;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function TerminateDialog({ workspace, opened, onClose }: TerminateDialogProps) {
  const terminate = useTerminateWorkspace();
  const { database_name: database } = workspace;
  return (
    <ConfirmDestructive
      opened={opened}
      onClose={onClose}
      title={`Terminate ${workspace.name}?`}
      description={`The database ${database} and its data stay; a new workspace can serve them.`}
      losses={[
        t`The workspace with its address, settings, schedules and alerts`,
        t`Requests and queries that are running now`,
        ...(workspace.is_rw ? [] : [t`The snapshot that it shows`]),
      ]}
      acknowledgements={[
        t`I understand that ${workspace.name} will be terminated and cannot be brought back.`,
        ...(workspace.is_rw
          ? [
              t`I understand that nothing can write to ${database} until another read-write workspace serves it.`,
            ]
          : []),
      ]}
      confirmLabel="Terminate"
      onConfirm={async () => {
        await terminate.mutateAsync(workspace);
        toast.success(t`Request has been accepted`);
      }}
    />
  );
}
