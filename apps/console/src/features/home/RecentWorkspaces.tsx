/** The five newest workspaces (specification part 1, section 2.4). */
import { t } from '@acacia/texts';
import { costPerHour, type Workspace } from '@acacia/contract';
import {
  EmptyState,
  formatBytes,
  formatCompact,
  formatCostPerHour,
  formatPercent,
  RelativeTime,
  Tag,
} from '@acacia/ui';
import { IconServer2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { accessWord } from '../../data/access-words.ts';
import { useWorkspaces } from '../../data/workgroups.ts';
import { WorkspaceStatusBadge } from '../../shell/WorkspaceStatusBadge.tsx';
import classes from './RecentWorkspaces.module.css';

/** Number of workspaces that are listed. */
export const RECENT = 5;

/** Data, load and cost, as far as they are known. */
function figuresOf(workspace: Workspace): string {
  const { vertex_count, edge_count, graph_topology_size_bytes, workspace_type, enable_ha } = workspace;
  const { tigergraph_memory_usage_percent: memory } = workspace;
  // 0 until something is asked of the graph, whatever is stored.
  const bytesInMemory = graph_topology_size_bytes ?? 0;
  return [
    ...(vertex_count === null
      ? []
      : [vertex_count === 1 ? t`1 vertex` : t`${formatCompact(vertex_count)} vertices`]),
    ...(edge_count === null ? [] : [edge_count === 1 ? t`1 edge` : t`${formatCompact(edge_count)} edges`]),
    ...(bytesInMemory === 0 ? [] : [formatBytes(bytesInMemory)]),
    ...(memory === null || workspace.status !== 'Active' ? [] : [t`memory ${formatPercent(memory)}`]),
    t`${workspace_type.typeName}, ${formatCostPerHour(costPerHour(workspace_type, enable_ha))}`,
  ].join(' · ');
}

export function RecentWorkspaces() {
  const workspaces = useWorkspaces();
  if (workspaces.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconServer2 size={22} stroke={1.6} />}
        title="No recent workspaces"
        description="There are no recent workspaces available at the moment."
      />
    );
  }
  return (
    <ul className={classes.list}>
      {workspaces.slice(0, RECENT).map((workspace) => (
        <li key={workspace.workspace_id}>
          <Link
            to="/groups/$groupID"
            params={{ groupID: workspace.workgroup_id }}
            search={{ tab: 'workspaces' }}
            className={classes.row}
          >
            <span className={classes.name}>
              <span className={classes.group}>{workspace.workgroup_name} / </span>
              {workspace.name}
              <span className={classes.figures}>{figuresOf(workspace)}</span>
            </span>
            <Tag>{accessWord(workspace)}</Tag>
            <WorkspaceStatusBadge status={workspace.status} />
            <span className={classes.age}>
              <RelativeTime at={workspace.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
