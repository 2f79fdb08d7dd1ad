/**
 * Routes links around boxes: the shortest way over points beside the corners of boxes that see each other (a visibility
 * graph, searched by A*). Links that are free stay straight.
 */
import { centreOf, crosses, distance, type Box, type LayoutLink, type Point } from './shapes.ts';

/** Room that a link leaves beside a box that it passes. */
const MARGIN = 8;
/** Distance of a bend from the corner that it rounds. */
const CORNER = 18;
/** Distance between links that round the same corner. */
const LANE = 4;
const MOST_LANES = 4;
/** The farthest that two bends in a row are from each other. */
const SIGHT = 900;
/** The cost of a bend, in pixels of way. */
const BEND = 60;
/** Points that a search looks at before its link stays straight. */
const MOST_VISITS = 4000;
const HASH = 320;

/** Bends per link, for those that have any. @param boxes by id */
export function routeLinks(
  boxes: ReadonlyMap<string, Box>,
  links: readonly LayoutLink[],
): ReadonlyMap<string, readonly Point[]> {
  const all = [...boxes.values()];
  const near = boxesNear(all);
  const clear = (a: Point, b: Point, ...ends: readonly Box[]): boolean =>
    !near(a, b).some((box) => !ends.includes(box) && crosses(a, b, box, MARGIN));
  const corners = cornersOf(all, near);
  const cornersIn = hashed(corners);
  const seenFrom = (point: Point, ...ends: readonly Box[]): Corner[] =>
    cornersIn(point).filter(
      (corner) => corner !== point && distance(point, corner) <= SIGHT && clear(point, corner, ...ends),
    );
  const sight = new Map<Corner, readonly Corner[]>();
  const nextTo = (corner: Corner): readonly Corner[] => {
    const known = sight.get(corner) ?? seenFrom(corner);
    sight.set(corner, known);
    return known;
  };
  const uses = new Map<Corner, number>();
  const routes = new Map<string, readonly Point[]>();
  for (const { id, from, to } of links) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    const [start, goal] = [centreOf(source), centreOf(target)];
    if (clear(start, goal, source, target)) continue;
    const way = shortest(
      seenFrom(start, source),
      nextTo,
      (corner) => clear(corner, goal, target),
      start,
      goal,
    );
    if (way === undefined) continue;
    routes.set(
      id,
      way.map((corner) => {
        const lane = (uses.get(corner) ?? 0) % MOST_LANES;
        uses.set(corner, (uses.get(corner) ?? 0) + 1);
        return { x: corner.x + corner.right * lane * LANE, y: corner.y + corner.down * lane * LANE };
      }),
    );
  }
  return routes;
}

interface Corner extends Point {
  /** The direction away from its box: 1 or -1. */
  readonly right: number;
  readonly down: number;
}

/** Points beside the corners of the boxes, without those that lie in another box. */
function cornersOf(boxes: readonly Box[], near: (a: Point, b: Point) => readonly Box[]): Corner[] {
  const sides = [-1, 1];
  return boxes.flatMap((box) =>
    sides.flatMap((right) =>
      sides.flatMap((down): Corner[] => {
        const corner = {
          x: right < 0 ? box.x - CORNER : box.x + box.width + CORNER,
          y: down < 0 ? box.y - CORNER : box.y + box.height + CORNER,
          right,
          down,
        };
        const covered = near(corner, corner).some(
          ({ x, y, width, height }) =>
            corner.x > x - MARGIN &&
            corner.x < x + width + MARGIN &&
            corner.y > y - MARGIN &&
            corner.y < y + height + MARGIN,
        );
        return covered ? [] : [corner];
      }),
    ),
  );
}

const cell = (value: number): number => Math.floor(value / HASH);

/** Finds the boxes that lie in the cells which a segment's rectangle covers. */
function boxesNear(boxes: readonly Box[]): (a: Point, b: Point) => readonly Box[] {
  const cells = new Map<string, Box[]>();
  for (const box of boxes) {
    for (let column = cell(box.x - CORNER); column <= cell(box.x + box.width + CORNER); column += 1) {
      for (let row = cell(box.y - CORNER); row <= cell(box.y + box.height + CORNER); row += 1) {
        const key = `${column} ${row}`;
        const there = cells.get(key);
        if (there === undefined) cells.set(key, [box]);
        else there.push(box);
      }
    }
  }
  return (a, b) => {
    const found = new Set<Box>();
    const [left, right] = a.x < b.x ? [a, b] : [b, a];
    const slope = right.x === left.x ? 0 : (right.y - left.y) / (right.x - left.x);
    for (let column = cell(left.x); column <= cell(right.x); column += 1) {
      // The part of the segment within the column.
      const first = Math.max(left.x, column * HASH);
      const last = Math.min(right.x, (column + 1) * HASH);
      const ys =
        right.x === left.x
          ? [left.y, right.y]
          : [left.y + slope * (first - left.x), left.y + slope * (last - left.x)];
      const [low = 0, high = 0] = ys.sort((one, other) => one - other);
      for (let row = cell(low); row <= cell(high); row += 1)
        for (const box of cells.get(`${column} ${row}`) ?? []) found.add(box);
    }
    return [...found];
  };
}

/** Finds the corners within `SIGHT` of a point, and some beyond. */
function hashed(corners: readonly Corner[]): (point: Point) => Corner[] {
  const cells = new Map<string, Corner[]>();
  for (const corner of corners) {
    const key = `${cell(corner.x)} ${cell(corner.y)}`;
    const there = cells.get(key);
    if (there === undefined) cells.set(key, [corner]);
    else there.push(corner);
  }
  return ({ x, y }) => {
    const found: Corner[] = [];
    for (let column = cell(x - SIGHT); column <= cell(x + SIGHT); column += 1)
      for (let row = cell(y - SIGHT); row <= cell(y + SIGHT); row += 1)
        found.push(...(cells.get(`${column} ${row}`) ?? []));
    return found;
  };
}

interface Visit {
  readonly corner: Corner;
  readonly before: Visit | null;
  readonly way: number;
  readonly total: number;
}

/** The corners of the shortest way; undefined when none was found. */
function shortest(
  starts: readonly Corner[],
  nextTo: (corner: Corner) => readonly Corner[],
  seesGoal: (corner: Corner) => boolean,
  start: Point,
  goal: Point,
): Corner[] | undefined {
  const heap: Visit[] = [];
  const best = new Map<Corner, number>();
  const offer = (corner: Corner, before: Visit | null, way: number): void => {
    if (way >= (best.get(corner) ?? Infinity)) return;
    best.set(corner, way);
    push(heap, { corner, before, way, total: way + distance(corner, goal) });
  };
  for (const corner of starts) offer(corner, null, distance(start, corner) + BEND);
  for (let visits = 0; visits < MOST_VISITS; visits += 1) {
    const visit = pop(heap);
    if (visit === undefined) return undefined;
    if (visit.way > (best.get(visit.corner) ?? Infinity)) continue;
    if (seesGoal(visit.corner)) {
      const way: Corner[] = [];
      for (let each: Visit | null = visit; each !== null; each = each.before) way.unshift(each.corner);
      return way;
    }
    for (const next of nextTo(visit.corner))
      offer(next, visit, visit.way + distance(visit.corner, next) + BEND);
  }
  return undefined;
}

/** A binary heap by `total`, the least first. */
function push(heap: Visit[], visit: Visit): void {
  let index = heap.push(visit) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || above.total <= visit.total) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = visit;
}

function pop(heap: Visit[]): Visit | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if ((heap[child + 1]?.total ?? Infinity) < (heap[child]?.total ?? Infinity)) child += 1;
    const below = heap[child];
    if (below === undefined || below.total >= last.total) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return first;
}
