/** The canvas of the explorer: history and clearing in its toolbar, the request under way over it. */
import type { ContextMenuTarget, GraphData, GraphSelection } from '@acacia/graph-view';
import { EmptyState } from '@acacia/ui';
import { ActionIcon, Button, CloseButton, Loader, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconEraser, IconTopologyStar3 } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { GraphPanel } from '../workspace-tool/GraphPanel.tsx';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import type { HiddenTypes } from '../workspace-tool/visible-types.ts';
import type { Exploration } from './exploration.ts';
import type { ExplorerState } from './explorer-state.ts';
import classes from './explore.module.css';

export interface ExplorerCanvasProps {
  readonly graph: string;
  readonly exploration: Exploration;
  readonly state: ExplorerState;
  readonly data: GraphData;
  readonly colors: TypeColors;
  /** Elements on the canvas alone. */
  readonly selection: GraphSelection;
  readonly onSelect: (selection: GraphSelection) => void;
  readonly onHide: (hidden: HiddenTypes) => void;
  readonly onMenu: (target: ContextMenuTarget) => void;
  /** @param key of a vertex */
  readonly onExpand: (key: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
  readonly onClear: () => void;
  readonly onCancel: () => void;
  readonly onDismissNotice: () => void;
}

export function ExplorerCanvas(props: ExplorerCanvasProps) {
  const { graph, exploration, state, data, selection } = props;
  const { request, notice } = state;

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null)
      return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
    } else if (event.key === 'Delete' && selection.nodes.length + selection.edges.length > 0) {
      props.onRemove();
    }
  };

  return (
    <div style={{ height: '100%' }} onKeyDown={onKeyDown}>
      <GraphPanel
        label={`Graph ${graph}`}
        data={data}
        colors={props.colors}
        selection={selection}
        onSelectionChange={props.onSelect}
        hidden={state.hidden}
        onHiddenChange={props.onHide}
        onExpand={(node) => props.onExpand(node.id)}
        onContextMenu={props.onMenu}
        actions={
          <>
            <Tool label="Undo" disabled={exploration.past.length === 0} onClick={props.onUndo}>
              <IconArrowBackUp size={16} stroke={1.7} />
            </Tool>
            <Tool label="Redo" disabled={exploration.future.length === 0} onClick={props.onRedo}>
              <IconArrowForwardUp size={16} stroke={1.7} />
            </Tool>
            <Tool
              label="Clear the canvas"
              disabled={exploration.parts.vertices.size === 0}
              onClick={props.onClear}
            >
              <IconEraser size={16} stroke={1.7} />
            </Tool>
          </>
        }
        overlay={
          <>
            {data.nodes.length === 0 && request === null && (
              <div className={classes.overlay}>
                <EmptyState
                  icon={<IconTopologyStar3 size={22} stroke={1.6} />}
                  title="Start with some vertices"
                  description="Add some on the left, by type, ID or attribute. Then double-click one to bring its neighbours."
                />
              </div>
            )}
            {request !== null && (
              <div className={classes.status} role="status">
                <Loader size={14} /> {request.what} …
                <Button size="compact-xs" variant="subtle" color="gray" onClick={props.onCancel}>
                  Cancel
                </Button>
              </div>
            )}
            {request === null && notice !== null && (
              <div className={classes.status} role="status">
                {notice}
                <CloseButton size="sm" aria-label="Dismiss" onClick={props.onDismissNotice} />
              </div>
            )}
          </>
        }
      />
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
