/** ArrayAccum: accumulators by place, in one dimension or several. */
import { engineError } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';
import type { AccumOps, AccumSlot, Cell } from './accumulators.ts';
import { ELEMENT_BYTES, account, check } from './meter.ts';

const total = (sizes: readonly number[]): number => sizes.reduce((product, size) => product * size, 1);

const outOfRange = (what: string): EngineError => engineError('placeOutOfRange', { place: what });

/** One place of an array. */
class ArraySlot implements AccumSlot {
  readonly ops: AccumOps;
  readonly #cells: Cell[];
  readonly #at: number;

  constructor(ops: AccumOps, cells: Cell[], at: number) {
    this.ops = ops;
    this.#cells = cells;
    this.#at = at;
  }

  get cell(): Cell {
    return this.#cells[this.#at];
  }

  set cell(cell: Cell) {
    this.#cells[this.#at] = cell;
  }

  add(value: unknown): void {
    this.cell = this.ops.add(this.cell, value);
  }

  assign(value: unknown): void {
    this.cell = this.ops.assign(value);
  }

  read(): unknown {
    return this.ops.read(this.cell);
  }
}

/** The cells are in row-major order; a part of an array shares them. */
export class AccumArray {
  readonly ops: AccumOps;
  sizes: readonly number[];
  #cells: Cell[];
  readonly #from: number;

  constructor(ops: AccumOps, sizes: readonly number[], cells?: Cell[], from = 0) {
    this.ops = ops;
    this.sizes = sizes.map(checkedSize);
    this.#from = from;
    this.#cells = cells ?? filled(this.size, ops);
  }

  get size(): number {
    return total(this.sizes);
  }

  #place(index: unknown): number {
    const at = Number(index);
    const [size = 0] = this.sizes;
    if (Number.isInteger(at) && at >= 0 && at < size) return at;
    throw outOfRange(`the index ${String(index)} of an array of ${size} places`);
  }

  /** The value at an index of the first dimension: that of an accumulator if it is the only one, else a sub-array. */
  at(index: unknown): unknown {
    return this.sizes.length === 1 ? this.slot(index).read() : this.part(index);
  }

  part(index: unknown): AccumArray {
    const [, ...sizes] = this.sizes;
    if (sizes.length === 0) throw outOfRange('a second index of an array of one dimension');
    return new AccumArray(this.ops, sizes, this.#cells, this.#from + this.#place(index) * total(sizes));
  }

  slot(index: unknown): ArraySlot {
    if (this.sizes.length !== 1) {
      throw outOfRange(`one index for what has ${this.sizes.length} dimensions`);
    }
    return new ArraySlot(this.ops, this.#cells, this.#from + this.#place(index));
  }

  /** Changes the sizes and drops all values. The number of dimensions stays. */
  reallocate(sizes: readonly unknown[]): void {
    if (sizes.length !== this.sizes.length) {
      throw engineError('reallocateSizes', { dimensions: this.sizes.length, given: sizes.length });
    }
    const fresh = new AccumArray(this.ops, sizes.map(Number));
    account(-this.size * ELEMENT_BYTES);
    this.sizes = fresh.sizes;
    this.#cells = fresh.#cells;
  }

  /** The array with each cell changed. */
  map(change: (cell: Cell) => Cell): AccumArray {
    account(this.size * ELEMENT_BYTES);
    const cells = this.#cells.slice(this.#from, this.#from + this.size);
    return new AccumArray(this.ops, this.sizes, cells.map(change));
  }

  /** `+=` of another array of the same sizes, place by place. */
  merge(other: AccumArray): void {
    if (this.sizes.join() !== other.sizes.join()) {
      const sizesOf = ({ sizes }: AccumArray): string => sizes.map((size) => `[${size}]`).join('');
      throw engineError('arraysDoNotFit', { given: sizesOf(other), wanted: sizesOf(this) });
    }
    for (let at = 0; at < this.size; at += 1) {
      this.#cells[this.#from + at] = this.ops.merge(
        this.#cells[this.#from + at],
        other.#cells[other.#from + at],
      );
    }
  }

  *[Symbol.iterator](): Iterator<unknown> {
    const [size = 0] = this.sizes;
    for (let at = 0; at < size; at += 1) yield this.at(at);
  }
}

/** The most places of an array: within V8's limit, and more than can be of use. */
const MOST_PLACES = 2 ** 26;

/** Cells of an array, accounted for before they are made. */
function filled(size: number, ops: AccumOps): Cell[] {
  if (size > MOST_PLACES) {
    throw engineError('arrayTooLarge', {
      most: MOST_PLACES.toLocaleString('en'),
      size: size.toLocaleString('en'),
    });
  }
  account(size * ELEMENT_BYTES);
  const cells: Cell[] = [];
  for (let at = 0; at < size; at += 1) {
    cells.push(ops.init());
    if ((at & 4095) === 4095) check();
  }
  return cells;
}

function checkedSize(size: number): number {
  if (Number.isInteger(size) && size >= 0) return size;
  throw engineError('arraySize', { size });
}

export function arrayOps(ops: AccumOps, sizes: readonly number[]): AccumOps {
  const copy = (cell: Cell): AccumArray => (cell as AccumArray).map((inner) => ops.copy(inner));
  const merge = (cell: Cell, other: Cell): Cell => {
    (cell as AccumArray).merge(other as AccumArray);
    return cell;
  };
  return {
    init: () => new AccumArray(ops, sizes),
    add: merge,
    // An array that is set to one value holds it in every place.
    assign: (value) =>
      value instanceof AccumArray ? copy(value) : new AccumArray(ops, sizes).map(() => ops.assign(value)),
    read: (cell) => cell,
    copy,
    merge,
    fresh: (cell) => (cell as AccumArray).map(() => ops.init()),
  };
}

export const arrays = {
  addArrays: (left: AccumArray, right: AccumArray): AccumArray => {
    const sum = left.map((cell) => left.ops.copy(cell));
    sum.merge(right);
    return sum;
  },
};
