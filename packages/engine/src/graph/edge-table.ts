/** Edges of one type between one pair of vertex types in shared memory, with both adjacencies. */
import type { EdgeType } from '@acacia/language';
import { columnReader, type SharedColumn } from './columns.ts';
import { identityUint32 } from './identity.ts';
import { sharedUint32, spare } from './shared-arrays.ts';
import type { Adjacency, ColumnData, EdgeTable } from './snapshot.ts';

/** An edge table as it travels to another thread. */
export interface SharedEdgeTable {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly count: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly out: Adjacency;
  readonly in: Adjacency;
  /** `out` is the rows as they are: its neighbours are `to`, its rows the numbers from 0 on. */
  readonly outIsRows: boolean;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}

/**
 * One row per edge: `from[row]` and `to[row]` are vertex numbers below `fromSize` and `toSize` (the
 * `size` of the two vertex tables). Between two vertices of one type an undirected edge is put at
 * both ends (a loop once).
 */
export function buildEdgeTable(input: {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly fromSize: number;
  readonly toSize: number;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}): SharedEdgeTable {
  const count = input.from.length;
  const [from, to] = [inShared(input.from), inShared(input.to)];
  const common = { type: input.type, fromIndex: input.fromIndex, toIndex: input.toIndex, count, from, to };
  const symmetric = !input.type.directed && input.fromIndex === input.toIndex;
  const outIsRows = !symmetric && isSorted(from, to);
  const out = outIsRows
    ? { ...listsOf(from, input.fromSize), neighbours: to, rows: identityUint32(count) }
    : sortedOut(from, to, symmetric, input.fromSize, input.toSize);
  return {
    ...common,
    out,
    in: symmetric ? out : transpose(out, input.toSize),
    outIsRows,
    columns: input.columns,
  };
}

function inShared(numbers: ArrayLike<number>): Uint32Array {
  if (numbers instanceof Uint32Array && numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const shared = sharedUint32(numbers.length);
  shared.set(numbers);
  return shared;
}

/** Whether edges are in the order of their ends, as a load into an empty type stores them. */
function isSorted(from: Uint32Array, to: Uint32Array): boolean {
  for (let row = 1; row < from.length; row += 1) {
    const [before, now] = [from[row - 1] as number, from[row] as number];
    if (before > now || (before === now && (to[row - 1] as number) > (to[row] as number))) return false;
  }
  return true;
}

function sortedOut(
  from: Uint32Array,
  to: Uint32Array,
  symmetric: boolean,
  fromSize: number,
  toSize: number,
): Adjacency {
  const entries = symmetric ? bothEnds(from, to) : { source: from, target: to, row: null };
  return transpose(group(entries.target, entries.source, entries.row, toSize), fromSize);
}

/** Where the entries of each key begin and end in their order by key; keys to come have none. */
function listsOf(key: Uint32Array, size: number): Pick<Adjacency, 'offsets' | 'ends'> {
  const room = size + spare(size);
  const bounds = sharedUint32(room + 1);
  for (let entry = 0; entry < key.length; entry += 1) {
    const slot = (key[entry] ?? 0) + 1;
    bounds[slot] = (bounds[slot] ?? 0) + 1;
  }
  for (let vertex = 0; vertex < room; vertex += 1) {
    bounds[vertex + 1] = (bounds[vertex + 1] ?? 0) + (bounds[vertex] ?? 0);
  }
  return { offsets: bounds.subarray(0, room), ends: bounds.subarray(1) };
}

function bothEnds(from: Uint32Array, to: Uint32Array) {
  let loops = 0;
  for (let row = 0; row < from.length; row += 1) if (from[row] === to[row]) loops += 1;
  const length = from.length * 2 - loops;
  const source = new Uint32Array(length);
  const target = new Uint32Array(length);
  const rows = new Uint32Array(length);
  let next = 0;
  for (let row = 0; row < from.length; row += 1) {
    const a = from[row] ?? 0;
    const b = to[row] ?? 0;
    source[next] = a;
    target[next] = b;
    rows[next] = row;
    next += 1;
    if (a === b) continue;
    source[next] = b;
    target[next] = a;
    rows[next] = row;
    next += 1;
  }
  return { source, target, row: rows };
}

/** Counting sort of entries by `key` (below `size`), keeping the order of entries with equal keys. */
function group(key: Uint32Array, value: Uint32Array, row: Uint32Array | null, size: number): Adjacency {
  const lists = listsOf(key, size);
  const next = lists.offsets.slice(0, size);
  const neighbours = sharedUint32(key.length);
  const rows = sharedUint32(key.length);
  for (let entry = 0; entry < key.length; entry += 1) {
    const vertex = key[entry] ?? 0;
    const position = next[vertex] ?? 0;
    next[vertex] = position + 1;
    neighbours[position] = value[entry] ?? 0;
    rows[position] = row === null ? entry : (row[entry] ?? 0);
  }
  return { ...lists, neighbours, rows };
}

/** The other direction of an adjacency; its neighbours come out sorted. */
function transpose(adjacency: Adjacency, size: number): Adjacency {
  const { offsets, ends, neighbours, rows } = adjacency;
  const sources = new Uint32Array(neighbours.length);
  for (let vertex = 0; vertex < offsets.length; vertex += 1) {
    sources.fill(vertex, offsets[vertex], ends[vertex]);
  }
  return group(neighbours, sources, rows, size);
}

class OpenEdgeTable implements EdgeTable {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly count: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly out: Adjacency;
  readonly in: Adjacency;
  readonly column: (attribute: string) => ColumnData | undefined;

  constructor(table: SharedEdgeTable) {
    this.type = table.type;
    this.fromIndex = table.fromIndex;
    this.toIndex = table.toIndex;
    this.count = table.count;
    this.from = table.from;
    this.to = table.to;
    this.out = table.out;
    this.in = table.in;
    this.column = columnReader(table.columns);
  }
}

/** Opened tables by their shared form, so that snapshots share decoded values. */
const opened = new WeakMap<SharedEdgeTable, EdgeTable>();

export function openEdgeTable(shared: SharedEdgeTable): EdgeTable {
  let table = opened.get(shared);
  if (table === undefined) {
    table = new OpenEdgeTable(shared);
    opened.set(shared, table);
  }
  return table;
}
