/**
 * Values of a query as messages to another thread and back. Values without a plain form (files, JSON, tables) are
 * refused: a part of the query that needs one stays in its thread.
 */
import { AccumMap } from './accum-map.ts';
import { Average, type AccumOps, type AccumSpec, type Cell, accumOps } from './accumulators.ts';
import { Groups } from './groups.ts';
import { Heap } from './heap.ts';
import { Bag, Tuple, canonical } from './values.ts';

/** Thrown for values that cannot be sent. */
export class NotTransferable extends Error {}

/** Collections that are larger are not worth sending before the work has begun. */
export const MAX_SENT = 20_000;

type Sent =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly Sent[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Sent, Sent])[] };

export function packValue(value: unknown): Sent {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? null : packObject(value);
    default:
      throw new NotTransferable();
  }
}

function packObject(value: object): Sent {
  if (value instanceof Tuple) return { kind: 'tuple', items: value.fields.map(packValue) };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(packValue) };
  if (value instanceof Set) return { kind: 'set', items: [...(value as Set<unknown>)].map(packValue) };
  if (value instanceof Map && !(value instanceof AccumMap)) {
    const entries = [...(value as Map<unknown, unknown>)];
    return { kind: 'map', entries: entries.map(([key, item]) => [packValue(key), packValue(item)]) };
  }
  throw new NotTransferable();
}

export function unpackValue(sent: Sent): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  if (sent.kind === 'map') {
    return new Map(sent.entries.map(([key, item]) => [canonical(unpackValue(key)), unpackValue(item)]));
  }
  const items = sent.items.map(unpackValue);
  switch (sent.kind) {
    case 'tuple':
      return new Tuple(items);
    case 'list':
      return items;
    case 'set':
      return new Set(items.map(canonical));
  }
}

/** Accumulators whose cells can be sent. */
export function isTransferable(spec: AccumSpec): boolean {
  switch (spec.kind) {
    case 'bits':
    case 'deviation':
    case 'percentile':
    case 'array':
      return false;
    case 'map':
      return isTransferable(spec.value);
    case 'groupBy':
      return spec.values.every(isTransferable);
    default:
      return true;
  }
}

type SentCell =
  | { readonly kind: 'value'; readonly value: Sent }
  | { readonly kind: 'average'; readonly sum: number; readonly count: number }
  | { readonly kind: 'items'; readonly items: readonly Sent[] }
  | { readonly kind: 'counts'; readonly counts: readonly (readonly [Sent, number])[] }
  | { readonly kind: 'cells'; readonly cells: readonly (readonly [Sent, SentCell])[] }
  | {
      readonly kind: 'groups';
      readonly groups: readonly (readonly [readonly Sent[], readonly SentCell[]])[];
    };

/** The cell of a transferable accumulator. */
export function packCell(cell: Cell): SentCell {
  if (cell instanceof Average) return { kind: 'average', sum: cell.sum, count: cell.count };
  if (cell instanceof Bag) {
    return { kind: 'counts', counts: [...cell.counts].map(([value, count]) => [packValue(value), count]) };
  }
  if (cell instanceof AccumMap) {
    return { kind: 'cells', cells: [...cell].map(([key, item]) => [packValue(key), packCell(item)]) };
  }
  if (cell instanceof Heap) return { kind: 'items', items: cell.sorted().map(packValue) };
  if (cell instanceof Groups) {
    const groups = [...cell.groups.values()];
    return {
      kind: 'groups',
      groups: groups.map(({ keys, cells }) => [keys.map(packValue), cells.map(packCell)]),
    };
  }
  return { kind: 'value', value: packValue(cell) };
}

export function unpackCell(sent: SentCell, spec: AccumSpec, ops: AccumOps = accumOps(spec)): Cell {
  switch (sent.kind) {
    case 'value':
      return unpackValue(sent.value);
    case 'average':
      return new Average(sent.sum, sent.count);
    case 'items': {
      const heap = ops.init() as Heap;
      for (const item of sent.items) heap.add(unpackValue(item) as Tuple);
      return heap;
    }
    case 'counts': {
      const bag = new Bag();
      for (const [value, count] of sent.counts) bag.add(unpackValue(value), count);
      return bag;
    }
    case 'cells': {
      const map = ops.init() as AccumMap;
      const value = (spec as Extract<AccumSpec, { kind: 'map' }>).value;
      for (const [key, cell] of sent.cells)
        map.set(canonical(unpackValue(key)), unpackCell(cell, value, map.ops));
      return map;
    }
    case 'groups': {
      const groups = ops.init() as Groups;
      const { values } = spec as Extract<AccumSpec, { kind: 'groupBy' }>;
      for (const [keys, cells] of sent.groups) {
        const mine = groups.cells(keys.map(unpackValue));
        cells.forEach((cell, index) => {
          const own = values[index];
          if (own !== undefined) mine[index] = unpackCell(cell, own, groups.ops[index]);
        });
      }
      return groups;
    }
  }
}

export type { Sent, SentCell };
