/** Filter and order of the workspaces in the Workspaces tab. */
import { WorkspaceStatus, type Workspace } from '@acacia/contract';
import type { WorkspaceOrder } from '../search.ts';

interface Choice {
  readonly find?: string | undefined;
  readonly status?: WorkspaceStatus | undefined;
  readonly order?: WorkspaceOrder | undefined;
}

const collator = new Intl.Collator('en', { numeric: true });
const rank = new Map(WorkspaceStatus.options.map((status, index) => [status, index]));

const newestFirst = (a: Workspace, b: Workspace): number => b.created_at.localeCompare(a.created_at);
const COMPARE: Readonly<Record<WorkspaceOrder, (a: Workspace, b: Workspace) => number>> = {
  newest: newestFirst,
  name: (a, b) => collator.compare(a.name, b.name),
  status: (a, b) => (rank.get(a.status) ?? 0) - (rank.get(b.status) ?? 0) || newestFirst(a, b),
};

/** Every word must be in the name, database, host, creator or id. */
export function chosenWorkspaces(
  workspaces: readonly Workspace[],
  { find = '', status, order = 'newest' }: Choice,
): Workspace[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (workspace: Workspace): boolean => {
    if (status !== undefined && workspace.status !== status) return false;
    const { name, database_name, nginx_host, creator, workspace_id } = workspace;
    const text = [name, database_name, nginx_host, creator, workspace_id].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return workspaces.filter(matches).sort(COMPARE[order]);
}

/** Number of workspaces by status, in the order of the table of statuses. */
export function statusCounts(
  workspaces: readonly Workspace[],
): readonly { readonly status: WorkspaceStatus; readonly count: number }[] {
  const by = Map.groupBy(workspaces, ({ status }) => status);
  return WorkspaceStatus.options.flatMap((status) => {
    const count = by.get(status)?.length ?? 0;
    return count === 0 ? [] : [{ status, count }];
  });
}
