/** The canvas of the explorer: history and clearing in its toolbar, the request under way over it. */
import { t } from '@acacia/texts';
import type { ContextMenuTarget, GraphData, GraphSelection, Insets, NodePlaces } from '@acacia/graph-view';
import { EmptyState, formatNumber } from '@acacia/ui';
import { ActionIcon, Button, CloseButton, Group, Loader, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconEraser, IconTopologyStar3 } from '@tabler/icons-react';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { GraphPanel } from '../workspace-tool/GraphPanel.tsx';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import type { HiddenTypes } from '../workspace-tool/visible-types.ts';
import type { Exploration } from './exploration.ts';
import type { ExplorerState } from './explorer-state.ts';
import type { UnreadPicture } from './useKeptExploration.ts';
import classes from './explore.module.css';

/** Room below what floats at the bottom, in pixels, as in the style sheet. */
const BOTTOM_ROOM = 12;

export interface ExplorerCanvasProps {
  readonly graph: string;
  readonly exploration: Exploration;
  readonly state: ExplorerState;
  readonly data: GraphData;
  readonly colors: TypeColors;
  /** Elements on the canvas alone. */
  readonly selection: GraphSelection;
  readonly onSelect: (selection: GraphSelection) => void;
  readonly hidden: HiddenTypes;
  readonly onHide: (hidden: HiddenTypes) => void;
  /** Vertices that are kept out of sight. */
  readonly hiddenCount: number;
  /** The menu of saved explorations. */
  readonly menu: ReactNode;
  /** Somebody saved a newer version; `onShow` is null where that would replace changes. */
  readonly behind: { readonly who: string; readonly onShow: (() => void) | null } | null;
  /** The saved exploration on the canvas was deleted, or is shared with the person no longer. */
  readonly isGone: boolean;
  /** The picture of the last visit could not be read; null: it could, or there is none. */
  readonly unread: UnreadPicture | null;
  readonly time: ReactNode;
  /** Draws the bottom of the canvas, above the window of time that it is given. */
  readonly bottom: (time: ReactNode) => ReactNode;
  readonly locate: { readonly ids: readonly string[] } | undefined;
  readonly onMenu: (target: ContextMenuTarget) => void;
  /** @param key of a vertex */
  readonly onExpand: (key: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
  readonly onClear: () => void;
  /** Brings a part of the graph onto the empty canvas. */
  readonly onShowSome: () => void;
  readonly onCancel: () => void;
  readonly onDismissNotice: () => void;
  /** Panels that float over the canvas, and the widths that they take at its sides. */
  readonly panels: ReactNode;
  readonly insets: Insets;
  readonly places: NodePlaces;
  readonly onPlaces: (places: NodePlaces) => void;
  /** A guided investigation is open, which brings the first vertices itself. */
  readonly isGuided: boolean;
  /** The picture of the last visit is being fetched. */
  readonly waiting: boolean;
}

export function ExplorerCanvas(props: ExplorerCanvasProps) {
  const { graph, exploration, state, data, selection } = props;
  const { request, notice } = state;
  const { behind, unread } = props;
  const { ref: bottom, height } = useElementSize();
  const { left, right, top } = props.insets;
  const insets = useMemo(
    () => ({ left, right, top, bottom: height === 0 ? 0 : height + BOTTOM_ROOM }),
    [left, right, top, height],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (
      target instanceof HTMLElement &&
      target.closest('input, textarea, [contenteditable], [data-panel]') !== null
    )
      return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
    } else if (
      // The key that keyboards of Macs call Delete is Backspace elsewhere.
      (event.key === 'Delete' || event.key === 'Backspace') &&
      selection.nodes.length + selection.edges.length > 0
    ) {
      event.preventDefault();
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
        hidden={props.hidden}
        onHiddenChange={props.onHide}
        onExpand={(node) => props.onExpand(node.id)}
        onContextMenu={props.onMenu}
        actions={
          <>
            {props.menu}
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
        insets={insets}
        locate={props.locate}
        places={props.places}
        onPlaces={props.onPlaces}
        overlay={
          <>
            {props.panels}
            {exploration.parts.vertices.size === 0 && request === null && !props.waiting && (
              <div className={classes.overlay} style={{ left: insets.left, right: insets.right }}>
                <EmptyState
                  icon={<IconTopologyStar3 size={22} stroke={1.6} />}
                  title={props.isGuided ? 'Follow the guide' : 'Start with some vertices'}
                  description={
                    props.isGuided
                      ? 'Each step on the left brings what it finds here. Double-click a vertex to look around on your own.'
                      : 'Search on the left for an ID, a value, a type or a pattern. Then double-click a vertex to bring its neighbours.'
                  }
                  {...(props.isGuided
                    ? {}
                    : { action: <Button onClick={props.onShowSome}>Show a part of the graph</Button> })}
                />
              </div>
            )}
            {unread !== null && (
              <div className={classes.overlay} style={{ left: insets.left, right: insets.right }}>
                <EmptyState
                  icon={<IconTopologyStar3 size={22} stroke={1.6} />}
                  title="Your last visit could not be brought back"
                  description={t`${unread.reason} The picture is kept until it can be read.`}
                  action={
                    <Group gap="xs" justify="center">
                      <Button onClick={unread.onAgain}>Try again</Button>
                      <Button variant="default" onClick={unread.onAnew}>
                        Begin without it
                      </Button>
                    </Group>
                  }
                />
              </div>
            )}
            <div className={classes.bottom} style={{ left: insets.left + 12, right: insets.right + 12 }}>
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
              {behind !== null && (
                <div className={classes.status} role="status">
                  {behind.who === '' ? 'Somebody' : behind.who} saved a newer version.
                  {behind.onShow === null ? (
                    ' Saving yours asks what to keep.'
                  ) : (
                    <Button size="compact-xs" variant="subtle" onClick={behind.onShow}>
                      Show it
                    </Button>
                  )}
                </div>
              )}
              {props.isGone && (
                <div className={classes.status} role="status">
                  This exploration was deleted, or is not shared with you any more. Save it as a new one to
                  keep it.
                </div>
              )}
              {props.hiddenCount > 0 && (
                <div className={classes.hiddenNote}>
                  {formatNumber(props.hiddenCount)} vertices out of sight
                </div>
              )}
              <div ref={bottom} className={classes.kept}>
                {props.bottom(props.time)}
              </div>
            </div>
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
