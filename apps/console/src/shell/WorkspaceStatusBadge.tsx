/** The status of a workspace; its meaning, where the word alone does not say it, is shown on hover. */
import { STATUS_MEANING, type WorkspaceStatus } from '@acacia/contract';
import { StatusBadge } from '@acacia/ui';
import { WORKSPACE_TONE } from './workspace-tone.ts';

const MEANING: Partial<Record<WorkspaceStatus, string>> = STATUS_MEANING;

export function WorkspaceStatusBadge({ status }: { readonly status: WorkspaceStatus }) {
  return (
    <StatusBadge tone={WORKSPACE_TONE[status]} title={MEANING[status]}>
      {status}
    </StatusBadge>
  );
}
