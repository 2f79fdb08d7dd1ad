/**
 * Places boxes on a compact grid, after the method of "Graph compact orthogonal layout" (Freivalds and Glagoļevs,
 * 2014): boxes change cells as long as that shortens their links, by simulated annealing with a fixed seed. The grid has
 * the shape of a screen, so that a schema of any size fits a page, and its lanes leave room for the links.
 */
import { NODE_WIDTH, type LayoutBox, type LayoutInput, type Point } from './shapes.ts';

const GAP_X = 104;
const GAP_Y = 64;
/** Further room between rows for the name of each further link that joins the same two boxes. */
const NAME_Y = 56;
const MOST_NAMES = 4;
/** Width by height of the area in which a schema is drawn. */
const ASPECT = 1.5;
const TURNS_PER_BOX = 600;
const MOST_TURNS = 700_000;
/** New boxes up to which each is fitted in among those that have places. */
const MOST_FITTED = 40;

/** Mulberry32: the same numbers each time, so that a schema looks the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Positions of all boxes. Those that have one keep it; a few others stand in the nearest gaps, many on a grid below.
 */
export function placeBoxes({ boxes, links }: LayoutInput): ReadonlyMap<string, Point> {
  const positions = new Map<string, Point>();
  for (const { id, at } of boxes) if (at !== null) positions.set(id, at);
  const free = boxes.filter(({ at }) => at === null);
  if (free.length === 0) return positions;
  const placed = boxes.flatMap(({ at, height }) => (at === null ? [] : [{ ...at, height }]));
  if (placed.length > 0 && free.length <= MOST_FITTED) return fitted({ boxes, links }, positions);
  const origin =
    placed.length === 0
      ? { x: 0, y: 0 }
      : {
          x: placed.reduce((least, { x }) => Math.min(least, x), Infinity),
          y: placed.reduce((most, { y, height }) => Math.max(most, y + height), -Infinity) + GAP_Y,
        };
  const indexes = new Map(free.map(({ id }, index) => [id, index]));
  const neighbours: number[][] = free.map(() => []);
  const lines: Line[] = [];
  for (const { from, to, length = GAP_X } of links) {
    const [a, b] = [indexes.get(from), indexes.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    lines.push({ ends: [a, b], length });
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  for (const [id, point] of onGrid(free, neighbours, lines))
    positions.set(id, { x: origin.x + point.x, y: origin.y + point.y });
  return positions;
}

/** Fits each new box into the gap nearest to the boxes that it is linked with, else to the middle. */
function fitted(
  { boxes, links }: LayoutInput,
  placed: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const positions = new Map(placed);
  const heights = new Map(boxes.map(({ id, height }) => [id, height]));
  const [anchor = { x: 0, y: 0 }] = placed.values();
  const pitchX = NODE_WIDTH + GAP_X;
  for (const { id, at, height } of boxes) {
    if (at !== null) continue;
    const pitchY = height + GAP_Y;
    const linked = links.flatMap(({ from, to }) =>
      [from === id ? positions.get(to) : undefined, to === id ? positions.get(from) : undefined].flatMap(
        (point) => point ?? [],
      ),
    );
    const around = linked.length > 0 ? linked : [...positions.values()];
    const goal = {
      x: around.reduce((sum, { x }) => sum + x, 0) / around.length,
      y: around.reduce((sum, { y }) => sum + y, 0) / around.length,
    };
    const isFree = ({ x, y }: Point): boolean =>
      [...positions].every(
        ([other, point]) =>
          Math.abs(point.x - x) >= NODE_WIDTH + GAP_X / 2 ||
          y >= point.y + (heights.get(other) ?? 0) + GAP_Y / 2 ||
          point.y >= y + height + GAP_Y / 2,
      );
    // Cells of a grid through the first box, in rings around the goal.
    const column = Math.round((goal.x - anchor.x) / pitchX);
    const row = Math.round((goal.y - anchor.y) / pitchY);
    for (let ring = 0; ; ring += 1) {
      const cells = ringOf(ring).map(([right, down]) => ({
        x: anchor.x + (column + right) * pitchX,
        y: anchor.y + (row + down) * pitchY,
      }));
      const free = cells
        .filter(isFree)
        .sort((a, b) => Math.hypot(a.x - goal.x, a.y - goal.y) - Math.hypot(b.x - goal.x, b.y - goal.y));
      const [nearest] = free;
      if (nearest === undefined) continue;
      positions.set(id, nearest);
      break;
    }
  }
  return positions;
}

/** The cells at a distance from the middle one, to the right and below first. */
function ringOf(ring: number): [number, number][] {
  const steps = Array.from({ length: 2 * ring + 1 }, (_, index) => ring - index);
  return steps.flatMap((right) =>
    steps
      .filter((down) => Math.max(Math.abs(right), Math.abs(down)) === ring)
      .map((down): [number, number] => [right, down]),
  );
}

/** A link between two boxes, by their indexes. */
interface Line {
  readonly ends: readonly [number, number];
  readonly length: number;
}

function onGrid(
  boxes: readonly LayoutBox[],
  neighbours: readonly (readonly number[])[],
  lines: readonly Line[],
): Map<string, Point> {
  const pitchX = NODE_WIDTH + GAP_X;
  const gapY = GAP_Y + NAME_Y * Math.min(MOST_NAMES, mostJoining(neighbours) - 1);
  const highest = boxes.reduce((most, { height }) => Math.max(most, height), 0);
  const mean = boxes.reduce((sum, { height }) => sum + height, 0) / boxes.length;
  // A row is as high as its highest box.
  const pitchY = (mean + highest) / 2 + gapY;
  const columns = Math.max(1, Math.ceil(Math.sqrt((boxes.length * pitchY * ASPECT) / pitchX)));
  const linked = breadthFirst(neighbours).filter((box) => (neighbours[box]?.length ?? 0) > 0);
  const alone = boxes.map((_, index) => index).filter((box) => (neighbours[box]?.length ?? 0) === 0);
  const rows = Math.ceil(linked.length / columns);
  const cells = annealed(linked, neighbours, { columns, rows, pitchX, pitchY });
  alone.forEach((box, index) => {
    cells.set(box, { column: index % columns, row: rows + Math.floor(index / columns) });
  });
  const heights = new Map<number, number>();
  for (const [box, { row }] of cells)
    heights.set(row, Math.max(heights.get(row) ?? 0, boxes[box]?.height ?? 0));
  const tops = new Map<number, number>();
  let top = 0;
  for (const row of [...heights.keys()].sort((a, b) => a - b)) {
    tops.set(row, top);
    top += (heights.get(row) ?? 0) + gapY;
  }
  const lefts = leftsOf(cells, lines);
  return new Map(
    boxes.map(({ id, height }, box) => {
      const { column, row } = cells.get(box) ?? { column: 0, row: 0 };
      const spare = (heights.get(row) ?? 0) - height;
      return [id, { x: lefts[column] ?? 0, y: (tops.get(row) ?? 0) + spare / 2 }];
    }),
  );
}

/** The left end of each column; between two of them there is room for the names of lines from one to the other. */
function leftsOf(cells: ReadonlyMap<number, Cell>, lines: readonly Line[]): readonly number[] {
  const gaps = new Map<number, number>();
  for (const { ends, length } of lines) {
    const [a, b] = [cells.get(ends[0]), cells.get(ends[1])];
    if (a === undefined || b === undefined || a.row !== b.row || Math.abs(a.column - b.column) !== 1)
      continue;
    const before = Math.min(a.column, b.column);
    gaps.set(before, Math.max(gaps.get(before) ?? GAP_X, length));
  }
  const last = [...cells.values()].reduce((most, { column }) => Math.max(most, column), 0);
  const lefts = [0];
  for (let column = 0; column < last; column += 1) {
    lefts.push((lefts[column] ?? 0) + NODE_WIDTH + (gaps.get(column) ?? GAP_X));
  }
  return lefts;
}

/** The most links that join the same two boxes; 1 where there are none. */
function mostJoining(neighbours: readonly (readonly number[])[]): number {
  let most = 1;
  for (const near of neighbours) {
    const counts = new Map<number, number>();
    for (const box of near) counts.set(box, (counts.get(box) ?? 0) + 1);
    for (const count of counts.values()) most = Math.max(most, count);
  }
  return most;
}

/** All boxes, those with most links first and each one's neighbours behind it. */
function breadthFirst(neighbours: readonly (readonly number[])[]): number[] {
  const degree = (box: number): number => neighbours[box]?.length ?? 0;
  const starts = neighbours.map((_, box) => box).sort((a, b) => degree(b) - degree(a));
  const seen = new Set<number>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    const queue = [start];
    seen.add(start);
    for (const box of queue) {
      for (const next of neighbours[box] ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
  }
  return [...seen];
}

interface Cell {
  readonly column: number;
  readonly row: number;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly pitchX: number;
  readonly pitchY: number;
}

/** The cell of each box, after swaps of cells that shorten the links. */
function annealed(
  boxes: readonly number[],
  neighbours: readonly (readonly number[])[],
  { columns, rows, pitchX, pitchY }: Grid,
): Map<number, Cell> {
  const count = columns * rows;
  const cellOf = new Int32Array(neighbours.length).fill(-1);
  const boxIn = new Int32Array(Math.max(count, 1)).fill(-1);
  // From the middle outwards, so that the boxes with most links begin in the middle.
  const middle = { column: (columns - 1) / 2, row: (rows - 1) / 2 };
  const away = (cell: number): number =>
    Math.hypot(
      ((cell % columns) - middle.column) * pitchX,
      (Math.floor(cell / columns) - middle.row) * pitchY,
    );
  const inOrder = Array.from({ length: count }, (_, cell) => cell).sort((a, b) => away(a) - away(b));
  boxes.forEach((box, index) => {
    const cell = inOrder[index] ?? 0;
    cellOf[box] = cell;
    boxIn[cell] = box;
  });
  const random = randomFrom(boxes.length + 1);
  const costAt = (box: number, cell: number, other: number, otherCell: number): number => {
    let cost = 0;
    const x = (cell % columns) * pitchX;
    const y = Math.floor(cell / columns) * pitchY;
    for (const each of neighbours[box] ?? []) {
      const at = each === other ? otherCell : (cellOf[each] ?? 0);
      const dx = Math.abs((at % columns) * pitchX - x);
      const dy = Math.abs(Math.floor(at / columns) * pitchY - y);
      // A diagonal or a box between the ends makes a link hard to follow.
      cost += dx + dy + 0.4 * Math.min(dx, dy);
    }
    return cost;
  };
  const turns = boxes.length < 2 ? 0 : Math.min(MOST_TURNS, boxes.length * TURNS_PER_BOX);
  for (let turn = 0; turn < turns; turn += 1) {
    const heat = (1 - turn / turns) ** 2;
    const box = boxes[Math.floor(random() * boxes.length)] ?? 0;
    const from = cellOf[box] ?? 0;
    // Near a neighbour, ever nearer to it.
    const near = neighbours[box] ?? [];
    const goal = cellOf[near[Math.floor(random() * near.length)] ?? box] ?? from;
    const reach = 1 + heat * Math.max(columns, rows) * 0.5;
    const column = Math.round((goal % columns) + (random() * 2 - 1) * reach);
    const row = Math.round(Math.floor(goal / columns) + (random() * 2 - 1) * reach);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    const to = row * columns + column;
    if (to === from) continue;
    const other = boxIn[to] ?? -1;
    const before = costAt(box, from, other, to) + (other < 0 ? 0 : costAt(other, to, box, from));
    const after = costAt(box, to, other, from) + (other < 0 ? 0 : costAt(other, from, box, to));
    const worse = after - before;
    if (worse > 0 && random() >= Math.exp(-worse / (1 + heat * pitchX))) continue;
    cellOf[box] = to;
    boxIn[to] = box;
    boxIn[from] = other;
    if (other >= 0) cellOf[other] = from;
  }
  return new Map(
    boxes.map((box) => {
      const cell = cellOf[box] ?? 0;
      return [box, { column: cell % columns, row: Math.floor(cell / columns) }];
    }),
  );
}
