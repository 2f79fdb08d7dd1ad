/** Puts separately laid out parts side by side, and nodes that no edge joins in a tidy block below. */

export interface PackBox {
  readonly width: number;
  readonly height: number;
}

/** Screens are wider than high. */
const ASPECT = 1.5;

/** Places boxes in rows, in the order given: the corner of each. */
export function packBoxes(
  boxes: readonly PackBox[],
  gap: number,
): readonly { readonly x: number; readonly y: number }[] {
  const area = boxes.reduce((sum, box) => sum + (box.width + gap) * (box.height + gap), 0);
  const widest = boxes.reduce((most, box) => Math.max(most, box.width), 0);
  const rowWidth = Math.max(widest, Math.sqrt(area * ASPECT));
  let left = 0;
  let top = 0;
  let rowHeight = 0;
  return boxes.map((box) => {
    if (left > 0 && left + box.width > rowWidth) {
      left = 0;
      top += rowHeight + gap;
      rowHeight = 0;
    }
    const corner = { x: left, y: top };
    left += box.width + gap;
    rowHeight = Math.max(rowHeight, box.height);
    return corner;
  });
}

interface Block {
  /** Between the middles of two nodes, in world units. */
  readonly across: number;
  readonly down: number;
  /** Width by height. */
  readonly aspect: number;
}
const TIGHT: Block = { across: 46, down: 46, aspect: 2 * ASPECT };
/** Of a few nodes, whose names find room between them: an upright block is seen from nearer, beside panels. */
const NAMED: Block = { across: 110, down: 64, aspect: 0.8 };
const MOST_NAMED = 60;

/**
 * Puts nodes in rows below what is placed, those of one group side by side. @param others nodes that are placed; none:
 * the block begins at the origin
 */
export function placeBlock(
  x: Float32Array,
  y: Float32Array,
  alone: readonly number[],
  others: Iterable<number>,
  group: Int32Array,
): void {
  if (alone.length === 0) return;
  let minX = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const i of others) {
    minX = Math.min(minX, x[i] ?? 0);
    maxX = Math.max(maxX, x[i] ?? 0);
    maxY = Math.max(maxY, y[i] ?? 0);
  }
  const empty = minX > maxX;
  const { across, down, aspect } = alone.length <= MOST_NAMED ? NAMED : TIGHT;
  const square = Math.ceil(Math.sqrt((alone.length * aspect * down) / across));
  // As wide as the rest, unless that would make a line of few or a column of many.
  const fitting = empty ? square : Math.floor((maxX - minX) / across);
  const columns = Math.max(1, Math.min(square * 2, Math.max(square, fitting), alone.length));
  const middle = empty ? 0 : (minX + maxX) / 2;
  const left = middle - ((columns - 1) * across) / 2;
  const top = empty ? 0 : maxY + down * 2;
  const order = [...alone].sort((a, b) => (group[a] ?? 0) - (group[b] ?? 0) || a - b);
  order.forEach((node, place) => {
    x[node] = left + (place % columns) * across;
    y[node] = top + Math.floor(place / columns) * down;
  });
}
