/** Chooses the labels to draw: important ones first, none over another, few enough to draw quickly. */

interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CELL = 32;

/** Remembers which parts of the screen hold a label already. */
export class LabelField {
  readonly #taken = new Map<string, LabelBox[]>();

  /** Claims the area when it is free; false when a label is in the way. */
  take(box: LabelBox): boolean {
    const cells = cellsOf(box);
    for (const cell of cells) {
      if (this.#taken.get(cell)?.some((other) => overlap(other, box)) === true) return false;
    }
    this.reserve(box, cells);
    return true;
  }

  /** Keeps an area free of labels, whatever is there already. */
  reserve(box: LabelBox, cells: readonly string[] = cellsOf(box)): void {
    for (const cell of cells) {
      const held = this.#taken.get(cell);
      if (held === undefined) this.#taken.set(cell, [box]);
      else held.push(box);
    }
  }
}

function cellsOf(box: LabelBox): string[] {
  const cells: string[] = [];
  for (let cx = Math.floor(box.x / CELL); cx <= Math.floor((box.x + box.width) / CELL); cx += 1) {
    for (let cy = Math.floor(box.y / CELL); cy <= Math.floor((box.y + box.height) / CELL); cy += 1) {
      cells.push(`${cx} ${cy}`);
    }
  }
  return cells;
}

const overlap = (a: LabelBox, b: LabelBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const MAX_LENGTH = 26;

/** Cut to what can be read at a glance, between whole characters, on one line. */
export function shortened(label: string): string {
  const line = label.slice(0, MAX_LENGTH * 4).replaceAll(/\s+/g, ' ');
  if (line.length <= MAX_LENGTH && label.length <= MAX_LENGTH * 4) return line;
  return `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
