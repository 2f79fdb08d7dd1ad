/** Positions of types that nobody has placed, and routes of the edges between types. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const NODE_WIDTH = 190;
/** Length of the arrow head of a directed edge. */
export const ARROW_LENGTH = 9;

/** Places types that have no saved position: on a circle wide enough for their boxes. */
export function placeTypes(
  keys: readonly string[],
  placed: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const free = keys.filter((key) => !placed.has(key));
  const positions = new Map(placed);
  if (free.length === 0) return positions;
  if (placed.size > 0) {
    // Below the placed types, in rows of four.
    const bottom = Math.max(...[...placed.values()].map(({ y }) => y));
    const left = Math.min(...[...placed.values()].map(({ x }) => x));
    free.forEach((key, index) => {
      positions.set(key, {
        x: left + (index % 4) * (NODE_WIDTH + 70),
        y: bottom + 200 + Math.floor(index / 4) * 180,
      });
    });
    return positions;
  }
  const radius = free.length === 1 ? 0 : Math.max(190, (free.length * (NODE_WIDTH + 90)) / (2 * Math.PI));
  free.forEach((key, index) => {
    const angle = (2 * Math.PI * index) / free.length - Math.PI / 2;
    positions.set(key, { x: radius * 1.25 * Math.cos(angle), y: radius * Math.sin(angle) });
  });
  return positions;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const centre = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The point at which the line from the box's centre towards a point leaves the box. */
function leave(box: Box, towards: Point): Point {
  const from = centre(box);
  const dx = towards.x - from.x;
  const dy = towards.y - from.y;
  if (dx === 0 && dy === 0) return from;
  const scale = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
  );
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/**
 * The path of an edge between two boxes, and the position of its label. Several edges between the same boxes bend apart
 * by their `lane` (0 is the straight one); an edge from a box to itself loops at its top.
 */
export function edgeGeometry(
  source: Box,
  target: Box,
  lane: number,
  loop: boolean,
): { path: string; label: Point } {
  if (loop) {
    const reach = 80 + lane * 34;
    const right = source.x + source.width;
    const from = { x: right - 40, y: source.y };
    // Above the middle, where new edges are drawn from; the straight end keeps the arrow in line.
    const to = { x: right, y: source.y + Math.min(18, source.height / 4) };
    const turn = to.x + ARROW_LENGTH;
    const path = `M ${from.x} ${from.y} C ${from.x} ${from.y - reach}, ${turn + reach} ${to.y}, ${turn} ${to.y} L ${to.x} ${to.y}`;
    const half = (start: number, first: number, second: number, end: number): number =>
      (start + 3 * first + 3 * second + end) / 8;
    const label = {
      x: half(from.x, from.x, turn + reach, turn),
      y: half(from.y, from.y - reach, to.y, to.y),
    };
    return { path, label };
  }
  const a = centre(source);
  const b = centre(target);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const bend = lane * 64;
  const middle = {
    x: (a.x + b.x) / 2 + (-(b.y - a.y) / length) * bend,
    y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend,
  };
  const from = leave(source, middle);
  const to = leave(target, middle);
  return {
    path: `M ${from.x} ${from.y} Q ${middle.x} ${middle.y} ${to.x} ${to.y}`,
    label: { x: (from.x + 2 * middle.x + to.x) / 4, y: (from.y + 2 * middle.y + to.y) / 4 },
  };
}

/** Lanes 0, 1, -1, 2, -2 … for edges that share both ends. */
export const laneOf = (index: number): number => (index % 2 === 1 ? (index + 1) / 2 : -index / 2) || 0;
