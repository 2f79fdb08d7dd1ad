/** Shows a new snapshot of the database in a read-only workspace (specification part 2, section 4). */
import { said } from '@acacia/texts';
import { NO_SNAPSHOT_SOURCE, type Workspace } from '@acacia/contract';
import { ActionButton } from '@acacia/ui';
import { IconRefresh } from '@tabler/icons-react';
import { useWorkgroup } from '../../../data/workgroups.ts';

interface UpdateSnapshotButtonProps {
  readonly workspace: Workspace;
  /** Why its roles or state do not allow it. */
  readonly refusal: string | undefined;
  readonly refreshing: boolean;
  readonly onUpdate: () => void;
}

export function UpdateSnapshotButton(props: UpdateSnapshotButtonProps) {
  const { workspace, refusal, refreshing, onUpdate } = props;
  const group = useWorkgroup(workspace.workgroup_id);
  const written = group.workspaces.some(
    (each) => each.is_rw && each.database_id === workspace.database_id && each.status === 'Active',
  );
  return (
    <ActionButton
      variant="default"
      leftSection={<IconRefresh size={15} stroke={1.8} />}
      disabledReason={refusal ?? (written === false ? said(NO_SNAPSHOT_SOURCE) : undefined)}
      loading={refreshing}
      onClick={onUpdate}
    >
      Update
    </ActionButton>
  );
}
