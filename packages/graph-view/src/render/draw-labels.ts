/** Labels of nodes and edges: important ones first, none over another. */
import { cssOf } from '../colors.ts';
import { degreeOf } from '../layout/layout.ts';
import { loopCircle } from '../geometry/edge-curve.ts';
import { visibleBox } from '../geometry/viewport.ts';
import { CROWD_OF_SELECTED } from './draw-nodes.ts';
import type { Scene } from '../scene.ts';
import type { Frame, Light } from './frame.ts';
import { LabelField, shortened } from './labels.ts';
import type { Pen } from './pen.ts';

const MAX_LABELS = 250;
/** While a large graph moves. */
const LABELS_IN_MOTION = 24;
const LABEL_PX = 12;
/** From the rim of a node to its name, in pixels; the ring of a selected one lies between. */
const GAP = { usual: 3, selected: 7 } as const;
const KEEP_OFF_NODES = 400;
/** Below this zoom only nodes that are selected, hovered or well connected have labels. */
const LABELS_FROM_ZOOM = 0.35;
/** Labels from far: of the best connected nodes, and of further hubs with at least half as many edges as the first. */
const FROM_FAR = { few: 14, most: 60, hub: 10 } as const;
const EDGE_LABELS_FROM_ZOOM = 0.95;

/** Nodes in the order in which they deserve a label. */
function labelOrder(frame: Frame, light: Light): number[] {
  const { scene, view, paint } = frame;
  const box = visibleBox(view, frame.size, 0);
  const chosen = frame.selectedNodes.size > CROWD_OF_SELECTED ? [] : frame.selectedNodes;
  const seen = new Set([frame.cursor, frame.hoveredNode, ...chosen]);
  if (light.fades) for (const node of light.nodes) seen.add(node);
  seen.delete(-1);
  const order = [...seen];
  if (light.fades) return order;
  const far = view.k < LABELS_FROM_ZOOM;
  const most = frame.plain ? LABELS_IN_MOTION : far ? FROM_FAR.most : MAX_LABELS * 3;
  let found = 0;
  let first = 0;
  for (const i of paint.byDegree) {
    // From far a block of nodes alone would have the names of its first row only.
    const degree = degreeOf(scene.graph, i);
    const least = found < FROM_FAR.few ? 1 : Math.max(FROM_FAR.hub, first / 2);
    if (found >= most || (far && degree < least)) break;
    const x = scene.x[i] ?? 0;
    const y = scene.y[i] ?? 0;
    if (seen.has(i) || x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    order.push(i);
    first = Math.max(first, degree);
    found += 1;
  }
  return order;
}

/** A name at its place on the screen, in CSS pixels. */
export interface PlacedName {
  readonly text: string;
  readonly middle: number;
  readonly top: number;
  readonly width: number;
}

/** Pixels from the top of a name to its lowest. */
export const NAME_HEIGHT = LABEL_PX + 3;

export function drawLabels(context: Pen, frame: Frame, light: Light): void {
  const field = new LabelField();
  const order = labelOrder(frame, light);
  for (const name of placedNames(context, frame, order, field)) writeName(context, name);
  if (frame.plain) return;
  // Names of edges always keep off nodes: over a disc they would belong to it.
  if (isCrowd(order)) keepOffNodes(field, frame, order);
  drawEdgeLabels(context, frame, light, field);
}

/** The names of nodes that `drawLabels` writes. */
export const namesOf = (context: Pen, frame: Frame, light: Light): readonly PlacedName[] =>
  placedNames(context, frame, labelOrder(frame, light), new LabelField());

/** Sets how names are written. */
export function beginNames(context: Pen, theme: Frame['paint']['theme']): void {
  context.font = `500 ${LABEL_PX}px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = cssOf(theme.background);
  context.fillStyle = cssOf(theme.ink);
}

export function writeName(context: Pen, { text, middle, top }: PlacedName): void {
  context.strokeText(text, middle, top);
  context.fillText(text, middle, top);
}

/** In a small picture names of nodes also avoid other nodes; in a crowd hardly any would be left. */
const isCrowd = (order: readonly number[]): boolean => order.length > KEEP_OFF_NODES;

function placedNames(
  context: Pen,
  frame: Frame,
  order: readonly number[],
  field: LabelField,
): readonly PlacedName[] {
  const { scene, view, selectedNodes } = frame;
  beginNames(context, frame.paint.theme);
  if (!isCrowd(order)) keepOffNodes(field, frame, order);
  const names: PlacedName[] = [];
  for (const node of order) {
    if (names.length >= MAX_LABELS) break;
    const text = shortened(scene.nodes[node]?.label ?? '');
    if (text === '') continue;
    const gap = selectedNodes.has(node) ? GAP.selected : GAP.usual;
    const rim = (scene.radius[node] ?? 0) * view.k + gap;
    const x = (scene.x[node] ?? 0) * view.k + view.x;
    const y = (scene.y[node] ?? 0) * view.k + view.y;
    const width = context.measureText(text).width + 4;
    const height = NAME_HEIGHT;
    // Below the node, else beside, else above it: the first free place.
    const place = [
      { x: x - width / 2, y: y + rim },
      { x: x + rim, y: y - height / 2 },
      { x: x - rim - width, y: y - height / 2 },
      { x: x - width / 2, y: y - rim - height },
    ].find((corner) => isClear(frame, x, corner.x, width) && field.take({ ...corner, width, height }));
    if (place === undefined) continue;
    names.push({ text, middle: place.x + width / 2, top: place.y, width });
  }
  return names;
}

/** Whether a name, from `left` on, runs below no panel: that of a node between the panels must not. */
function isClear({ size, insets }: Frame, node: number, left: number, width: number): boolean {
  const [first, last] = [insets.left, size.width - insets.right];
  return node < first || node > last || (left >= first && left + width <= last);
}

function keepOffNodes(field: LabelField, { scene, view }: Frame, nodes: readonly number[]): void {
  for (const node of nodes) {
    const rim = (scene.radius[node] ?? 0) * view.k;
    const x = (scene.x[node] ?? 0) * view.k + view.x;
    const y = (scene.y[node] ?? 0) * view.k + view.y;
    field.reserve({ x: x - rim, y: y - rim, width: 2 * rim, height: 2 * rim });
  }
}

/** Edges whose names are drawn: those in the light first; near enough, all in sight. */
function edgeLabelOrder(frame: Frame, light: Light): Iterable<number> {
  const all = frame.view.k >= EDGE_LABELS_FROM_ZOOM && !light.fades;
  if (!all) return light.edges.size > 60 ? [] : light.edges;
  return new Set([...light.edges, ...frame.scene.edges.keys()]);
}

function drawEdgeLabels(context: Pen, frame: Frame, light: Light, field: LabelField): void {
  const { scene, view, size } = frame;
  context.font = `400 10.5px ${frame.paint.theme.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = cssOf(frame.paint.theme.edgeText);
  let drawn = 0;
  for (const e of edgeLabelOrder(frame, light)) {
    if (drawn > MAX_LABELS) break;
    const from = scene.from[e] ?? 0;
    const to = scene.to[e] ?? 0;
    if (from === to) {
      drawn += drawLoopLabel(context, frame, field, e) ? 1 : 0;
      continue;
    }
    const ax = scene.x[from] ?? 0;
    const ay = scene.y[from] ?? 0;
    const bx = scene.x[to] ?? 0;
    const by = scene.y[to] ?? 0;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const bend = scene.bend[e] ?? 0;
    const x = ((ax + bx) / 2 - ((by - ay) / length) * bend) * view.k + view.x;
    const y = ((ay + by) / 2 + ((bx - ax) / length) * bend) * view.k + view.y;
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const text = edgeName(scene, e);
    const width = context.measureText(text).width + 6;
    const rim = ((scene.radius[from] ?? 0) + (scene.radius[to] ?? 0)) * view.k;
    if (width > length * view.k - (scene.edges[e]?.members === undefined ? rim : 0)) continue;
    // The name runs along its edge, never upside down.
    const upright = bx >= ax ? 1 : -1;
    const angle = Math.atan2((by - ay) * upright, (bx - ax) * upright);
    const [wide, high] = [
      Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * 14,
      Math.abs(Math.sin(angle)) * width + Math.abs(Math.cos(angle)) * 14,
    ];
    // The number of edges in one must be read: their name may touch others.
    const part = scene.edges[e]?.members === undefined ? 1 : 0.5;
    const box = {
      x: x - (wide * part) / 2,
      y: y - (high * part) / 2,
      width: wide * part,
      height: high * part,
    };
    if (!field.take(box)) continue;
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    writeOnEdge(context, frame, text, width);
    context.restore();
    drawn += 1;
  }
}

/** Writes at the origin, over a patch of the background: between words the edge would look like a dash. */
function writeOnEdge(context: Pen, { paint }: Frame, text: string, width: number): void {
  context.fillStyle = cssOf(paint.theme.background);
  context.fillRect(-width / 2 + 1, -7, width - 2, 14);
  context.fillStyle = cssOf(paint.theme.edgeText);
  context.fillText(text, 0, 0);
}

/** Writes the name of a self edge at the top of its circle, where there is room. */
function drawLoopLabel(context: Pen, frame: Frame, field: LabelField, e: number): boolean {
  const { scene, view, size } = frame;
  const node = scene.from[e] ?? 0;
  const at = { x: (scene.x[node] ?? 0) * view.k + view.x, y: (scene.y[node] ?? 0) * view.k + view.y };
  const circle = loopCircle(at, (scene.radius[node] ?? 0) * view.k, (scene.bend[e] ?? 0) * view.k);
  const y = circle.y - circle.r;
  if (circle.x < 0 || y < 0 || circle.x > size.width || y > size.height) return false;
  const text = edgeName(scene, e);
  const width = context.measureText(text).width + 6;
  if (!field.take({ x: circle.x - width / 2, y: y - 7, width, height: 14 })) return false;
  context.save();
  context.translate(circle.x, y);
  writeOnEdge(context, frame, text, width);
  context.restore();
  return true;
}

const edgeName = (scene: Scene, e: number): string =>
  shortened(scene.edges[e]?.label ?? scene.edges[e]?.type ?? '');
