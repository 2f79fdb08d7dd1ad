/** Input from mouse, touch and keyboard for the graph canvas. */
import type { Choice } from './choice.ts';
import { edgeAt, nodeAt, nodesIn } from './geometry/hit-test.ts';
import { boxBetween, panBy, toWorld, zoomAt, type Size, type Viewport } from './geometry/viewport.ts';
import { readingOrder, step, type Direction } from './geometry/walk.ts';
import type { Point } from './model.ts';
import type { GraphViewOptions } from './options.ts';
import { neighboursOf, type Scene } from './scene.ts';

/** The parts of the view that input handling needs. */
export interface InputHost {
  readonly canvas: HTMLCanvasElement;
  readonly options: GraphViewOptions;
  scene(): Scene;
  view(): Viewport;
  size(): Size;
  setView(view: Viewport): void;
  choice(): Choice;
  choose(nodes: ReadonlySet<number>, edges: ReadonlySet<number>): void;
  hover(node: number, edge: number): void;
  /** Puts a node at a position in the world and pins it. */
  holdNode(node: number, at: Point): void;
  letNodeGo(): void;
  boxSelect(box: { readonly from: Point; readonly to: Point } | null): void;
  setCursor(node: number): void;
  /** Brings a node into the window when it is outside. */
  reveal(node: number): void;
  fit(): void;
  zoomBy(factor: number): void;
}

/** Longer labels are cut when they are read out. */
const MOST_SPOKEN = 120;
const spoken = (label: string): string =>
  label.length > MOST_SPOKEN ? `${[...label.slice(0, MOST_SPOKEN)].join('')} …` : label;

const DRAG_FROM_PX = 4;
const REACH_PX = 5;

type Gesture =
  | { readonly kind: 'pan'; last: Point; moved: boolean }
  | { readonly kind: 'node'; readonly node: number; readonly start: Point; moved: boolean }
  | { readonly kind: 'box'; readonly start: Point; moved: boolean }
  | { readonly kind: 'pinch'; distance: number; middle: Point };

/** Listens on the canvas; the result takes the listeners away again. */
export function attachInput(host: InputHost): () => void {
  const { canvas, options } = host;
  const pointers = new Map<number, Point>();
  let gesture: Gesture | null = null;

  const at = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (point: Point): { readonly node: number; readonly edge: number } => {
    const world = toWorld(host.view(), point);
    const reach = REACH_PX / host.view().k;
    const node = nodeAt(host.scene(), world, reach / 2);
    return { node, edge: node >= 0 ? -1 : edgeAt(host.scene(), world, reach) };
  };
  const adds = (event: {
    readonly shiftKey: boolean;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
  }) => event.shiftKey || event.ctrlKey || event.metaKey;

  function pinchOf(): { readonly distance: number; readonly middle: Point } | null {
    const [a, b] = [...pointers.values()];
    if (a === undefined || b === undefined) return null;
    return {
      distance: Math.hypot(a.x - b.x, a.y - b.y) || 1,
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }

  function click(point: Point, adding: boolean): void {
    const { node, edge } = under(point);
    const toggled = (chosen: ReadonlySet<number>, item: number): ReadonlySet<number> => {
      if (!adding) return new Set([item]);
      const next = new Set(chosen);
      if (!next.delete(item)) next.add(item);
      return next;
    };
    if (node >= 0) {
      host.setCursor(-1);
      host.choose(
        toggled(host.choice().selectedNodes, node),
        adding ? host.choice().selectedEdges : new Set(),
      );
    } else if (edge >= 0) {
      host.choose(
        adding ? host.choice().selectedNodes : new Set(),
        toggled(host.choice().selectedEdges, edge),
      );
    } else if (!adding) {
      host.setCursor(-1);
      host.choose(new Set(), new Set());
    }
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const point = at(event);
    pointers.set(event.pointerId, point);
    canvas.setPointerCapture(event.pointerId);
    const pinch = pinchOf();
    if (pinch !== null) {
      gesture = { kind: 'pinch', ...pinch };
      return;
    }
    const { node } = under(point);
    if (node >= 0) gesture = { kind: 'node', node, start: point, moved: false };
    else if (event.shiftKey) gesture = { kind: 'box', start: point, moved: false };
    else gesture = { kind: 'pan', last: point, moved: false };
  };

  const onPointerMove = (event: PointerEvent) => {
    const point = at(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, point);
    if (gesture === null) {
      const { node, edge } = under(point);
      host.hover(node, edge);
      return;
    }
    switch (gesture.kind) {
      case 'pinch': {
        const pinch = pinchOf();
        if (pinch === null) return;
        const moved = panBy(
          host.view(),
          pinch.middle.x - gesture.middle.x,
          pinch.middle.y - gesture.middle.y,
        );
        host.setView(zoomAt(moved, pinch.distance / gesture.distance, pinch.middle));
        gesture = { kind: 'pinch', ...pinch };
        return;
      }
      case 'pan': {
        const dx = point.x - gesture.last.x;
        const dy = point.y - gesture.last.y;
        if (!gesture.moved && Math.hypot(dx, dy) < DRAG_FROM_PX) return;
        gesture.moved = true;
        gesture.last = point;
        canvas.style.cursor = 'grabbing';
        host.setView(panBy(host.view(), dx, dy));
        return;
      }
      case 'node': {
        const far = Math.hypot(point.x - gesture.start.x, point.y - gesture.start.y) >= DRAG_FROM_PX;
        if (!gesture.moved && !far) return;
        gesture.moved = true;
        host.holdNode(gesture.node, toWorld(host.view(), point));
        return;
      }
      case 'box':
        gesture.moved = true;
        host.boxSelect({ from: gesture.start, to: point });
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    const known = pointers.delete(event.pointerId);
    if (!known || gesture === null) return;
    const point = at(event);
    const done = gesture;
    gesture = null;
    canvas.style.cursor = 'default';
    switch (done.kind) {
      case 'pinch':
        return;
      case 'box': {
        host.boxSelect(null);
        if (!done.moved) return;
        const view = host.view();
        const inside = nodesIn(host.scene(), boxBetween(toWorld(view, done.start), toWorld(view, point)));
        host.choose(new Set([...host.choice().selectedNodes, ...inside]), host.choice().selectedEdges);
        return;
      }
      case 'node':
        host.letNodeGo();
        if (!done.moved) click(point, adds(event));
        return;
      case 'pan':
        if (!done.moved) click(point, adds(event));
    }
  };

  const onPointerCancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    gesture = null;
    host.boxSelect(null);
    host.letNodeGo();
  };

  const onPointerLeave = () => {
    if (gesture === null) host.hover(-1, -1);
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    // A wheel that reports lines; a pinch on a touchpad is reported as a wheel with the control key.
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016));
    host.setView(zoomAt(host.view(), factor, at(event)));
  };

  const onDoubleClick = (event: MouseEvent) => {
    const node = host.scene().nodes[under(at(event)).node];
    if (node !== undefined) options.onExpand?.(node);
  };

  const onContextMenu = (event: MouseEvent) => {
    if (options.onContextMenu === undefined) return;
    event.preventDefault();
    const { node, edge } = under(at(event));
    options.onContextMenu({
      node: host.scene().nodes[node] ?? null,
      edge: host.scene().edges[edge] ?? null,
      clientX: event.clientX,
      clientY: event.clientY,
    });
  };

  // ------------------------------------------------------------------ keyboard

  function goTo(node: number): void {
    const scene = host.scene();
    const target = scene.nodes[node];
    if (target === undefined) return;
    host.setCursor(node);
    host.reveal(node);
    const neighbours = neighboursOf(scene, node).length;
    const chosen = host.choice().selectedNodes.has(node) ? ', selected' : '';
    const stands = target.members === undefined ? '' : `, ${target.members.length} folded vertices`;
    options.onAnnounce?.(
      `${target.type} ${spoken(target.label)}${stands}, ${neighbours} ${neighbours === 1 ? 'neighbour' : 'neighbours'}${chosen}`,
    );
  }

  /** Goes on in reading order, to the ends at most. Tab is no such key: it leaves the canvas, however large. */
  function page(by: number): void {
    const order = readingOrder(host.scene());
    const place = order.indexOf(host.choice().cursor);
    const next = place < 0 && Number.isFinite(by) ? 0 : place + by;
    goTo(order[Math.max(0, Math.min(order.length - 1, next))] ?? -1);
  }

  function arrow(direction: Direction, shift: boolean): void {
    if (shift) {
      const by = { left: [60, 0], right: [-60, 0], up: [0, 60], down: [0, -60] } as const;
      const [dx, dy] = by[direction];
      host.setView(panBy(host.view(), dx, dy));
      return;
    }
    const cursor = host.choice().cursor;
    if (cursor >= 0) goTo(step(host.scene(), cursor, direction));
    else goTo(host.choice().selectedNodes.values().next().value ?? readingOrder(host.scene())[0] ?? -1);
  }

  function enter(adding: boolean): void {
    const cursor = host.choice().cursor;
    if (cursor < 0) return;
    const next = new Set(adding ? host.choice().selectedNodes : []);
    if (adding && host.choice().selectedNodes.has(cursor)) next.delete(cursor);
    else next.add(cursor);
    host.choose(next, adding ? host.choice().selectedEdges : new Set());
    goTo(cursor);
  }

  const ARROWS: Readonly<Record<string, Direction>> = {
    ArrowLeft: 'left',
    ArrowRight: 'right',
    ArrowUp: 'up',
    ArrowDown: 'down',
  };

  /** Handles a key; true when the key has a meaning here. */
  function key(event: KeyboardEvent): boolean {
    const direction = ARROWS[event.key];
    if (direction !== undefined) {
      arrow(direction, event.shiftKey);
      return true;
    }
    switch (event.key) {
      case 'PageDown':
        page(1);
        return true;
      case 'PageUp':
        page(-1);
        return true;
      case 'Home':
        page(-Infinity);
        return true;
      case 'End':
        page(Infinity);
        return true;
      case 'Enter':
      case ' ':
        enter(adds(event) || event.key === ' ');
        return true;
      case '+':
      case '=':
        host.zoomBy(1.3);
        return true;
      case '-':
        host.zoomBy(1 / 1.3);
        return true;
      case '0':
        host.fit();
        return true;
      case 'e': {
        const node = host.scene().nodes[host.choice().cursor];
        if (node === undefined) return false;
        options.onExpand?.(node);
        return true;
      }
      case 'Escape': {
        const something =
          host.choice().cursor >= 0 ||
          host.choice().selectedNodes.size + host.choice().selectedEdges.size > 0;
        host.setCursor(-1);
        host.choose(new Set(), new Set());
        return something;
      }
      default:
        return false;
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'Enter')) return;
    if (key(event)) event.preventDefault();
  };
  const onBlur = () => host.setCursor(-1);

  const signal = new AbortController();
  const listen = { signal: signal.signal };
  canvas.addEventListener('pointerdown', onPointerDown, listen);
  canvas.addEventListener('pointermove', onPointerMove, listen);
  canvas.addEventListener('pointerup', onPointerUp, listen);
  canvas.addEventListener('pointercancel', onPointerCancel, listen);
  canvas.addEventListener('pointerleave', onPointerLeave, listen);
  canvas.addEventListener('wheel', onWheel, { ...listen, passive: false });
  canvas.addEventListener('dblclick', onDoubleClick, listen);
  canvas.addEventListener('contextmenu', onContextMenu, listen);
  canvas.addEventListener('keydown', onKeyDown, listen);
  canvas.addEventListener('blur', onBlur, listen);
  return () => signal.abort();
}
