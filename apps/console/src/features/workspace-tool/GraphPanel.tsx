/** A graph with its tools: layouts, zoom, lists with the same content, picture, legend. */
import {
  GraphCanvas,
  GraphLegend,
  GraphList,
  LAYOUTS,
  type ContextMenuTarget,
  type GraphData,
  type GraphNode,
  type GraphSelection,
  type GraphView,
  type LayoutName,
} from '@acacia/graph-view';
import { download, formatNumber, toast } from '@acacia/ui';
import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconFocusCentered,
  IconPhotoDown,
  IconPinnedOff,
  IconPlayerStop,
  IconRefresh,
  IconSchema,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import classes from './GraphPanel.module.css';
import type { TypeColors } from './type-colors.ts';
import { countsOf, toggled, withoutHidden, type HiddenTypes } from './visible-types.ts';

interface GraphPanelProps {
  /** Name of the graph, for screen readers and file names. */
  readonly label: string;
  readonly data: GraphData;
  readonly colors: TypeColors;
  readonly selection: GraphSelection;
  readonly onSelectionChange: (selection: GraphSelection) => void;
  readonly hidden: HiddenTypes;
  readonly onHiddenChange: (hidden: HiddenTypes) => void;
  readonly onExpand?: (node: GraphNode) => void;
  readonly onContextMenu?: (target: ContextMenuTarget) => void;
  /** Shown at the left of the toolbar. */
  readonly actions?: ReactNode;
  /** Over the canvas, e.g. when there is nothing on it. */
  readonly overlay?: ReactNode;
}

const LAYOUT_LABELS: Readonly<Record<LayoutName, string>> = {
  force: 'Force',
  hierarchy: 'Hierarchy',
  radial: 'Radial',
  circle: 'Circle',
  grid: 'Grid',
  random: 'Random',
};

type View = 'graph' | 'nodes' | 'edges';

export function GraphPanel(props: GraphPanelProps) {
  const { label, data, colors, selection, onSelectionChange, hidden, onHiddenChange } = props;
  const view = useRef<GraphView>(null);
  const [shown, setShown] = useState<View>('graph');
  const [layout, setLayout] = useState<LayoutName>('force');
  const [running, setRunning] = useState(false);
  const visible = useMemo(() => withoutHidden(data, hidden), [data, hidden]);
  const counts = useMemo(() => ({ nodes: countsOf(data.nodes), edges: countsOf(data.edges) }), [data]);

  const arrange = (name: LayoutName) => {
    setLayout(name);
    view.current?.runLayout(name, selection.nodes[0]);
  };
  const savePicture = () => {
    view.current?.toPng().then(
      (blob) => download(`${label.replaceAll(/[^\w-]+/g, '-')}.png`, blob),
      (error: unknown) => toast.error(error),
    );
  };

  return (
    <div className={classes.panel}>
      <div className={classes.toolbar} role="toolbar" aria-label="Graph tools">
        {props.actions}
        <span className={classes.space} />
        {shown === 'graph' && (
          <>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconSchema size={15} stroke={1.7} />}
                  rightSection={<IconChevronDown size={13} />}
                >
                  {LAYOUT_LABELS[layout]}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>Arrange as</Menu.Label>
                {LAYOUTS.map((name) => (
                  <Menu.Item key={name} onClick={() => arrange(name)}>
                    {LAYOUT_LABELS[name]}
                  </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconPinnedOff size={14} />}
                  onClick={() => {
                    view.current?.unpinAll();
                    arrange(layout);
                  }}
                >
                  Release moved vertices
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {running ? (
              <Tool label="Stop the layout" onClick={() => view.current?.stopLayout()}>
                <IconPlayerStop size={16} stroke={1.7} />
              </Tool>
            ) : (
              <Tool label="Arrange again" onClick={() => arrange(layout)}>
                <IconRefresh size={16} stroke={1.7} />
              </Tool>
            )}
            <Tool label="Zoom in" onClick={() => view.current?.zoomBy(1.4)}>
              <IconZoomIn size={16} stroke={1.7} />
            </Tool>
            <Tool label="Zoom out" onClick={() => view.current?.zoomBy(1 / 1.4)}>
              <IconZoomOut size={16} stroke={1.7} />
            </Tool>
            <Tool label="Fit everything" onClick={() => view.current?.fit()}>
              <IconFocusCentered size={16} stroke={1.7} />
            </Tool>
            <Tool label="Save as picture" onClick={savePicture}>
              <IconPhotoDown size={16} stroke={1.7} />
            </Tool>
          </>
        )}
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'graph', label: 'Graph' },
            { value: 'nodes', label: 'Vertices' },
            { value: 'edges', label: 'Edges' },
          ]}
        />
      </div>
      <div className={classes.body}>
        {/* Behind a list the canvas stays, with every vertex in its place. */}
        <div className={classes.canvas} hidden={shown !== 'graph'}>
          <GraphCanvas
            ref={view}
            label={`${label}: ${visible.nodes.length} vertices, ${visible.edges.length} edges`}
            data={visible}
            styles={colors.styles}
            layout={layout}
            selection={selection}
            onSelectionChange={onSelectionChange}
            onExpand={props.onExpand}
            onContextMenu={props.onContextMenu}
            onLayoutRunning={setRunning}
            onError={toast.error}
          />
        </div>
        {shown !== 'graph' && (
          <GraphList
            kind={shown}
            label={`${label}, ${shown === 'nodes' ? 'vertices' : 'edges'}`}
            data={visible}
            selection={selection}
            onSelectionChange={onSelectionChange}
          />
        )}
        {props.overlay}
      </div>
      {data.nodes.length > 0 && (
        <div className={classes.legend}>
          <GraphLegend
            nodes={[...counts.nodes].map(([type, count]) => ({
              type,
              count,
              color: colors.vertex(type),
              hidden: hidden.nodes.has(type),
            }))}
            edges={[...counts.edges].map(([type, count]) => ({
              type,
              count,
              color: colors.edge(type) ?? 'var(--acacia-ink-dim)',
              hidden: hidden.edges.has(type),
            }))}
            formatCount={formatNumber}
            onToggle={(kind, type) => onHiddenChange(toggled(hidden, kind, type))}
          />
          <span className={classes.counts}>
            {formatNumber(visible.nodes.length)} vertices · {formatNumber(visible.edges.length)} edges
          </span>
        </div>
      )}
    </div>
  );
}

function Tool({
  label,
  onClick,
  children,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
