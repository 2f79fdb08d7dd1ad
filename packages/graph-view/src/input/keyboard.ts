/** The keyboard on the graph canvas: walks from node to node, chooses, zooms. */
import { t } from '@acacia/texts';
import { readingOrder, step, type Direction } from '../geometry/walk.ts';
import { panBy } from '../geometry/viewport.ts';
import { neighboursOf, type Scene } from '../scene.ts';
import { adds, type InputHost } from './host.ts';

/** Longer labels are cut when they are read out. */
const MOST_SPOKEN = 120;
const spoken = (label: string): string =>
  label.length > MOST_SPOKEN ? `${[...label.slice(0, MOST_SPOKEN)].join('')} …` : label;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** Keys that go on in reading order, and how far. */
const PAGES: Readonly<Record<string, number>> = {
  PageDown: 1,
  PageUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the cursor to a node and reads it out. */
function goTo(host: InputHost, node: number): void {
  const scene = host.scene();
  const target = scene.nodes[node];
  if (target === undefined) return;
  host.setCursor(node);
  host.reveal(node);
  const neighbours = neighboursOf(scene, node).length;
  const chosen = host.choice().selectedNodes.has(node) ? t`, selected` : '';
  const stands = target.members === undefined ? '' : t`, ${target.members.length} folded vertices`;
  const beside = neighbours === 1 ? t`${neighbours} neighbour` : t`${neighbours} neighbours`;
  host.options.onAnnounce?.(t`${target.type} ${spoken(target.label)}${stands}, ${beside}${chosen}`);
}

/** The reading order when a walk began: it goes on in that, though the picture moves meanwhile. */
const walks = new WeakMap<Scene, readonly number[]>();

/** Goes on in reading order, to the ends at most. Tab is no such key: it leaves the canvas, however large. */
function page(host: InputHost, by: number): void {
  const scene = host.scene();
  const begun = Number.isFinite(by) ? walks.get(scene) : undefined;
  const order = begun ?? readingOrder(scene);
  walks.set(scene, order);
  const place = order.indexOf(host.choice().cursor);
  const next = place < 0 && Number.isFinite(by) ? 0 : place + by;
  goTo(host, order[Math.max(0, Math.min(order.length - 1, next))] ?? -1);
}

function arrow(host: InputHost, direction: Direction, shift: boolean): void {
  if (shift) {
    const by = { left: [60, 0], right: [-60, 0], up: [0, 60], down: [0, -60] } as const;
    const [dx, dy] = by[direction];
    host.setView(panBy(host.view(), dx, dy));
    return;
  }
  walks.delete(host.scene());
  const cursor = host.choice().cursor;
  if (cursor >= 0) goTo(host, step(host.scene(), cursor, direction));
  else goTo(host, host.choice().selectedNodes.values().next().value ?? readingOrder(host.scene())[0] ?? -1);
}

function enter(host: InputHost, adding: boolean): void {
  const cursor = host.choice().cursor;
  if (cursor < 0) return;
  const next = new Set(adding ? host.choice().selectedNodes : []);
  if (adding && host.choice().selectedNodes.has(cursor)) next.delete(cursor);
  else next.add(cursor);
  host.choose(next, adding ? host.choice().selectedEdges : new Set());
  goTo(host, cursor);
}

/** Asks for the neighbours of the node under the cursor, else of the only one that is selected; false without one. */
function expand(host: InputHost): boolean {
  const { cursor, selectedNodes } = host.choice();
  const [only = -1, ...others] = selectedNodes;
  const node = host.scene().nodes[cursor < 0 && others.length === 0 ? only : cursor];
  if (node === undefined) return false;
  host.options.onExpand?.(node);
  return true;
}

/** Forgets cursor and selection; false when there was none. */
function letGo(host: InputHost): boolean {
  const { cursor, selectedNodes, selectedEdges } = host.choice();
  host.setCursor(-1);
  host.choose(new Set(), new Set());
  return cursor >= 0 || selectedNodes.size + selectedEdges.size > 0;
}

/** Handles a key; true when the key has a meaning here. */
export function handleKey(host: InputHost, event: KeyboardEvent): boolean {
  const direction = ARROWS[event.key];
  if (direction !== undefined) {
    arrow(host, direction, event.shiftKey);
    return true;
  }
  const pages = PAGES[event.key];
  if (pages !== undefined) {
    page(host, pages);
    return true;
  }
  switch (event.key) {
    case 'Enter':
    case ' ':
      enter(host, adds(event) || event.key === ' ');
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
    case 'e':
      return expand(host);
    case 'Escape':
      return letGo(host);
    default:
      return false;
  }
}
