/** The boxes of the diagram. Each is a link, so that keyboard and screen reader find it. */
import { said, t } from '@acacia/texts';
import { formatBytes, formatRelative } from '@acacia/ui';
import { Link } from '@tanstack/react-router';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { VisuallyHidden } from '@mantine/core';
import { IconCamera, IconDatabase, IconServer2 } from '@tabler/icons-react';
import { accessWord } from '../../../data/access-words.ts';
import { WORKSPACE_TONE } from '../../../shell/workspace-tone.ts';
import { NODE_HEIGHT, type DiagramNode } from './layout.ts';
import classes from './diagram.module.css';

interface Data extends Record<string, unknown> {
  readonly node: DiagramNode;
  readonly width: number;
}
export type FlowNode = Node<Data, 'box'>;

interface Words {
  readonly name: string;
  readonly detail: string;
  /** The whole, for screen readers and on hover. */
  readonly label: string;
}

function wordsOf(node: DiagramNode): Words {
  if (node.kind === 'database') {
    const { name, folder_statistics } = node.database;
    const size = formatBytes(folder_statistics.billed_size);
    const detail = node.users === 0 ? t`${size} · not in use` : size;
    return { name, detail, label: t`Database ${name}, ${detail}` };
  }
  const { workspace } = node;
  if (node.kind === 'snapshot') {
    const taken = workspace.snapshot_time ?? node.snapshot?.create_time ?? null;
    const detail = taken === null ? t`not taken yet` : formatRelative(taken);
    return { name: t`Snapshot`, detail, label: t`Snapshot that ${workspace.name} shows, ${detail}` };
  }
  const access = accessWord(workspace);
  return {
    name: workspace.name,
    detail: said(workspace.status),
    label: t`Workspace ${workspace.name}, ${access}, ${said(workspace.status)}`,
  };
}

/** Kind of a node, for people who do not see its icon. */
const KIND = { database: t`Database`, snapshot: t`Read-only`, workspace: t`Workspace` } as const;

const ICON = {
  database: <IconDatabase size={16} stroke={1.6} aria-hidden="true" />,
  snapshot: <IconCamera size={15} stroke={1.6} aria-hidden="true" />,
  workspace: <IconServer2 size={16} stroke={1.6} aria-hidden="true" />,
} as const;

export function Box({ data: { node, width } }: NodeProps<FlowNode>) {
  const { name, detail, label } = wordsOf(node);
  const search =
    node.kind === 'workspace'
      ? ({ tab: 'workspaces', space_id: node.workspace.workspace_id } as const)
      : ({ tab: 'databases' } as const);
  return (
    <>
      {node.kind !== 'database' && (
        <Handle type="target" position={Position.Left} className={classes.handle} isConnectable={false} />
      )}
      <Link
        from="/groups/$groupID"
        search={search}
        className={`nodrag ${classes.box}`}
        style={{ width, height: NODE_HEIGHT }}
        data-kind={node.kind}
        data-tone={node.kind === 'workspace' ? WORKSPACE_TONE[node.workspace.status] : undefined}
        title={label}
      >
        <span className={classes.icon}>{ICON[node.kind]}</span>
        <span className={classes.texts}>
          <VisuallyHidden>{KIND[node.kind]} </VisuallyHidden>
          <span className={classes.name}>{name}</span>
          <span className={classes.detail}>{detail}</span>
        </span>
      </Link>
      {node.kind !== 'workspace' && (
        <Handle type="source" position={Position.Right} className={classes.handle} isConnectable={false} />
      )}
    </>
  );
}
