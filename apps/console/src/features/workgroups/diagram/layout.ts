/** Positions of the nodes of a workgroup's diagram: databases left, workspaces right, snapshots between. */
import type { Database, Snapshot, Workgroup, Workspace } from '@acacia/contract';
import { t } from '@acacia/texts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

export type DiagramNode = Place & { readonly id: string } & (
    | { readonly kind: 'database'; readonly database: Database; readonly users: number }
    | { readonly kind: 'snapshot'; readonly snapshot: Snapshot | null; readonly workspace: Workspace }
    | { readonly kind: 'workspace'; readonly workspace: Workspace }
  );

export interface DiagramEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Mode of the workspace; none between a database and its snapshot. */
  readonly label: string | null;
}

export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
  readonly height: number;
  /** Widths of nodes in pixels. */
  readonly nodeWidth: number;
  readonly snapshotWidth: number;
}

export const NODE_HEIGHT = 56;
const ROW = NODE_HEIGHT + 20;
/** Width that a whole drawing is at most, so that its edges stay short on a wide screen. */
const WIDEST = 900;
/** Below this width nodes are narrower, and as far apart as a label is wide. */
const ROOMY = 680;
const TIGHT = { snapshot: 72, gap: 30, least: 72, most: 150 } as const;

interface Columns {
  readonly nodeWidth: number;
  readonly snapshotWidth: number;
  /** Left edge of the workspaces. */
  readonly right: number;
}

function columnsOf(workspaces: readonly Workspace[], width: number): Columns {
  if (width >= ROOMY) return { nodeWidth: 210, snapshotWidth: 170, right: Math.min(width, WIDEST) - 210 };
  const { snapshot, gap, least, most } = TIGHT;
  const between = workspaces.some(({ is_rw }) => !is_rw) ? snapshot + 2 * gap : 2 * gap;
  const nodeWidth = Math.min(most, Math.max(least, Math.floor((width - between) / 2)));
  return { nodeWidth, snapshotWidth: snapshot, right: Math.max(width - nodeWidth, nodeWidth + between) };
}

/** @param width pixels that there are */
export function layoutOf({ tg_databases, workspaces }: Workgroup, width: number): Diagram {
  const { nodeWidth, snapshotWidth, right } = columnsOf(workspaces, width);
  const middle = (nodeWidth + right - snapshotWidth) / 2;

  const by = Map.groupBy(workspaces, ({ database_id }) => database_id);
  const nodes: DiagramNode[] = [];
  const edges: DiagramEdge[] = [];
  let row = 0;
  for (const database of tg_databases) {
    // The read-write workspace comes first, level with the database: its edge runs above all snapshots.
    const users = (by.get(database.database_id) ?? []).toSorted(
      (a, b) => Number(b.is_rw) - Number(a.is_rw) || a.created_at.localeCompare(b.created_at),
    );
    const id = `database/${database.database_id}`;
    nodes.push({
      id,
      kind: 'database',
      database,
      users: users.length,
      x: 0,
      y: row * ROW,
    });
    users.forEach((workspace, index) => {
      const target = `workspace/${workspace.workspace_id}`;
      const y = (row + index) * ROW;
      nodes.push({ id: target, kind: 'workspace', workspace, x: right, y });
      if (workspace.is_rw) {
        edges.push({ id: `${id}>${target}`, source: id, target, label: t`R/W` });
        return;
      }
      const shown = `snapshot/${workspace.workspace_id}`;
      const snapshot =
        database.snapshots.findLast((each) => each.workspace_id === workspace.workspace_id) ?? null;
      nodes.push({ id: shown, kind: 'snapshot', snapshot, workspace, x: middle, y });
      edges.push({ id: `${id}>${shown}`, source: id, target: shown, label: null });
      edges.push({ id: `${shown}>${target}`, source: shown, target, label: t`R/O` });
    });
    row += Math.max(1, users.length);
  }
  return { nodes, edges, height: Math.max(1, row) * ROW - (ROW - NODE_HEIGHT), nodeWidth, snapshotWidth };
}
