/**
 * The operations of each accumulator type on its cell. A cell is the accumulator's value, or a small object where the
 * value alone is not enough (average, heap, groups). An untouched minimum or maximum is null.
 */
import { arrayOps } from './accum-array.ts';
import { AccumMap } from './accum-map.ts';
import { bitsOps } from './bits.ts';
import { addInt, toDouble, toUint, type Int } from './int64.ts';
import { ELEMENT_BYTES, account, check, demand } from './meter.ts';
import { unset } from './defaults.ts';
import { Groups } from './groups.ts';
import { Heap, type HeapSpec } from './heap.ts';
import { deviationOps, percentileOps } from './statistics.ts';
import { joinTexts } from './texts.ts';
import type { ValueType } from './value-types.ts';
import { Bag, Tuple, canonical, compare } from './values.ts';

export type Cell = unknown;

export interface AccumOps {
  init(): Cell;
  /** The cell after `+= value`; containers change in place. */
  add(cell: Cell, value: unknown): Cell;
  /** The cell after `= value`. */
  assign(value: unknown): Cell;
  read(cell: Cell): unknown;
  copy(cell: Cell): Cell;
  /** `+=` of everything that another cell of this type gathered since its `init`. */
  merge(cell: Cell, other: Cell): Cell;
  /** Cells are sums of numbers: integers, which may not be safe, or doubles. */
  readonly sums?: 'int' | 'double';
  /** Present when cells are maps: the operations of their values. */
  readonly values?: AccumOps;
  /** An empty cell for contributions to this one, where `init` cannot make it: arrays and heaps of another size. */
  fresh?(cell: Cell): Cell;
}

/** A place that holds an accumulator: a global one, one of a vertex, one of an array. */
export interface AccumSlot {
  cell: Cell;
  readonly ops: AccumOps;
}

/** An accumulator type as plain data, made by the compiler. */
export type AccumSpec =
  /** `unsigned`: 64 bits are gathered as a sum of INTs, and read as UINT. */
  | { readonly kind: 'sumInt'; readonly unsigned?: true }
  | { readonly kind: 'sumDouble' | 'sumString' | 'avg' | 'or' | 'and' }
  | { readonly kind: 'bits'; readonly op: '&' | '|'; readonly length: number }
  | { readonly kind: 'deviation'; readonly population: boolean }
  | { readonly kind: 'percentile'; readonly fraction: number }
  | { readonly kind: 'array'; readonly sizes: readonly number[]; readonly element: AccumSpec }
  /** `untouched`: the value before anything was added; null: the unset value of the type. */
  | { readonly kind: 'min' | 'max'; readonly untouched: unknown; readonly type: ValueType }
  | { readonly kind: 'list' }
  | { readonly kind: 'set' | 'bag' }
  | { readonly kind: 'map'; readonly value: AccumSpec }
  /** The last value replaces those before it: map values that do not accumulate. */
  | { readonly kind: 'last'; readonly type: ValueType }
  | {
      readonly kind: 'heap';
      readonly capacity: number;
      readonly order: readonly { readonly field: number; readonly descending: boolean }[];
    }
  | { readonly kind: 'groupBy'; readonly keys: number; readonly values: readonly AccumSpec[] };

export class Average {
  readonly sum: number;
  readonly count: number;
  constructor(sum: number, count: number) {
    this.sum = sum;
    this.count = count;
  }
  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }
}

function scalar(initial: unknown, combine: (cell: never, value: never) => unknown): AccumOps {
  const add = combine as (cell: Cell, value: unknown) => Cell;
  const same = (cell: Cell): Cell => cell;
  return { init: () => initial, add, assign: same, read: same, copy: same, merge: add };
}

function extreme(sign: 1 | -1, known: unknown, type: ValueType): AccumOps {
  const untouched = known ?? unset(type);
  const add = (cell: Cell, value: unknown): Cell => {
    if (value === null) return cell;
    return cell === null || compare(value, cell) * sign < 0 ? value : cell;
  };
  const same = (cell: Cell): Cell => cell;
  return {
    init: () => null,
    add,
    assign: same,
    read: (cell) => (cell === null ? untouched : cell),
    copy: same,
    merge: add,
  };
}

const average: AccumOps = {
  init: () => new Average(0, 0),
  add: (cell, value) => {
    const { sum, count } = cell as Average;
    if (value instanceof Average) return new Average(sum + value.sum, count + value.count);
    return new Average(sum + toDouble(value as Int), count + 1);
  },
  assign: (value) => (value instanceof Average ? value : new Average(toDouble(value as Int), 1)),
  read: (cell) => (cell as Average).mean,
  copy: (cell) => cell,
  merge: (cell, other) => average.add(cell, other),
};

/** Whether `+= value` adds each member of the value instead of the value itself. */
const isMany = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Calls `each` on the members of a collection, and checks for a stop now and then. */
function forEachMember(many: Iterable<unknown>, each: (member: unknown) => void): void {
  let count = 0;
  for (const member of many) {
    each(member);
    count += 1;
    if ((count & 4095) === 0) check();
  }
}

/** The lists of a list of lists are its own: whose they were may change. */
function listCopy(member: unknown): unknown {
  if (!Array.isArray(member)) return member;
  account(member.length * ELEMENT_BYTES);
  return member.map(listCopy);
}

/** A copy of a list, accounted for before it is made. */
function copiedList(items: readonly unknown[]): unknown[] {
  account(items.length * ELEMENT_BYTES);
  return [...items];
}

/** The members at this moment: a list that is added to itself would never end. */
function membersNow(many: Iterable<unknown>): Iterable<unknown> {
  if (!Array.isArray(many)) return many;
  demand(many.length * ELEMENT_BYTES);
  return [...(many as unknown[])];
}

const list: AccumOps = {
  init: () => [],
  add: (cell, value) => {
    const items = cell as unknown[];
    if (isMany(value)) {
      forEachMember(membersNow(value), (member) => {
        account(ELEMENT_BYTES);
        items.push(listCopy(member));
      });
    } else {
      account(ELEMENT_BYTES);
      items.push(value);
    }
    return items;
  },
  assign: (value) => (Array.isArray(value) ? copiedList(value) : list.add([], value)),
  read: (cell) => cell,
  copy: (cell) => copiedList(cell as unknown[]),
  merge: (cell, other) => list.add(cell, other),
};

const set: AccumOps = {
  init: () => new Set(),
  add: (cell, value) => {
    const members = cell as Set<unknown>;
    if (isMany(value) && !Array.isArray(value)) forEachMember(value, (member) => insert(members, member));
    else if (Array.isArray(value)) forEachMember(value, (member) => insert(members, member));
    else insert(members, value);
    return members;
  },
  assign: (value) => set.add(new Set(), value),
  read: (cell) => cell,
  copy: (cell) => {
    account((cell as Set<unknown>).size * ELEMENT_BYTES);
    return new Set(cell as Set<unknown>);
  },
  merge: (cell, other) => set.add(cell, other),
};

function insert(members: Set<unknown>, value: unknown): void {
  const before = members.size;
  members.add(canonical(value));
  if (members.size !== before) account(ELEMENT_BYTES);
}

const bag: AccumOps = {
  init: () => new Bag(),
  add: (cell, value) => {
    const members = cell as Bag;
    if (isMany(value)) forEachMember(value, (member) => members.add(member));
    else members.add(value);
    return members;
  },
  assign: (value) => bag.add(new Bag(), value),
  read: (cell) => cell,
  copy: (cell) => bag.add(new Bag(), cell),
  merge: (cell, other) => bag.add(cell, other),
};

/** A map entry `(k -> v)` on its way into a map or group accumulator; several keys or values in order. */
export class Entry {
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
  constructor(keys: readonly unknown[], values: readonly unknown[]) {
    this.keys = keys;
    this.values = values;
  }
}

/** The entries of a map; of a map of accumulators, with the values of these. */
export function* entriesRead(map: Map<unknown, unknown>): Generator<readonly [unknown, unknown]> {
  if (!(map instanceof AccumMap)) {
    yield* map;
    return;
  }
  for (const [key, cell] of map as Map<unknown, Cell>) yield [key, map.ops.read(cell)];
}

function map(valueOps: AccumOps): AccumOps {
  const merge = (cell: Cell, other: Cell): Cell => {
    const entries = cell as AccumMap;
    forEachMember(other as Map<unknown, Cell>, (member) => {
      const [key, value] = member as [unknown, Cell];
      const known = entries.get(key);
      if (known === undefined) account(ELEMENT_BYTES * 2);
      const mergeable = other instanceof AccumMap;
      const start = known === undefined ? valueOps.init() : known;
      entries.set(key, mergeable ? valueOps.merge(start, value) : valueOps.add(start, value));
    });
    return entries;
  };
  return {
    values: valueOps,
    init: () => new AccumMap(valueOps),
    add: (cell, value) => {
      if (value instanceof Entry) {
        (cell as AccumMap).put(value.keys[0], value.values[0]);
        return cell;
      }
      return merge(cell, value);
    },
    assign: (value) => map(valueOps).add(new AccumMap(valueOps), value),
    read: (cell) => cell,
    copy: (cell) => {
      const copied = new AccumMap(valueOps);
      account((cell as AccumMap).size * ELEMENT_BYTES * 2);
      for (const [key, value] of cell as AccumMap) copied.set(key, valueOps.copy(value));
      return copied;
    },
    merge,
  };
}

const heap = (spec: HeapSpec): AccumOps => ({
  init: () => new Heap(spec),
  add: (cell, value) => {
    const target = cell as Heap;
    if (value instanceof Tuple) target.add(value);
    else for (const tuple of value as Iterable<Tuple>) target.add(tuple);
    return target;
  },
  assign: (value) => heap(spec).add(new Heap(spec), value),
  read: (cell) => cell,
  copy: (cell) => (cell as Heap).copy(),
  fresh: (cell) => new Heap(spec, (cell as Heap).capacity),
  merge: (cell, other) => heap(spec).add(cell, other),
});

function groupBy(ops: readonly AccumOps[]): AccumOps {
  const merge = (cell: Cell, other: Cell): Cell => {
    const target = cell as Groups;
    for (const { keys, cells } of (other as Groups).groups.values()) {
      const mine = target.cells(keys);
      ops.forEach((op, index) => {
        mine[index] = op.merge(mine[index], cells[index]);
      });
    }
    return target;
  };
  return {
    init: () => new Groups(ops),
    add: (cell, value) => {
      if (value instanceof Entry) (cell as Groups).put(value);
      else if (value instanceof Map)
        for (const [key, of] of value as Map<unknown, unknown>) (cell as Groups).put(new Entry([key], [of]));
      else return merge(cell, value);
      return cell;
    },
    assign: (value) => groupBy(ops).add(new Groups(ops), value),
    read: (cell) => cell,
    copy: (cell) => merge(new Groups(ops), cell),
    merge,
  };
}

/** A copy of a container; any other value as it is. */
export function ownCopy(many: unknown): unknown {
  if (Array.isArray(many)) return copiedList(many);
  if (many instanceof AccumMap) return map(many.ops).copy(many);
  if (many instanceof Set) return set.copy(many);
  if (many instanceof Bag) return bag.copy(many);
  if (many instanceof Heap) return many.copy();
  return many instanceof Groups ? groupBy(many.ops).copy(many) : many;
}

/** A spec with the numbers that the query has computed. */
export function specWith(
  spec: AccumSpec,
  parts: readonly (readonly [path: readonly (string | number)[], value: number])[],
): AccumSpec {
  const whole = structuredClone(spec);
  for (const [path, value] of parts) {
    let part = whole as unknown as Record<string | number, unknown>;
    for (const name of path.slice(0, -1)) part = part[name] as typeof part;
    part[path.at(-1) ?? ''] = value;
  }
  return whole;
}

/** The behaviour of an accumulator type. */
export function accumOps(spec: AccumSpec): AccumOps {
  switch (spec.kind) {
    case 'sumInt':
      return {
        ...scalar(0, (cell: Int, value: Int) => addInt(cell, value)),
        ...(spec.unsigned === true ? { read: (cell: Cell) => toUint(cell as Int) } : {}),
        sums: 'int',
      };
    case 'sumDouble':
      return { ...scalar(0, (cell: number, value: Int) => cell + toDouble(value)), sums: 'double' };
    case 'sumString':
      return scalar('', (cell: string, value: string) => {
        account(value.length);
        return joinTexts(cell, value);
      });
    case 'or':
      return scalar(false, (cell: boolean, value: boolean) => cell || value);
    case 'and':
      return scalar(true, (cell: boolean, value: boolean) => cell && value);
    case 'bits':
      return bitsOps(spec.op, spec.length);
    case 'deviation':
      return deviationOps(spec.population);
    case 'percentile':
      return percentileOps(spec.fraction);
    case 'array':
      return arrayOps(accumOps(spec.element), spec.sizes);
    case 'avg':
      return average;
    case 'min':
      return extreme(1, spec.untouched, spec.type);
    case 'max':
      return extreme(-1, spec.untouched, spec.type);
    case 'last':
      return scalar(unset(spec.type), (_cell: unknown, value: unknown) => value);
    case 'list':
      return list;
    case 'set':
      return set;
    case 'bag':
      return bag;
    case 'map':
      return map(accumOps(spec.value));
    case 'heap':
      return heap(spec);
    case 'groupBy':
      return groupBy(spec.values.map(accumOps));
  }
}
