/**
 * The schema as a drawing: a box per vertex type, a line per edge pair. Dragging from a box's border creates an edge
 * type; a click with V held creates a vertex type.
 */
import '@xyflow/react/dist/style.css';
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useKeyPress,
  useReactFlow,
  useStore,
  ViewportPortal,
  type Connection,
  type NodeChange,
} from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import {
  memo,
  use,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { FLOW_LABELS } from '../../shell/flow-labels.ts';
import { canvasParts, sameSets } from './canvas-parts.ts';
import type { Draft } from './draft.ts';
import { ARROW_LENGTH } from './layout/lines.ts';
import { edgeOfLink, heightOf } from './layout/layout-of-draft.ts';
import { NAME_SIZE, NAMES_ALONE, OUTGROWS, readableNames, zoomStep } from './layout/readable.ts';
import { NODE_WIDTH, type Arrangement, type Point } from './layout/shapes.ts';
import { FarLines, LinkNamesContext, PairLine, type PairEdge } from './PairLine.tsx';
import { useSteady } from './useSteady.ts';
import { DetailContext, VertexBox, type VertexNode } from './VertexBox.tsx';
import classes from './SchemaCanvas.module.css';

const NODE_TYPES = { vertex: VertexBox };
const EDGE_TYPES = { pair: PairLine };
const NO_ATTRIBUTION = { hideAttribution: true } as const;
/** Links from a type to itself stand out above its box. */
const FIT = { padding: { top: '34px', bottom: '14px', x: '28px' }, maxZoom: 1.1 } as const;
const NOTHING: ReadonlyMap<string, Point> = new Map();
/** Boxes above which those out of sight are not in the page. */
const DRAW_ALL = 150;

/** Commands to the canvas. */
export interface CanvasHandle {
  /** Moves the view to types, by key. */
  readonly show: (keys: ReadonlySet<string>) => void;
  /** Shows the whole schema. */
  readonly reset: () => void;
}

export interface SchemaCanvasProps {
  readonly handle: Ref<CanvasHandle>;
  readonly draft: Draft;
  readonly arrangement: Arrangement;
  readonly selected: ReadonlySet<string>;
  /** Keys of types that have a problem. */
  readonly faulty: ReadonlySet<string>;
  readonly readOnly: boolean;
  /** The text stands beside the canvas: whenever it comes or goes, the whole schema is shown in the room that is left. */
  readonly withText: boolean;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly onMove: (positions: ReadonlyMap<string, Point>) => void;
  readonly onConnect: (from: string, to: string) => void;
  readonly onCreateVertex: (position: Point) => void;
}

/** Drawn anew only when its own properties change: the designer is drawn with every key. */
export const SchemaCanvas = memo(function SchemaCanvas(props: SchemaCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
});

function Canvas(props: SchemaCanvasProps) {
  const {
    handle,
    draft,
    arrangement,
    selected,
    faulty,
    readOnly,
    withText,
    onSelect,
    onMove,
    onConnect,
    onCreateVertex,
  } = props;
  const { colorScheme } = useMantineColorScheme();
  const flow = useReactFlow<VertexNode, PairEdge>();
  const createsVertex = useKeyPress('v') && !readOnly;
  const [dragged, setDragged] = useState(NOTHING);
  const [parts] = useState(canvasParts);
  const { nodes, edges } = useMemo(
    () => parts({ draft, arrangement, dragged, selected, faulty }),
    [parts, draft, arrangement, dragged, selected, faulty],
  );
  const isMany = nodes.length > DRAW_ALL;
  const duration = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
  useImperativeHandle(
    handle,
    () => ({
      show: (keys) => {
        const edge = edges.filter(({ id }) => keys.has(edgeOfLink(id)));
        const ids = new Set([...keys, ...edge.flatMap(({ source, target }) => [source, target])]);
        const shown = nodes.filter(({ id }) => ids.has(id));
        if (shown.length > 0)
          void flow.fitView({ nodes: shown, padding: 0.4, maxZoom: 1, minZoom: 0.05, duration });
      },
      reset: () => void flow.fitView({ ...FIT, duration }),
    }),
    [flow, nodes, edges, duration],
  );
  useFirstView(arrangement);
  useViewBesideText(withText);

  const change = (changes: readonly NodeChange<VertexNode>[]): void => {
    const moves = changes.flatMap((each) =>
      each.type === 'position' && each.position !== undefined && each.dragging === true
        ? [[each.id, each.position] as const]
        : [],
    );
    if (moves.length > 0) setDragged((before) => new Map([...before, ...moves]));
    if (dragged.size > 0) return;
    // Arrow keys move the selected boxes without a drag.
    const places = new Map(nodes.map(({ id, position }) => [id, position]));
    const steps = changes.flatMap((each) => {
      if (each.type !== 'position' || each.position === undefined || each.dragging === true) return [];
      const { x, y } = places.get(each.id) ?? each.position;
      return x === each.position.x && y === each.position.y ? [] : [[each.id, each.position] as const];
    });
    if (steps.length > 0) onMove(new Map(steps));
  };
  const drop = (): void => {
    if (dragged.size > 0) onMove(dragged);
    setDragged(NOTHING);
  };
  const choose = (key: string, several: boolean): void => {
    const next = new Set(several ? selected : []);
    if (several && selected.has(key)) next.delete(key);
    else next.add(key);
    onSelect(next);
  };
  const chooseByKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const part = event.target instanceof Element ? event.target.closest('[role="group"][data-id]') : null;
    const id = part?.getAttribute('data-id');
    if (id === null || id === undefined) return;
    event.preventDefault();
    choose(draft.vertices.some(({ key }) => key === id) ? id : edgeOfLink(id), event.shiftKey);
  };
  // The canvas draws every box and line anew for another handler.
  const acts = useSteady({
    onNodesChange: change,
    onNodeDragStop: drop,
    onSelectionDragStop: drop,
    onConnect: ({ source, target }: Connection) => onConnect(source, target),
    onNodeClick: (event: MouseEvent, { id }: VertexNode) => choose(id, event.shiftKey),
    onEdgeClick: (event: MouseEvent, { id }: PairEdge) => choose(edgeOfLink(id), event.shiftKey),
    onPaneClick: (event: MouseEvent) => {
      if (createsVertex) onCreateVertex(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      else onSelect(new Set());
    },
  });
  return (
    <div className={classes.canvas} data-creates={createsVertex || undefined} onKeyDown={chooseByKey}>
      <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
        <defs>
          <marker
            id="acacia-arrow"
            viewBox="0 0 10 10"
            refX="10"
            refY="5"
            markerUnits="userSpaceOnUse"
            markerWidth={ARROW_LENGTH}
            markerHeight={ARROW_LENGTH}
            orient="auto-start-reverse"
          >
            <path d="M 0 1 L 10 5 L 0 9 z" fill="context-stroke" />
          </marker>
        </defs>
      </svg>
      <Readable boxes={isMany ? NO_BOXES : nodes} edges={edges} isMany={isMany}>
        <ReactFlow
          aria-label="Schema"
          ariaLabelConfig={FLOW_LABELS}
          nodes={nodes as VertexNode[]}
          edges={edges as PairEdge[]}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
          minZoom={0.02}
          onlyRenderVisibleElements={isMany}
          nodesConnectable={!readOnly}
          nodesDraggable={!readOnly}
          deleteKeyCode={null}
          selectionKeyCode={null}
          {...acts}
          proOptions={NO_ATTRIBUTION}
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1}
            color="var(--acacia-hairline-strong)"
          />
          {isMany && <LinesFromAfar edges={edges} onEdgeClick={acts.onEdgeClick} />}
          <FarNames nodes={nodes} edges={edges} />
          <Controls showInteractive={false} fitViewOptions={FIT} />
          {nodes.length > 8 && <Overview nodes={nodes} />}
        </ReactFlow>
      </Readable>
    </div>
  );
}

/** The whole schema in small, while part of it is out of sight. */
function Overview({ nodes }: { readonly nodes: readonly VertexNode[] }) {
  const flow = useReactFlow<VertexNode>();
  const bounds = useMemo(() => flow.getNodesBounds([...nodes]), [flow, nodes]);
  const isAllSeen = useStore(
    ({ transform: [x, y, zoom], width, height }) =>
      bounds.x * zoom + x >= 0 &&
      bounds.y * zoom + y >= 0 &&
      (bounds.x + bounds.width) * zoom + x <= width &&
      (bounds.y + bounds.height) * zoom + y <= height,
  );
  if (isAllSeen) return null;
  return (
    <MiniMap<VertexNode>
      pannable
      zoomable
      ariaLabel="Overview of the schema"
      style={{ width: 180, height: 120 }}
      nodeColor={({ data }) => data.vertex.color}
      nodeStrokeWidth={0}
      nodeBorderRadius={14}
    />
  );
}

function LinesFromAfar(props: ComponentProps<typeof FarLines>) {
  return use(DetailContext).outside ? <FarLines {...props} /> : null;
}

/** Names that have outgrown their boxes, above all boxes. */
function FarNames({
  nodes,
  edges,
}: {
  readonly nodes: readonly VertexNode[];
  readonly edges: readonly PairEdge[];
}) {
  const { outside } = use(DetailContext);
  const zoom = useZoomStep();
  const names = useMemo(
    () => (outside ? typeNames(nodes, edges, zoom) : NO_NAMES),
    [outside, nodes, edges, zoom],
  );
  if (!outside) return null;
  return (
    <ViewportPortal>
      {nodes
        .filter(({ id, selected }) => selected === true || names.has(id))
        .map(({ id, position, selected, data: { vertex } }) => (
          <div
            key={id}
            className={classes.far}
            data-selected={selected || undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${position.x + NODE_WIDTH / 2}px, ${position.y + heightOf(vertex) / 2}px)`,
            }}
          >
            {vertex.name}
          </div>
        ))}
    </ViewportPortal>
  );
}

/** Shows the whole schema once its places are known and the canvas has its size. */
function useFirstView(arrangement: Arrangement): void {
  const flow = useReactFlow();
  const isReady = useStore(({ width, height }) => width > 0 && height > 0) && arrangement.positions.size > 0;
  const isShown = useRef(false);
  useEffect(() => {
    if (!isReady || isShown.current) return;
    isShown.current = true;
    void flow.fitView(FIT);
  }, [flow, isReady]);
}

/** Shows the whole schema once the canvas has its new width beside the text, which is loaded at its first use. */
function useViewBesideText(withText: boolean): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const seen = useRef({ withText, width });
  useEffect(() => {
    const before = seen.current;
    if (before.withText !== withText && before.width === width) return;
    seen.current = { withText, width };
    if (before.withText !== withText) void flow.fitView(FIT);
  }, [flow, withText, width]);
}

const NO_NAMES: ReadonlySet<string> = new Set();

const useZoomStep = (): number => useStore(({ transform }) => zoomStep(transform[2]));

/** The names of types that fit beside each other; those with many links come first. */
function typeNames(
  nodes: readonly VertexNode[],
  edges: readonly PairEdge[],
  zoom: number,
): ReadonlySet<string> {
  const links = new Map<string, number>();
  for (const { source, target } of edges)
    for (const id of [source, target]) links.set(id, (links.get(id) ?? 0) + 1);
  const types = nodes.map(({ id, position, data: { vertex } }) => ({
    key: id,
    name: vertex.name,
    x: position.x + NODE_WIDTH / 2,
    y: position.y + heightOf(vertex) / 2,
    weight: links.get(id) ?? 0,
  }));
  return readableNames(types, zoom, OUTGROWS);
}

const NO_BOXES: readonly VertexNode[] = [];

/** The names of links that cover neither each other nor the names in boxes. */
function linkNames(
  boxes: readonly VertexNode[],
  edges: readonly PairEdge[],
  zoom: number,
): ReadonlySet<string> {
  if (zoom < OUTGROWS) return NO_NAMES;
  const types = boxes.map(({ id, position, data: { vertex } }) => ({
    key: `box ${id}`,
    name: vertex.name,
    x: position.x + NODE_WIDTH / 2,
    y: position.y + heightOf(vertex) / 2,
    weight: 2,
    breaks: true,
  }));
  const lines = edges.flatMap(({ id, data }) =>
    data === undefined
      ? []
      : [{ key: id, name: data.edge.name, ...data.line.label, weight: 1, breaks: true }],
  );
  return readableNames([...types, ...lines], zoom, NAMES_ALONE);
}

/** Chooses the detail and the names of links, whenever the zoom changes by a step: each change draws all parts anew. */
function Readable({
  boxes,
  edges,
  isMany,
  children,
}: {
  /** Boxes whose names stay free; none where there are many, since each step of a drag chooses anew. */
  readonly boxes: readonly VertexNode[];
  readonly edges: readonly PairEdge[];
  readonly isMany: boolean;
  readonly children: ReactNode;
}) {
  const zoom = useZoomStep();
  const detail = useMemo(() => ({ namesAlone: zoom < NAMES_ALONE, outside: zoom < OUTGROWS }), [zoom]);
  const [same] = useState(sameSets);
  const names = useMemo(() => same(linkNames(boxes, edges, zoom)), [same, boxes, edges, zoom]);
  const style = {
    '--name-size': `${Math.max(13, NAME_SIZE / zoom)}px`,
    '--label-size': `${Math.max(11, (NAME_SIZE - 1) / zoom)}px`,
    '--line-width': `${Math.max(1, 0.6 / zoom)}px`,
  } as React.CSSProperties;
  return (
    <DetailContext value={detail}>
      <LinkNamesContext value={names}>
        <div className={classes.names} style={style} data-far={(isMany && detail.outside) || undefined}>
          {children}
        </div>
      </LinkNamesContext>
    </DetailContext>
  );
}
