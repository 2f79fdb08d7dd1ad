/**
 * The sets of all vertices of a type as numbers in one array, for rows that compare set with set. The array is made
 * once there are many such rows, and is valid for these rows, which do not change the sets.
 */
import type { SetOperator } from './common-members.ts';
import { account } from './meter.ts';
import type { VertexAccumulator } from './vertex-accumulators.ts';
import { CellPage } from './vertex-pages.ts';

/** Larger numbers are no marks: the array of them would be too long. */
const MAX_MEMBER = 2 ** 24;

interface FlatSets {
  /** Where the members of each vertex start; one more than there are vertices. */
  readonly starts: Int32Array;
  readonly members: Int32Array;
  /** By member: the last vertex whose set was marked, one more than its number. */
  readonly marks: Int32Array;
  marked: number;
}

interface Made {
  readonly rows: number;
  readonly flat: FlatSets | null;
  /** The sets of the rows' first part are compared one by one. */
  readonly asked: number;
}

const made = new WeakMap<VertexAccumulator, Map<number, Made>>();
let rows = 0;

/** The rows of a SELECT begin. */
export function beginRows(): void {
  rows += 1;
}

/** Null where it does not pay or members are no small numbers. */
export function flatSets(accumulator: VertexAccumulator, typeIndex: number): FlatSets | null {
  const byType = made.get(accumulator) ?? new Map<number, Made>();
  made.set(accumulator, byType);
  const known = byType.get(typeIndex);
  if (known?.rows !== rows) {
    const before = known?.flat ?? null;
    if (before !== null) account(-bytesOf(before));
    byType.set(typeIndex, { rows, flat: null, asked: 1 });
    return null;
  }
  if (known.asked > 1) return known.flat;
  const page = accumulator.page(typeIndex);
  const flat = page instanceof CellPage ? flatten(page) : null;
  byType.set(typeIndex, { rows, flat, asked: 2 });
  return flat;
}

const bytesOf = ({ starts, members, marks }: FlatSets): number =>
  (starts.length + members.length + marks.length) * 4;

function flatten({ values: cells }: CellPage): FlatSets | null {
  const size = cells.length;
  const starts = new Int32Array(size + 1);
  let total = 0;
  for (let number = 0; number < size; number += 1) {
    starts[number] = total;
    const cell = cells[number] as ReadonlySet<unknown> | undefined;
    if (cell !== undefined) total += cell.size;
  }
  starts[size] = total;
  const members = new Int32Array(total);
  let [at, most] = [0, -1];
  for (let number = 0; number < size; number += 1) {
    const cell = cells[number] as ReadonlySet<unknown> | undefined;
    if (cell === undefined) continue;
    for (const member of cell) {
      if (typeof member !== 'number') return null;
      const whole = member | 0;
      if (whole !== member || whole < 0 || whole >= MAX_MEMBER) return null;
      members[at] = whole;
      at += 1;
      if (whole > most) most = whole;
    }
  }
  const flat = { starts, members, marks: new Int32Array(most + 1), marked: -1 };
  account(bytesOf(flat));
  return flat;
}

/** The number of members that the sets of two vertices share; the first one is the same for many calls. */
function commonInFlat(left: FlatSets, first: number, right: FlatSets, second: number): number {
  const { marks } = left;
  const mark = first + 1;
  if (left.marked !== first) {
    left.marked = first;
    const end = left.starts[first + 1] as number;
    for (let at = left.starts[first] as number; at < end; at += 1) marks[left.members[at] as number] = mark;
  }
  const { members } = right;
  const end = right.starts[second + 1] as number;
  let found = 0;
  for (let at = right.starts[second] as number; at < end; at += 1) {
    if (marks[members[at] as number] === mark) found += 1;
  }
  return found;
}

const sizeInFlat = (flat: FlatSets, number: number): number =>
  (flat.starts[number + 1] as number) - (flat.starts[number] as number);

/** The size of the result of an operator on the sets of two vertices. */
export function sizeOfFlat(
  op: SetOperator,
  left: FlatSets,
  first: number,
  right: FlatSets,
  second: number,
): number {
  const common = commonInFlat(left, first, right, second);
  if (op === 'INTERSECT') return common;
  const size = sizeInFlat(left, first);
  return op === 'MINUS' ? size - common : size + sizeInFlat(right, second) - common;
}
