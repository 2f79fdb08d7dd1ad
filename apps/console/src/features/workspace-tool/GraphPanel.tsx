/** A graph with its tools: layouts, zoom, lists with the same content, picture, legend. */
import { t } from '@acacia/texts';
import {
  GraphCanvas,
  GraphLegend,
  GraphList,
  LAYOUTS,
  type ContextMenuTarget,
  type GraphData,
  type GraphNode,
  type GraphSelection,
  type GraphStyles,
  type GraphView,
  type Insets,
  type LayoutName,
  type NodePlaces,
  type TypeStyle,
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
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import classes from './GraphPanel.module.css';
import { SAVED_AS, savedGraph, type SavedAs } from './saved-graph.ts';
import type { TypeColors } from './type-colors.ts';
import { IconStrokes, type Strokes } from './IconStrokes.tsx';
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
  /** Where vertices are put that come with these keys. */
  readonly places?: NodePlaces;
  readonly onPlaces?: (places: NodePlaces) => void;
  /** Widths in pixels at the sides that something floats over. */
  readonly insets?: Insets;
  /** Brings these nodes into the middle of the window, each time that it is another object. */
  readonly locate?: { readonly ids: readonly string[] } | undefined;
}

const LAYOUT_LABELS: Readonly<Record<LayoutName, string>> = {
  force: t`Force`,
  hierarchy: t`Hierarchy`,
  radial: t`Radial`,
  circle: t`Circle`,
  grid: t`Grid`,
  geographic: t`Geographic`,
  random: t`Random`,
};

type View = 'graph' | 'nodes' | 'edges';

export function GraphPanel(props: GraphPanelProps) {
  const { label, data, colors, selection, onSelectionChange, hidden, onHiddenChange } = props;
  const view = useRef<GraphView>(null);
  const [shown, setShown] = useState<View>('graph');
  const [layout, setLayout] = useState<LayoutName>('force');
  const [running, setRunning] = useState(false);
  const [strokes, setStrokes] = useState<Strokes>({});
  const styles = useMemo(() => withIcons(colors.styles, strokes), [colors.styles, strokes]);
  const visible = useMemo(() => withoutHidden(data, hidden), [data, hidden]);
  const counts = useMemo(() => ({ nodes: countsOf(data.nodes), edges: countsOf(data.edges) }), [data]);

  const { locate } = props;
  useEffect(() => {
    if (locate !== undefined) view.current?.focus(locate.ids);
  }, [locate]);

  const onEarth = useMemo(() => data.nodes.some((node) => node.place !== undefined), [data]);

  const arrange = (name: LayoutName) => {
    setLayout(name);
    view.current?.runLayout(name, selection.nodes[0]);
  };
  const save = async (kind: SavedAs) => {
    const canvas = view.current;
    if (canvas === null) return;
    const file = await savedGraph(kind, canvas, visible);
    download(`${label.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}${file.ending}`, file.content);
  };

  return (
    <div className={classes.panel}>
      <IconStrokes icons={colors.icons} onStrokes={setStrokes} />
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
                {LAYOUTS.filter((name) => name !== 'geographic' || onEarth).map((name) => (
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
            <Menu position="bottom-end">
              <Menu.Target>
                <Tooltip label="Save as a file">
                  <ActionIcon aria-label="Save as a file">
                    <IconPhotoDown size={16} stroke={1.7} />
                  </ActionIcon>
                </Tooltip>
              </Menu.Target>
              <Menu.Dropdown>
                {SAVED_AS.map(({ kind, name }) => (
                  <Menu.Item
                    key={kind}
                    onClick={() => {
                      save(kind).catch(toast.error);
                    }}
                  >
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'graph', label: t`Graph` },
            { value: 'nodes', label: t`Vertices` },
            { value: 'edges', label: t`Edges` },
          ]}
        />
      </div>
      <div className={classes.body} data-shown={shown}>
        {/* Behind a list the canvas stays, with every vertex in its place. */}
        <div className={classes.canvas} hidden={shown !== 'graph'}>
          <GraphCanvas
            ref={view}
            label={`${label}: ${visible.nodes.length} vertices, ${visible.edges.length} edges`}
            data={visible}
            styles={styles}
            places={props.places}
            onPlaces={props.onPlaces}
            insets={props.insets}
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
          <div
            className={classes.list}
            style={{
              paddingLeft: props.insets?.left,
              paddingRight: props.insets?.right,
              paddingTop: props.insets?.top,
            }}
          >
            <GraphList
              kind={shown}
              label={`${label}, ${shown === 'nodes' ? 'vertices' : 'edges'}`}
              data={visible}
              selection={selection}
              onSelectionChange={onSelectionChange}
            />
          </div>
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

/** The styles with a picture for each type that has one. */
function withIcons(styles: GraphStyles, strokes: Strokes): GraphStyles {
  const nodes: Record<string, TypeStyle> = { ...styles.nodes };
  for (const [type, icon] of Object.entries(strokes)) nodes[type] = { ...nodes[type], icon };
  return { ...styles, nodes };
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
