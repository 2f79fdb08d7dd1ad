/** One frame: edges batched by colour, nodes from sprites, labels where there is room. */
import { cssOf, mix, type Rgb } from '../colors.ts';
import { boxBetween, visibleBox, type Size, type Viewport } from '../geometry/viewport.ts';
import type { Point } from '../model.ts';
import type { Scene } from '../scene.ts';
import { drawEdges, type EdgePass } from './draw-edges.ts';
import { LabelField, shortened } from './labels.ts';
import type { SpriteCache } from './sprites.ts';
import type { ResolvedTheme } from './theme.ts';

export interface Frame {
  readonly scene: Scene;
  readonly view: Viewport;
  readonly size: Size;
  readonly theme: ResolvedTheme;
  readonly sprites: SpriteCache;
  readonly colorOfNodeType: ReadonlyMap<string, Rgb>;
  /** Colours of edge types; types that are missing have the theme's. */
  readonly colorOfEdgeType: ReadonlyMap<string, Rgb>;
  readonly selectedNodes: ReadonlySet<number>;
  readonly selectedEdges: ReadonlySet<number>;
  readonly hoveredNode: number;
  readonly hoveredEdge: number;
  /** The node that the keyboard is at; -1 for none. */
  readonly cursor: number;
  readonly boxSelection: { readonly from: Point; readonly to: Point } | null;
  /** While things move, a large graph is drawn plainly: straight lines, no arrows, no labels. */
  readonly plain: boolean;
}

const MAX_LABELS = 250;
const LABEL_PX = 12;
const KEEP_OFF_NODES = 400;
const CROWD_OF_SELECTED = 60;
/** Below this zoom only nodes that are selected, hovered or well connected have labels. */
const LABELS_FROM_ZOOM = 0.35;
const EDGE_LABELS_FROM_ZOOM = 1.1;

export function drawFrame(context: CanvasRenderingContext2D, frame: Frame): void {
  const { theme, size } = frame;
  context.fillStyle = cssOf(theme.background);
  context.fillRect(0, 0, size.width, size.height);
  const pass = edgePass(frame);
  drawEdges(context, frame, pass);
  drawNodes(context, frame);
  if (!frame.plain) drawLabels(context, frame, pass);
  if (frame.boxSelection !== null) drawBoxSelection(context, frame);
}

/** Edges at a selected or hovered node are lit; they are drawn last, in the accent colour. */
function edgePass(frame: Frame): EdgePass {
  const lit = new Set<number>(frame.selectedEdges);
  if (frame.hoveredEdge >= 0) lit.add(frame.hoveredEdge);
  const { start, edge } = frame.scene.graph;
  const lightAround = (node: number) => {
    const end = start[node + 1] ?? 0;
    for (let slot = start[node] ?? 0; slot < end; slot += 1) lit.add(edge[slot] ?? 0);
  };
  if (frame.hoveredNode >= 0) lightAround(frame.hoveredNode);
  if (frame.cursor >= 0) lightAround(frame.cursor);
  if (frame.selectedNodes.size <= 50) for (const node of frame.selectedNodes) lightAround(node);
  return { lit, box: visibleBox(frame.view, frame.size, 60) };
}

function drawNodes(context: CanvasRenderingContext2D, frame: Frame): void {
  const { scene, view, sprites, theme } = frame;
  const box = visibleBox(view, frame.size, 40);
  const fallback = theme.ink;
  const colors = scene.nodeTypes.map((type) => frame.colorOfNodeType.get(type) ?? fallback);
  for (let i = 0; i < scene.x.length; i += 1) {
    const x = scene.x[i] ?? 0;
    const y = scene.y[i] ?? 0;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    const type = scene.nodeType[i] ?? 0;
    const sprite = sprites.get(
      scene.nodeTypes[type] ?? '',
      colors[type] ?? fallback,
      (scene.radius[i] ?? 0) * view.k,
    );
    context.drawImage(
      sprite.image,
      x * view.k + view.x - sprite.side / 2,
      y * view.k + view.y - sprite.side / 2,
      sprite.side,
      sprite.side,
    );
  }
  const ring = (node: number, color: Rgb, width: number, gap: number) => {
    context.beginPath();
    context.arc(
      (scene.x[node] ?? 0) * view.k + view.x,
      (scene.y[node] ?? 0) * view.k + view.y,
      (scene.radius[node] ?? 0) * view.k + gap,
      0,
      2 * Math.PI,
    );
    context.strokeStyle = cssOf(color);
    context.lineWidth = width;
    context.stroke();
  };
  // Rings around many small nodes must leave the nodes to be seen.
  const crowded = frame.selectedNodes.size > CROWD_OF_SELECTED;
  for (const node of frame.selectedNodes) {
    const size = crowded ? Math.min(1, ((scene.radius[node] ?? 0) * view.k) / 12) : 1;
    ring(node, theme.accent, 2.5 * size, 3 * size);
  }
  if (frame.hoveredNode >= 0) ring(frame.hoveredNode, theme.ink, 1.5, 3);
  if (frame.cursor >= 0) {
    ring(frame.cursor, theme.background, 5, 6);
    ring(frame.cursor, theme.ink, 2, 6);
  }
}

/** Nodes in the order in which they deserve a label. */
function labelOrder(frame: Frame): number[] {
  const { scene, view } = frame;
  const box = visibleBox(view, frame.size, 0);
  const chosen = frame.selectedNodes.size > CROWD_OF_SELECTED ? [] : frame.selectedNodes;
  const seen = new Set([frame.cursor, frame.hoveredNode, ...chosen]);
  seen.delete(-1);
  const first = [...seen];
  const others: number[] = [];
  for (let i = 0; i < scene.x.length; i += 1) {
    const x = scene.x[i] ?? 0;
    const y = scene.y[i] ?? 0;
    if (seen.has(i) || x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    others.push(i);
  }
  const degree = (node: number) => (scene.graph.start[node + 1] ?? 0) - (scene.graph.start[node] ?? 0);
  others.sort((a, b) => degree(b) - degree(a));
  const many = view.k < LABELS_FROM_ZOOM ? others.slice(0, 12) : others.slice(0, MAX_LABELS * 3);
  return [...first, ...many];
}

function drawLabels(context: CanvasRenderingContext2D, frame: Frame, pass: EdgePass): void {
  const { scene, view, theme } = frame;
  const field = new LabelField();
  context.font = `500 ${LABEL_PX}px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = cssOf(theme.background);
  context.fillStyle = cssOf(theme.ink);
  const order = labelOrder(frame);
  // In a small picture labels also avoid other nodes; in a crowd hardly any would be left.
  if (order.length <= KEEP_OFF_NODES) {
    for (const node of order) {
      const half = (scene.radius[node] ?? 0) * view.k * 0.7;
      const x = (scene.x[node] ?? 0) * view.k + view.x;
      const y = (scene.y[node] ?? 0) * view.k + view.y;
      field.reserve({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });
    }
  }
  let drawn = 0;
  for (const node of order) {
    if (drawn >= MAX_LABELS) break;
    const text = shortened(scene.nodes[node]?.label ?? '');
    if (text === '') continue;
    const x = (scene.x[node] ?? 0) * view.k + view.x;
    const y = (scene.y[node] ?? 0) * view.k + view.y;
    const rim = (scene.radius[node] ?? 0) * view.k + 4;
    const width = context.measureText(text).width + 6;
    const height = LABEL_PX + 3;
    // Below the node, else beside, else above it: the first free place.
    const place = [
      { x: x - width / 2, y: y + rim },
      { x: x + rim, y: y - height / 2 },
      { x: x - rim - width, y: y - height / 2 },
      { x: x - width / 2, y: y - rim - height },
    ].find((corner) => field.take({ ...corner, width, height }));
    if (place === undefined) continue;
    context.strokeText(text, place.x + width / 2, place.y);
    context.fillText(text, place.x + width / 2, place.y);
    drawn += 1;
  }
  drawEdgeLabels(context, frame, pass, field);
}

function drawEdgeLabels(
  context: CanvasRenderingContext2D,
  frame: Frame,
  pass: EdgePass,
  field: LabelField,
): void {
  const { scene, view, theme } = frame;
  const all = view.k >= EDGE_LABELS_FROM_ZOOM;
  if (!all && pass.lit.size > 30) return;
  context.font = `400 10.5px ${theme.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = cssOf(theme.edgeText);
  const edges = all ? [...pass.lit, ...scene.edges.keys()] : [...pass.lit];
  const done = new Set<number>();
  for (const e of edges) {
    if (done.size > MAX_LABELS) break;
    if (done.has(e)) continue;
    done.add(e);
    const from = scene.from[e] ?? 0;
    const to = scene.to[e] ?? 0;
    if (from === to) continue;
    const ax = scene.x[from] ?? 0;
    const ay = scene.y[from] ?? 0;
    const bx = scene.x[to] ?? 0;
    const by = scene.y[to] ?? 0;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const bend = scene.bend[e] ?? 0;
    const x = ((ax + bx) / 2 - ((by - ay) / length) * bend) * view.k + view.x;
    const y = ((ay + by) / 2 + ((bx - ax) / length) * bend) * view.k + view.y;
    if (x < 0 || y < 0 || x > frame.size.width || y > frame.size.height) continue;
    const text = shortened(scene.edges[e]?.type ?? '');
    const width = context.measureText(text).width + 6;
    const rim = ((scene.radius[from] ?? 0) + (scene.radius[to] ?? 0)) * view.k;
    if (width > length * view.k - rim) continue;
    if (!field.take({ x: x - width / 2, y: y - 7, width, height: 14 })) continue;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

function drawBoxSelection(context: CanvasRenderingContext2D, frame: Frame): void {
  if (frame.boxSelection === null) return;
  const box = boxBetween(frame.boxSelection.from, frame.boxSelection.to);
  context.strokeStyle = cssOf(frame.theme.accent);
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.strokeRect(box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY);
  context.setLineDash([]);
  context.globalAlpha = 0.1;
  context.fillStyle = cssOf(mix(frame.theme.accent, frame.theme.background, 1));
  context.fillRect(box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY);
  context.globalAlpha = 1;
}
