/** Collections as queries use them: membership, items, methods of accumulators, aggregates. */
import { engineError } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';
import { AccumMap } from './accum-map.ts';
import {
  Entry,
  type AccumOps,
  type AccumSlot,
  type AccumSpec,
  type Cell,
  accumOps,
  entriesRead,
  ownCopy,
  specWith,
} from './accumulators.ts';
import { type SetOperator, asSet } from './common-members.ts';
import { unset } from './defaults.ts';
import { Groups } from './groups.ts';
import type { Heap } from './heap.ts';
import {
  addInt,
  divideDouble,
  divideInt,
  multiplyInt,
  remainderInt,
  subtractInt,
  toDouble,
  truncate,
  type Int,
} from './int64.ts';
import { account, check, demand, ELEMENT_BYTES } from './meter.ts';
import { joinTexts } from './texts.ts';
import type { ValueType } from './value-types.ts';
import { Bag, Tuple, canonical, compare, equal } from './values.ts';
import { VertexSet } from './vertex-set.ts';

/** A global accumulator. */
export class GlobalAccumulator implements AccumSlot {
  readonly spec: AccumSpec;
  readonly ops: AccumOps;
  cell: Cell;
  constructor(spec: AccumSpec, initial: unknown) {
    this.spec = spec;
    this.ops = accumOps(spec);
    this.cell = initial === undefined || initial === null ? this.ops.init() : this.ops.assign(initial);
  }
  add(value: unknown): void {
    this.cell = this.ops.add(this.cell, value);
  }
  assign(value: unknown): void {
    this.cell = this.ops.assign(value);
  }
  /** Adds the contributions of another cell of this type; that cell must not be used afterwards. */
  merge(other: Cell): void {
    if (isEmptyContainer(this.cell)) this.cell = other;
    else this.cell = this.ops.merge(this.cell, other);
  }
  read(): unknown {
    return this.ops.read(this.cell);
  }
  /** Restores the value that the accumulator had when the query began. */
  reset(): void {
    this.cell = this.ops.init();
  }
  /** An empty cell to gather in. */
  fresh(): Cell {
    return freshCell(this);
  }
}

/** A cell of this accumulator's type and sizes that nothing was added to. */
const freshCell = ({ ops, cell }: AccumSlot): Cell => ops.fresh?.(cell) ?? ops.init();

function emptySlot(slot: AccumSlot): void {
  slot.cell = freshCell(slot);
}

const isEmptyContainer = (cell: Cell): boolean =>
  Array.isArray(cell)
    ? cell.length === 0
    : (cell instanceof Set || cell instanceof Bag || cell instanceof AccumMap || cell instanceof Groups) &&
      cell.size === 0;

function distinctRows(): { rows: unknown[][]; add: (row: unknown[]) => void } {
  const rows: unknown[][] = [];
  const seen = new Set<string>();
  return {
    rows,
    add: (row) => {
      const key = row.join(' ');
      if (seen.has(key)) return;
      account(2 * key.length);
      seen.add(key);
      rows.push(row);
      account(ELEMENT_BYTES * 4);
    },
  };
}

function sizeOf(many: unknown): number {
  if (Array.isArray(many)) return many.length;
  if (typeof many === 'string') return many.length;
  return (many as { readonly size: number }).size;
}

/** Fails where NULL stands in the place of a collection: the checker knows the types of all else. */
function present(many: unknown): void {
  if (many === null) throw engineError('valueOfOtherType');
}

function* members(many: unknown): Generator<unknown> {
  yield* many as Iterable<unknown>;
}

/** Demands memory for a copy of a collection. */
const demandCopy = (many: unknown): void => demand(sizeOf(many) * ELEMENT_BYTES);

/** A copy of the current members. */
function membersOf(many: unknown): unknown[] {
  demandCopy(many);
  return [...members(many)];
}

function* range(from: Int, to: Int, step: Int): Generator<number> {
  const [start, end, by] = [Number(from), Number(to), Number(step)];
  if (by === 0) throw engineError('rangeStepZero');
  let count = 0;
  for (let value = start; by > 0 ? value <= end : value >= end; value += by) {
    count += 1;
    if ((count & 1023) === 0) check();
    yield value;
  }
}

/** The entries of a map, and their number. */
const readEntries = (map: Map<unknown, unknown>) => ({
  size: map.size,
  [Symbol.iterator]: () => entriesRead(map),
});

/** Iterates over a copy, so that the loop's body may change the collection. */
function* iterate(many: unknown): Generator<unknown> {
  present(many);
  const items =
    many instanceof VertexSet
      ? many
      : membersOf(many instanceof Map ? readEntries(many as Map<unknown, unknown>) : many);
  let count = 0;
  for (const item of items) {
    count += 1;
    if ((count & 1023) === 0) check();
    yield item;
  }
}

/** Keys and values of a map, for a loop whose body may change it. */
function pairsOf(map: Map<unknown, unknown>): {
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
} {
  present(map);
  demandCopy(map);
  return map instanceof AccumMap ? map.pairs() : { keys: [...map.keys()], values: [...map.values()] };
}

function* entriesOf(many: unknown): Generator<readonly unknown[]> {
  for (const item of iterate(many)) {
    if (item instanceof Tuple) yield item.fields;
    else if (Array.isArray(item)) yield item as readonly unknown[];
    else yield [item];
  }
}

export function clearContainer(many: unknown): void {
  account(-sizeOf(many) * ELEMENT_BYTES);
  if (Array.isArray(many)) many.length = 0;
  else if (many instanceof Bag) {
    many.counts.clear();
    many.size = 0;
  } else if (many instanceof Groups) many.groups.clear();
  else (many as Set<unknown> | Map<unknown, unknown> | Heap).clear();
}

function removeFrom(method: string, many: unknown, value: unknown): void {
  if (many instanceof Bag) {
    many.remove(value, method === 'removeall' ? Infinity : 1);
  } else if (Array.isArray(many)) {
    if (method === 'remove') {
      many.splice(Number(value), 1);
      return;
    }
    for (let at = many.findIndex((item) => equal(item, value)); at >= 0;) {
      many.splice(at, 1);
      if (method === 'removeone') return;
      at = many.findIndex((item) => equal(item, value));
    }
  } else (many as Set<unknown> | Map<unknown, unknown>).delete(canonical(value));
}

/** Replaces the item at an index of a list; false when there is no such index. */
function replaceItem(many: unknown, index: Int, value: unknown): boolean {
  const items = many as unknown[];
  const at = Number(index);
  if (!Array.isArray(items) || at < 0 || at >= items.length) return false;
  items[at] = value;
  return true;
}

function updateList(many: unknown, index: Int, value: unknown): void {
  if (replaceItem(many, index, value)) return;
  throw engineError('indexOutOfRange', { index });
}

function itemAt(many: unknown, index: Int, type: ValueType): unknown {
  if (many instanceof Map) return many instanceof AccumMap ? many.value(index) : many.get(canonical(index));
  const item = (many as unknown[])[Number(index)];
  return item === undefined ? unset(type) : item;
}

function mapGet(map: Map<unknown, unknown>, key: unknown, type: ValueType): unknown {
  if (map instanceof AccumMap) return map.value(key);
  return map.get(canonical(key)) ?? unset(type);
}

const isNumber = (value: unknown): value is Int => typeof value === 'number' || typeof value === 'bigint';

const notANumber = (name: string, value: unknown): EngineError =>
  typeof value === 'string'
    ? engineError('numbersNotText', { name, text: value.slice(0, 40) })
    : engineError('numbersNotOther', { name });

/** @param none the least and the greatest of nothing */
function aggregate(name: string, many: unknown, distinct: boolean, none: unknown = 0): unknown {
  const isMany = typeof many === 'object' && many !== null && Symbol.iterator in many;
  if (isMany) demandCopy(many);
  const items = isMany ? members(many) : [many];
  const values = distinct ? new Set(items) : [...items];
  let sum: Int = 0;
  let double = 0;
  let integers = true;
  let extreme: unknown = undefined;
  for (const item of values) {
    const value = typeof item === 'boolean' ? Number(item) : item;
    if (name === 'min' || name === 'max') {
      const better = extreme === undefined || compare(value, extreme) * (name === 'min' ? 1 : -1) < 0;
      if (better) extreme = value;
      continue;
    }
    if (value === null || value === undefined) continue;
    if (!isNumber(value)) throw notANumber(name, value);
    if (typeof value === 'number' && !Number.isInteger(value)) integers = false;
    double += toDouble(value);
    if (integers) sum = addInt(sum, value);
  }
  const count = sizeOf(values);
  if (name === 'min' || name === 'max') return extreme ?? none;
  if (name === 'avg') return count === 0 ? 0 : double / count;
  return integers ? sum : double;
}

function combineSets(op: SetOperator, left: unknown, right: unknown): unknown {
  demandCopy(left);
  demandCopy(right);
  if (left instanceof Bag || right instanceof Bag) {
    const result = new Bag();
    const [a, b] = [asBag(left), asBag(right)];
    for (const [value, count] of a.counts) {
      const other = b.counts.get(value) ?? 0;
      const kept =
        op === 'UNION' ? count + other : op === 'INTERSECT' ? Math.min(count, other) : count - other;
      if (kept > 0) result.add(value, kept);
    }
    if (op === 'UNION') {
      for (const [value, count] of b.counts) if (!a.counts.has(value)) result.add(value, count);
    }
    return result;
  }
  const [a, b] = [asSet(left), asSet(right)];
  if (op === 'UNION') return new Set([...a, ...b]);
  const found = new Set<unknown>();
  for (const value of a) if (b.has(value) === (op === 'INTERSECT')) found.add(value);
  return found;
}

function asBag(many: unknown): Bag {
  if (many instanceof Bag) return many;
  return makeBag(many);
}

const makeSet = (many: unknown): Set<unknown> => new Set(membersOf(many).map(canonical));

function makeBag(many: unknown): Bag {
  const bag = new Bag();
  for (const value of members(many)) bag.add(value);
  return bag;
}

function addContainers(left: unknown, right: unknown): unknown {
  demandCopy(left);
  if (typeof right === 'object' && right !== null && 'size' in right) demandCopy(right);
  if (Array.isArray(right)) demandCopy(right);
  if (Array.isArray(left))
    return [...(left as unknown[]), ...(Array.isArray(right) ? (right as unknown[]) : [right])];
  if (left instanceof AccumMap) {
    const ops = accumulating(left);
    return ops.add(ops.copy(left), right);
  }
  if (left instanceof Map) {
    const added = right instanceof Entry ? [[canonical(right.keys[0]), right.values[0]] as const] : right;
    return new Map([...left, ...(added as Iterable<[unknown, unknown]>)]);
  }
  const isOne = typeof right !== 'object' || right === null || !(Symbol.iterator in right);
  return combineSets('UNION', left, isOne ? [right] : right);
}

/** The behaviour of a map accumulator from one of its values. */
function accumulating(map: AccumMap): AccumOps {
  const merge = (cell: Cell, other: Cell): Cell => {
    for (const [key, value] of other as Map<unknown, unknown>) {
      const target = cell as AccumMap;
      const known = target.get(key);
      target.set(key, known === undefined ? value : map.ops.merge(known, value));
    }
    return cell;
  };
  const copy = (cell: Cell): Cell => merge(new AccumMap(map.ops), cell);
  return { init: () => new AccumMap(map.ops), add: merge, assign: copy, read: (cell) => cell, copy, merge };
}

function contains(many: unknown, value: unknown): boolean {
  if (many instanceof VertexSet) return many.has(value as number);
  if (Array.isArray(many)) return many.some((item) => equal(item, value));
  if (many instanceof Bag) return many.counts.has(canonical(value));
  if (many instanceof Set || many instanceof Map) return many.has(canonical(value));
  present(many);
  // A heap, groups or an array.
  for (const item of members(many)) if (equal(item, value)) return true;
  return false;
}

/** Of one value in the place of many, as of the other aggregates: 1. */
function countOf(many: unknown, distinct: boolean): number {
  if (typeof many !== 'object') return 1;
  if (distinct && many instanceof Bag) return many.counts.size;
  return distinct && Array.isArray(many) ? new Set(many).size : sizeOf(many);
}

function groupGet(groups: Groups, keys: readonly unknown[]): Tuple {
  const cells = groups.at(keys) ?? groups.ops.map((ops) => ops.init());
  return new Tuple(groups.ops.map((ops, index) => ops.read(cells[index])));
}

/** Arithmetic on values whose types are known only now (getAttr without a type, NULL). */
function anyArithmetic(op: '+' | '-' | '*' | '/' | '%', a: unknown, b: unknown): unknown {
  if (op === '+' && (typeof a === 'string' || typeof b === 'string')) return joinTexts(String(a), String(b));
  const integer = (value: unknown): value is Int => typeof value === 'bigint' || Number.isInteger(value);
  if (integer(a) && integer(b)) {
    return { '+': addInt, '-': subtractInt, '*': multiplyInt, '/': divideInt, '%': remainderInt }[op](a, b);
  }
  const [x, y] = [Number(a), Number(b)];
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return divideDouble(x, y);
    case '%':
      return x % y;
  }
}

export const collections = {
  addContainers,
  aggregate,
  anyArithmetic,
  anyToDouble: (value: unknown): number => Number(value),
  anyToInt: (value: unknown): Int => (typeof value === 'bigint' ? value : truncate(Number(value))),
  anyToText: (value: unknown): string => (typeof value === 'string' ? value : String(value)),
  clearContainer,
  combineSets,
  contains,
  containsKey: (map: Map<unknown, unknown>, key: unknown): boolean => map.has(canonical(key)),
  countOf,
  distinctRows,
  entriesOf,
  entry: (keys: readonly unknown[], values: readonly unknown[]): Entry => new Entry(keys, values),
  joinTexts,
  /** `(k1 -> v1, k2 -> v2)` */
  mapOf: (entries: readonly (Entry | Map<unknown, unknown>)[]): Map<unknown, unknown> =>
    new Map(
      entries.flatMap((entry) =>
        entry instanceof Entry ? [[canonical(entry.keys[0]), entry.values[0]] as const] : [...entry],
      ),
    ),
  emptySlot,
  fieldOf: (tuple: Tuple | null, index: number): unknown => tuple?.fields[index] ?? null,
  globalAccum: (spec: AccumSpec, initial: unknown): GlobalAccumulator => new GlobalAccumulator(spec, initial),
  groupGet,
  heapTuple: (name: 'top' | 'pop', heap: Heap, type: ValueType): unknown => heap[name]() ?? unset(type),
  hasGroup: (groups: Groups, keys: readonly unknown[]): boolean => groups.at(keys) !== undefined,
  isNull: (value: unknown): boolean => value === null || value === undefined || value === -1,
  itemAt,
  iterate,
  ownCopy,
  keysOf: (map: Map<unknown, unknown>): Iterable<unknown> => {
    demandCopy(map);
    return [...map.keys()];
  },
  makeBag,
  makeList: membersOf,
  makeSet,
  mapGet,
  pairsOf,
  /** Every text of the first list with every one of the second behind it. */
  multiplyLists: (left: readonly string[], right: readonly string[]): string[] => {
    demand(left.length * right.length * ELEMENT_BYTES);
    return right.flatMap((end) => {
      check();
      return left.map((start) => joinTexts(start, end));
    });
  },
  range,
  rangeList: (from: Int, to: Int, step: Int = 1): number[] => {
    demand(Math.max(0, (Number(to) - Number(from)) / (Number(step) || 1)) * ELEMENT_BYTES);
    return [...range(from, to, step)];
  },
  removeFrom,
  removeGroup: (groups: Groups, keys: readonly unknown[]): void => groups.remove(keys),
  sizeOf,
  specWith,
  tuple: (fields: readonly unknown[]): Tuple => new Tuple(fields),
  replaceItem,
  updateList,
  updateMap: (map: Map<unknown, unknown>, key: unknown, value: unknown): void => {
    map.set(canonical(key), map instanceof AccumMap ? map.ops.assign(value) : value);
  },
  withField: (tuple: Tuple, index: number, value: unknown): Tuple =>
    new Tuple(tuple.fields.with(index, value)),
};
