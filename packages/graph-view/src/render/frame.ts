/** Everything that one picture is drawn from. */
import { visibleBox, type Box, type Insets, type Size, type Viewport } from '../geometry/viewport.ts';
import type { Changes } from '../changes.ts';
import type { Choice } from '../choice.ts';
import { neighboursOf, type Scene } from '../scene.ts';
import type { Paint } from './paint.ts';
import type { SpriteCache } from './sprites.ts';

export interface Frame extends Choice {
  readonly scene: Scene;
  readonly paint: Paint;
  readonly view: Viewport;
  readonly size: Size;
  /** Sides that panels cover: names of nodes between them stay between them. */
  readonly insets: Insets;
  /** Null: nodes are painted anew each time, as for a file of vectors. */
  readonly sprites: SpriteCache | null;
  /** Nodes that came or went a moment ago. */
  readonly changes: Changes | null;
  /** While things move, a large graph is drawn plainly: straight lines, no arrows, few labels. */
  readonly plain: boolean;
  /** Counts up whenever positions or radii change. */
  readonly placesStamp: number;
}

/** Elements that stand out: drawn above all others, which fade where `fades`. */
export interface Light {
  readonly edges: ReadonlySet<number>;
  /** Nodes whose neighbourhood is lit, with it. */
  readonly nodes: ReadonlySet<number>;
  readonly fades: boolean;
  /** The visible part of the world, with a margin. */
  readonly box: Box;
}

/** A neighbourhood that is larger is not lit: it is most of the picture. */
const MOST_LIT = 2000;
const MOST_SELECTED = 50;

/** Edges at a selected or focused node are lit; while a node is hovered only its own are, with its neighbours. */
export function lightOf(frame: Frame): Light {
  const box = visibleBox(frame.view, frame.size, 60);
  const edges = new Set<number>(frame.selectedEdges);
  const nodes = new Set<number>();
  if (frame.hoveredEdge >= 0) edges.add(frame.hoveredEdge);
  const { start, edge } = frame.scene.graph;
  const lightAround = (node: number): boolean => {
    const from = start[node] ?? 0;
    const end = start[node + 1] ?? 0;
    if (end - from > MOST_LIT) return false;
    for (let slot = from; slot < end; slot += 1) edges.add(edge[slot] ?? 0);
    return true;
  };
  let fades = false;
  if (frame.hoveredNode >= 0 && lightAround(frame.hoveredNode) && !frame.plain) {
    fades = true;
    nodes.add(frame.hoveredNode);
    for (const other of neighboursOf(frame.scene, frame.hoveredNode)) nodes.add(other);
  }
  // Beside a lit neighbourhood, edges at other nodes would look like a part of it.
  if (fades) return { edges, nodes, fades, box };
  if (frame.cursor >= 0) lightAround(frame.cursor);
  if (frame.selectedNodes.size <= MOST_SELECTED) for (const node of frame.selectedNodes) lightAround(node);
  return { edges, nodes, fades, box };
}

/** Part of their strength that elements outside of the light keep while it fades them. */
export const FADED = 0.22;
