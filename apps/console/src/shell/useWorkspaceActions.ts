/** Actions on a workspace: which are possible now, why the others are not, and carrying them out. */
import { said, t } from '@acacia/texts';
import { workspaceCan, type Permission, type Workspace, type WorkspaceAction } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useDenied } from '../data/me.ts';
import {
  idsOf,
  usePauseWorkspace,
  useRefreshWorkspace,
  useResumeWorkspace,
  useStopWorkspace,
} from '../data/workspaces.ts';

const NEEDS: Readonly<Record<WorkspaceAction, Permission>> = {
  connect: 'workspace.use',
  write: 'workspace.use',
  rename: 'workspace.update',
  configure: 'workspace.update',
  pause: 'workspace.pause',
  stop: 'workspace.stop',
  resume: 'workspace.resume',
  resize: 'workspace.configure',
  upgrade: 'workspace.configure',
  refresh: 'workspace.configure',
  backup: 'backup.manage',
  installSolution: 'solution.install',
  terminate: 'workspace.terminate',
};

/** Why an action on a workspace cannot be done: the person's roles first, then the workspace's state. */
export function useRefusal(workspace: Workspace): (action: WorkspaceAction) => string | undefined {
  const denied = useDenied();
  return (action) => {
    const byRole = denied(NEEDS[action], idsOf(workspace));
    if (byRole !== undefined) return byRole;
    const verdict = workspaceCan(action, workspace);
    return verdict.allowed ? undefined : said(verdict.reason);
  };
}

export function useWorkspaceActions(workspace: Workspace) {
  const refusal = useRefusal(workspace);
  const pause = usePauseWorkspace();
  const stop = useStopWorkspace();
  const resume = useResumeWorkspace();
  const refresh = useRefreshWorkspace();
  const run = (action: typeof pause): void => {
    const shown = toast.progress(t`Updating workspace`);
    action.mutate(workspace, {
      onSuccess: () => shown.success(t`Request has been accepted`),
      onError: (error) => shown.error(error),
    });
  };
  return {
    refusal,
    pause: () => run(pause),
    stop: () => run(stop),
    resume: () => run(resume),
    refresh: () => run(refresh),
    busy: pause.isPending || stop.isPending || resume.isPending,
    refreshing: refresh.isPending || workspace.refresh_status === 'refreshing',
  };
}
