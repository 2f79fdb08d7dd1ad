/** Watches workspaces while their status is in progress, or a snapshot of theirs is refreshed. */
import { IN_PROGRESS, type Workgroup, type Workspace } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMe } from '../../data/me.ts';
import { idsOf, showWorkspace } from '../../data/workspaces.ts';
import { workgroupKeys, workspacesOf } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';
import { useNarrow } from '../narrow.ts';
import { useWatch, useWatchList } from './useWatch.ts';

const EVERY_MS = 5_000;

/** Conditions of a workspace that has not been anything else yet. */
const FIRST_CONDITIONS: ReadonlySet<string | undefined> = new Set([
  undefined,
  'InitializeRoll',
  'InitializePost',
]);

const isPending = ({ status, refresh_status }: Workspace): boolean =>
  IN_PROGRESS.has(status) || refresh_status === 'refreshing';

/** Of one operation: the next one on the same workspace is watched anew. */
const keyOf = ({ workspace_id, operation_started_at }: Workspace): string =>
  `${workspace_id} ${operation_started_at ?? ''}`;

interface WorkspaceWatchersProps {
  readonly groups: readonly Workgroup[];
  readonly connected: boolean;
  readonly onFirst: (workspace: Workspace) => void;
}

export function WorkspaceWatchers({ groups, connected, onFirst }: WorkspaceWatchersProps) {
  const workspaces = workspacesOf(groups);
  const [watched, drop] = useWatchList(workspaces.filter(isPending), keyOf);
  const me = useMe();
  const mobile = useNarrow();
  const settle = (key: string, began: Workspace, now: Workspace): void => {
    drop(key);
    if (
      began.refresh_status === 'refreshing' &&
      now.refresh_status === 'failed' &&
      now.refresh_message !== ''
    )
      toast.error(now.refresh_message, { autoClose: false });
    const others = workspaces.some(
      ({ creator, workspace_id }) => creator === me.email && workspace_id !== now.workspace_id,
    );
    const isFirst = FIRST_CONDITIONS.has(began.condition_type) && now.creator === me.email && !others;
    if (now.status === 'Active' && isFirst && !mobile) onFirst(now);
  };
  return [...watched].map(([key, began]) => (
    <WorkspaceWatch
      key={key}
      began={began}
      connected={connected}
      onSettled={(now) => settle(key, began, now)}
      onLost={() => drop(key)}
    />
  ));
}

interface WorkspaceWatchProps {
  readonly began: Workspace;
  readonly connected: boolean;
  readonly onSettled: (now: Workspace) => void;
  readonly onLost: () => void;
}

function WorkspaceWatch({ began, connected, onSettled, onLost }: WorkspaceWatchProps) {
  const { cloud, queryClient } = useServices();
  const params = idsOf(began);
  useWatch({
    queryKey: ['workspace', began.workspace_id],
    workspaceId: began.workspace_id,
    read: (signal) => cloud.getWorkspace({ params, signal }),
    isPending,
    everyMs: EVERY_MS,
    connected,
    onPending: (now) => showWorkspace(queryClient, now),
    onSettled: (now) => {
      // The lists are read again, and not written: one that shows it as settled ends its place among the dropped.
      void queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      onSettled(now);
    },
    onLost: (isMissing) => {
      if (isMissing) void queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      onLost();
    },
  });
  return null;
}
