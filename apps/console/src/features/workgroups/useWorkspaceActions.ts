/** Which actions on a workspace are possible now, why not, and doing them. */
import { workspaceCan, type Permission, type Workspace, type WorkspaceAction } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useDenied } from '../../data/me.ts';
import { usePauseWorkspace, useResumeWorkspace, useStopWorkspace } from '../../data/workspaces.ts';

const NEEDS: Readonly<Partial<Record<WorkspaceAction, Permission>>> = {
  connect: 'workspace.use',
  write: 'workspace.use',
  rename: 'workspace.update',
  configure: 'workspace.update',
  pause: 'workspace.pause',
  stop: 'workspace.stop',
  resume: 'workspace.resume',
  terminate: 'workspace.terminate',
};

export function useWorkspaceActions(workspace: Workspace) {
  const denied = useDenied();
  const pause = usePauseWorkspace();
  const stop = useStopWorkspace();
  const resume = useResumeWorkspace();
  const scope = { workgroup_id: workspace.workgroup_id, workspace_id: workspace.workspace_id };

  /** Why it cannot be done: the person's roles first, then the workspace's state. */
  const refusal = (action: WorkspaceAction): string | undefined => {
    const permission = NEEDS[action];
    const byRole = permission === undefined ? undefined : denied(permission, scope);
    if (byRole !== undefined) return byRole;
    const verdict = workspaceCan(action, workspace);
    return verdict.allowed ? undefined : verdict.reason;
  };
  const run = (action: typeof pause): void => {
    const shown = toast.progress('Updating workspace');
    action.mutate(workspace, {
      onSuccess: () => shown.success('Request has been accepted'),
      onError: (error) => shown.error(error),
    });
  };
  return {
    refusal,
    pause: () => run(pause),
    stop: () => run(stop),
    resume: () => run(resume),
    busy: pause.isPending || stop.isPending || resume.isPending,
  };
}
