/** Input from mouse, touch and keyboard for the graph canvas. */
import { zoomAt } from '../geometry/viewport.ts';
import type { Point } from '../model.ts';
import { begun, ended, movedTo, type Gesture } from './gestures.ts';
import { adds, type InputHost } from './host.ts';
import { handleKey } from './keyboard.ts';
import { pointOf, under } from './under.ts';

type Listen = AddEventListenerOptions & { readonly signal: AbortSignal };

/** Listens on the canvas; the result takes the listeners away again. */
export function attachInput(host: InputHost): () => void {
  const detaching = new AbortController();
  const listen = { signal: detaching.signal };
  listenToPointers(host, listen);
  listenToWheelAndMenu(host, listen);
  listenToKeys(host, listen);
  return () => detaching.abort();
}

function listenToPointers(host: InputHost, listen: Listen): void {
  const { canvas } = host;
  const pointers = new Map<number, Point>();
  let gesture: Gesture | null = null;

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const point = pointOf(host, event);
    pointers.set(event.pointerId, point);
    canvas.setPointerCapture(event.pointerId);
    gesture = begun(host, pointers, point, event.shiftKey);
  };
  const onMove = (event: PointerEvent) => {
    const point = pointOf(host, event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, point);
    if (gesture !== null) {
      gesture = movedTo(host, gesture, pointers, point);
      return;
    }
    const { node, edge } = under(host, point);
    host.hover(node, edge);
  };
  const onUp = (event: PointerEvent) => {
    const known = pointers.delete(event.pointerId);
    if (!known || gesture === null) return;
    const done = gesture;
    gesture = null;
    canvas.style.cursor = 'default';
    ended(host, done, pointOf(host, event), adds(event));
  };
  const onCancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    gesture = null;
    host.boxSelect(null);
    host.letNodeGo();
  };
  const onLeave = () => {
    if (gesture === null) host.hover(-1, -1);
  };

  canvas.addEventListener('pointerdown', onDown, listen);
  canvas.addEventListener('pointermove', onMove, listen);
  canvas.addEventListener('pointerup', onUp, listen);
  canvas.addEventListener('pointercancel', onCancel, listen);
  canvas.addEventListener('pointerleave', onLeave, listen);
}

function listenToWheelAndMenu(host: InputHost, listen: Listen): void {
  const { canvas, options } = host;
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    // A wheel that reports lines; a pinch on a touchpad is reported as a wheel with the control key.
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016));
    host.setView(zoomAt(host.view(), factor, pointOf(host, event)));
  };
  const onDoubleClick = (event: MouseEvent) => {
    const node = host.scene().nodes[under(host, pointOf(host, event)).node];
    if (node !== undefined) options.onExpand?.(node);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (options.onContextMenu === undefined) return;
    event.preventDefault();
    const { node, edge } = under(host, pointOf(host, event));
    options.onContextMenu({
      node: host.scene().nodes[node] ?? null,
      edge: host.scene().edges[edge] ?? null,
      clientX: event.clientX,
      clientY: event.clientY,
    });
  };

  canvas.addEventListener('wheel', onWheel, { ...listen, passive: false });
  canvas.addEventListener('dblclick', onDoubleClick, listen);
  canvas.addEventListener('contextmenu', onContextMenu, listen);
}

function listenToKeys(host: InputHost, listen: Listen): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'Enter')) return;
    if (handleKey(host, event)) event.preventDefault();
  };
  host.canvas.addEventListener('keydown', onKeyDown, listen);
  host.canvas.addEventListener('blur', () => host.setCursor(-1), listen);
}
