/** Chooses the workspace that a tool works on (specification part 1, section 2.6). */
import { said, t } from '@acacia/texts';
import { workspaceCan, type Workspace } from '@acacia/contract';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSelectedWorkspace } from '../data/selected-workspace.ts';
import { useWorkspaces } from '../data/workgroups.ts';
import { WorkspacePicker } from './WorkspacePicker.tsx';

export const IP_NOT_ALLOWED = t`Your IP is not allowed to access this workspace`;

/** Whether choosing it opens the dialog to resume it; an idle one is woken by the next request. */
const isResumable = ({ status }: Workspace): boolean => status === 'Stopped' || status === 'Error';

/** Why it cannot be chosen; undefined when it can, or when choosing it offers to resume it. */
function refusal(workspace: Workspace): string | undefined {
  if (!workspace.canAccess) return IP_NOT_ALLOWED;
  if (isResumable(workspace)) return undefined;
  const verdict = workspaceCan('connect', workspace);
  return verdict.allowed ? undefined : said(verdict.reason);
}

const usable = (workspace: Workspace): boolean =>
  workspace.canAccess && workspaceCan('connect', workspace).allowed;

export function WorkspaceSelector({ width = 400 }: { readonly width?: number }) {
  const workspaces = useWorkspaces();
  const { workspace, workspaceId, select } = useSelectedWorkspace();
  const [last, setLast] = useLocalStorage<string>({
    key: 'acacia.workspace.last',
    defaultValue: '',
    getInitialValueInEffect: false,
  });

  /** An address without a workspace opens the one used last, or the newest that can be used. */
  useEffect(() => {
    if (workspaceId !== undefined) return;
    const candidates = workspaces.filter(usable);
    const chosen = candidates.find((each) => each.workspace_id === last) ?? candidates[0];
    if (chosen !== undefined) select(chosen.workspace_id, { replace: true });
  }, [workspaceId, workspaces, last, select]);

  return (
    <WorkspacePicker
      workspaces={workspaces}
      chosen={workspace}
      refusal={refusal}
      resumable={isResumable}
      withWorkgroup
      width={width}
      onChoose={({ workspace_id }) => {
        setLast(workspace_id);
        select(workspace_id);
      }}
    />
  );
}
