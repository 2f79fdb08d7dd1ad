/** Gestures of mouse and fingers: pan, pinch, drag of a node, box, click. */
import { nodesIn } from '../geometry/hit-test.ts';
import { boxBetween, panBy, toWorld, zoomAt } from '../geometry/viewport.ts';
import type { Point } from '../model.ts';
import type { InputHost } from './host.ts';
import { under } from './under.ts';

const DRAG_FROM_PX = 4;

interface Pinch {
  readonly distance: number;
  readonly middle: Point;
}

export type Gesture =
  | { readonly kind: 'pan'; readonly last: Point; readonly moved: boolean }
  | { readonly kind: 'node'; readonly node: number; readonly start: Point; readonly moved: boolean }
  | { readonly kind: 'box'; readonly start: Point; readonly moved: boolean }
  | ({ readonly kind: 'pinch' } & Pinch);

type Pointers = ReadonlyMap<number, Point>;

/** Distance and middle of the first two fingers; null with fewer. */
function pinchOf(pointers: Pointers): Pinch | null {
  const [a, b] = [...pointers.values()];
  if (a === undefined || b === undefined) return null;
  return {
    distance: Math.hypot(a.x - b.x, a.y - b.y) || 1,
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  };
}

/** The gesture that a pointer begins at a point. */
export function begun(host: InputHost, pointers: Pointers, point: Point, isBox: boolean): Gesture {
  const pinch = pinchOf(pointers);
  if (pinch !== null) return { kind: 'pinch', ...pinch };
  const { node } = under(host, point);
  if (node >= 0) return { kind: 'node', node, start: point, moved: false };
  return isBox ? { kind: 'box', start: point, moved: false } : { kind: 'pan', last: point, moved: false };
}

/** Zooms with two fingers. @returns the pinch as it is now */
function pinched(host: InputHost, before: Pinch, pointers: Pointers): Gesture {
  const pinch = pinchOf(pointers);
  if (pinch === null) return { kind: 'pinch', ...before };
  const moved = panBy(host.view(), pinch.middle.x - before.middle.x, pinch.middle.y - before.middle.y);
  host.setView(zoomAt(moved, pinch.distance / before.distance, pinch.middle));
  return { kind: 'pinch', ...pinch };
}

/** Moves a gesture on to a point. @returns the gesture as it goes on */
export function movedTo(host: InputHost, gesture: Gesture, pointers: Pointers, point: Point): Gesture {
  switch (gesture.kind) {
    case 'pinch':
      return pinched(host, gesture, pointers);
    case 'pan': {
      const dx = point.x - gesture.last.x;
      const dy = point.y - gesture.last.y;
      if (!gesture.moved && Math.hypot(dx, dy) < DRAG_FROM_PX) return gesture;
      host.canvas.style.cursor = 'grabbing';
      host.setView(panBy(host.view(), dx, dy));
      return { kind: 'pan', last: point, moved: true };
    }
    case 'node': {
      const far = Math.hypot(point.x - gesture.start.x, point.y - gesture.start.y) >= DRAG_FROM_PX;
      if (!gesture.moved && !far) return gesture;
      host.holdNode(gesture.node, toWorld(host.view(), point));
      return { ...gesture, moved: true };
    }
    case 'box':
      host.boxSelect({ from: gesture.start, to: point });
      return { ...gesture, moved: true };
  }
}

/** Ends a gesture at a point; one that did not move is a click. @param adding to the selection */
export function ended(host: InputHost, gesture: Gesture, point: Point, adding: boolean): void {
  if (gesture.kind === 'pinch') return;
  if (gesture.kind === 'box') {
    host.boxSelect(null);
    if (gesture.moved) chooseInside(host, gesture.start, point);
    return;
  }
  if (gesture.kind === 'node') host.letNodeGo();
  if (!gesture.moved) click(host, point, adding);
}

/** Adds the nodes of a box to the selection. */
function chooseInside(host: InputHost, from: Point, to: Point): void {
  const view = host.view();
  const inside = nodesIn(host.scene(), boxBetween(toWorld(view, from), toWorld(view, to)));
  host.choose(new Set([...host.choice().selectedNodes, ...inside]), host.choice().selectedEdges);
}

function click(host: InputHost, point: Point, adding: boolean): void {
  const { node, edge } = under(host, point);
  const { selectedNodes, selectedEdges } = adding
    ? host.choice()
    : { selectedNodes: new Set<number>(), selectedEdges: new Set<number>() };
  if (node >= 0) {
    host.setCursor(-1);
    host.choose(toggled(selectedNodes, node), selectedEdges);
  } else if (edge >= 0) {
    host.choose(selectedNodes, toggled(selectedEdges, edge));
  } else if (!adding) {
    host.setCursor(-1);
    host.choose(selectedNodes, selectedEdges);
  }
}

function toggled(chosen: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}
