/** Points of the canvas, and what lies under them. */
import { edgeAt, nodeAt } from '../geometry/hit-test.ts';
import { toWorld } from '../geometry/viewport.ts';
import type { Point } from '../model.ts';
import type { InputHost } from './host.ts';

const REACH_PX = 5;

/** Where on the canvas an event happened. */
export function pointOf(
  { canvas }: InputHost,
  event: { readonly clientX: number; readonly clientY: number },
): Point {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The node or else the edge at a point; -1 for none. */
export function under(host: InputHost, point: Point): { readonly node: number; readonly edge: number } {
  const world = toWorld(host.view(), point);
  const reach = REACH_PX / host.view().k;
  const node = nodeAt(host.scene(), world, reach / 2);
  return { node, edge: node >= 0 ? -1 : edgeAt(host.scene(), world, reach) };
}
