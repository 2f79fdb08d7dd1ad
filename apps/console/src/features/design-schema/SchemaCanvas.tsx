/**
 * The schema as a drawing: a box per vertex type, a line per edge pair. Dragging from a box's border creates an edge
 * type.
 */
import '@xyflow/react/dist/style.css';
import { typeText } from '@acacia/language';
import {
  Background,
  BackgroundVariant,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  useInternalNode,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeChange,
  type NodeProps,
} from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { ARROW_LENGTH, edgeGeometry, laneOf, NODE_WIDTH, type Point } from './canvas-layout.ts';
import type { Draft, DraftVertex } from './draft.ts';
import classes from './SchemaCanvas.module.css';

interface VertexData extends Record<string, unknown> {
  readonly vertex: DraftVertex;
  readonly faulty: boolean;
}
type VertexNode = Node<VertexData, 'vertex'>;

interface PairData extends Record<string, unknown> {
  readonly name: string;
  readonly directed: boolean;
  readonly lane: number;
  readonly faulty: boolean;
  readonly unsaved: boolean;
}
type PairEdge = Edge<PairData, 'pair'>;

const SHOWN_ATTRIBUTES = 6;

function VertexBox({ data, selected }: NodeProps<VertexNode>) {
  const { vertex, faulty } = data;
  const rest = vertex.attributes.length - SHOWN_ATTRIBUTES;
  return (
    <div
      className={classes.vertex}
      data-selected={selected || undefined}
      data-faulty={faulty || undefined}
      data-unsaved={!vertex.saved || undefined}
      style={{ width: NODE_WIDTH, '--type-color': vertex.color } as React.CSSProperties}
    >
      <Handle type="target" position={Position.Left} className={classes.target} isConnectableStart={false} />
      <div className={classes.name}>
        <span className={classes.dot} aria-hidden="true" />
        <span className={classes.text}>{vertex.name === '' ? '(no name)' : vertex.name}</span>
      </div>
      <ul className={classes.attributes}>
        <li>
          <span className={classes.key}>{vertex.idName}</span>
          <span>{vertex.idType}</span>
        </li>
        {vertex.attributes.slice(0, SHOWN_ATTRIBUTES).map((attribute) => (
          <li key={attribute.key}>
            <span>{attribute.name}</span>
            <span>{typeText(attribute.type)}</span>
          </li>
        ))}
        {rest > 0 && <li className={classes.more}>{rest} more</li>}
      </ul>
      <Handle type="source" position={Position.Right} className={classes.source} />
    </div>
  );
}

function PairLine({ id, source, target, data, selected }: EdgeProps<PairEdge>) {
  const from = useInternalNode(source);
  const to = useInternalNode(target);
  if (data === undefined || from === undefined || to === undefined) return null;
  const box = (node: typeof from) => ({
    ...node.internals.positionAbsolute,
    width: node.measured.width ?? NODE_WIDTH,
    height: node.measured.height ?? 60,
  });
  const { path, label } = edgeGeometry(box(from), box(to), data.lane, source === target);
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={18}
        {...(data.directed ? { markerEnd: 'url(#acacia-arrow)' } : {})}
        style={{
          stroke: selected ? 'var(--acacia-accent)' : 'var(--acacia-ink-dim)',
          strokeWidth: selected ? 2.25 : 1.5,
          strokeDasharray: data.unsaved ? '5 4' : undefined,
        }}
      />
      <EdgeLabelRenderer>
        <div
          className={classes.label}
          data-selected={selected || undefined}
          data-faulty={data.faulty || undefined}
          style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
        >
          {data.name}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

const NODE_TYPES = { vertex: VertexBox };
const EDGE_TYPES = { pair: PairLine };

export interface SchemaCanvasProps {
  readonly draft: Draft;
  readonly positions: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  /** Keys of types that have a problem. */
  readonly faulty: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly onMove: (key: string, position: Point) => void;
  readonly onConnect: (from: string, to: string) => void;
}

/** Edges that join the same two boxes have separate lanes. */
function pairEdges({ draft, selected, faulty }: SchemaCanvasProps): PairEdge[] {
  const lanes = new Map<string, number>();
  return draft.edges.flatMap((edge) =>
    edge.pairs.map((pair, index): PairEdge => {
      const ends = [pair.from, pair.to].sort().join(' ');
      const nth = lanes.get(ends) ?? 0;
      lanes.set(ends, nth + 1);
      const lane = pair.from === pair.to ? nth : laneOf(nth) * (pair.from < pair.to ? 1 : -1);
      return {
        id: `${edge.key}#${index}`,
        type: 'pair',
        source: pair.from,
        target: pair.to,
        selected: selected.has(edge.key),
        ariaLabel: `Edge type ${edge.name}`,
        data: {
          name: edge.name,
          directed: edge.directed,
          lane,
          faulty: faulty.has(edge.key),
          unsaved: !edge.saved,
        },
      };
    }),
  );
}

export function SchemaCanvas(props: SchemaCanvasProps) {
  const { draft, positions, selected, faulty, readOnly, onSelect, onMove, onConnect } = props;
  const { colorScheme } = useMantineColorScheme();
  const nodes = useMemo(
    () =>
      draft.vertices.map((vertex): VertexNode => ({
        id: vertex.key,
        type: 'vertex',
        position: positions.get(vertex.key) ?? { x: 0, y: 0 },
        selected: selected.has(vertex.key),
        ariaLabel: `Vertex type ${vertex.name}`,
        data: { vertex, faulty: faulty.has(vertex.key) },
      })),
    [draft, positions, selected, faulty],
  );
  const edges = useMemo(() => pairEdges(props), [props]);
  const change = (changes: readonly NodeChange<VertexNode>[]): void => {
    for (const each of changes) {
      if (each.type === 'position' && each.position !== undefined) onMove(each.id, each.position);
    }
  };
  return (
    <div className={classes.canvas}>
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
            <path d="M 0 1 L 10 5 L 0 9 z" fill="var(--acacia-ink-dim)" />
          </marker>
        </defs>
      </svg>
      <ReactFlow
        aria-label="Schema"
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        fitView
        fitViewOptions={{ padding: 0.25, maxZoom: 1.1 }}
        minZoom={0.1}
        nodesConnectable={!readOnly}
        deleteKeyCode={null}
        onNodesChange={change}
        onConnect={({ source, target }) => onConnect(source, target)}
        onNodeClick={(event, node) =>
          onSelect(event.shiftKey ? new Set([...selected, node.id]) : new Set([node.id]))
        }
        onEdgeClick={(event, edge) => {
          const key = edge.id.slice(0, edge.id.lastIndexOf('#'));
          onSelect(event.shiftKey ? new Set([...selected, key]) : new Set([key]));
        }}
        onPaneClick={() => onSelect(new Set())}
        proOptions={{ hideAttribution: true }}
      >
        <Background
          variant={BackgroundVariant.Dots}
          gap={20}
          size={1}
          color="var(--acacia-hairline-strong)"
        />
        <Controls showInteractive={false} />
        {draft.vertices.length > 8 && <MiniMap pannable zoomable ariaLabel="Overview of the schema" />}
      </ReactFlow>
    </div>
  );
}
