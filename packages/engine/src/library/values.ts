/**
 * Values that are not primitive. Lists are arrays, sets are Sets, maps are Maps. Equal tuples and lists are replaced by
 * one object before they become a member or a key, so that identity is equality.
 */
import { ELEMENT_BYTES, account } from './meter.ts';
import { demandText, joinAll } from './texts.ts';

/** A tuple: its fields in declaration order. */
export class Tuple {
  readonly fields: readonly unknown[];
  constructor(fields: readonly unknown[]) {
    this.fields = fields;
  }
}

/** A multiset. */
export class Bag {
  readonly counts = new Map<unknown, number>();
  size = 0;

  add(value: unknown, times = 1): void {
    const member = canonical(value);
    this.counts.set(member, (this.counts.get(member) ?? 0) + times);
    this.size += times;
    account(ELEMENT_BYTES);
  }

  remove(value: unknown, times: number): void {
    const member = canonical(value);
    const had = this.counts.get(member) ?? 0;
    const left = Math.max(0, had - times);
    this.size -= had - left;
    if (left === 0) this.counts.delete(member);
    else this.counts.set(member, left);
  }

  *[Symbol.iterator](): Iterator<unknown> {
    for (const [value, count] of this.counts) {
      for (let copy = 0; copy < count; copy += 1) yield value;
    }
  }
}

function keyOf(value: unknown): string {
  if (typeof value === 'string') {
    demandText(value.length);
    return JSON.stringify(value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Tuple) return `<${joinAll(value.fields.map(keyOf), ',')}>`;
  if (Array.isArray(value)) return `[${joinAll(value.map(keyOf), ',')}]`;
  if (value instanceof Set) return `{${joinAll([...value].map(keyOf).sort(), ',')}}`;
  if (value instanceof Bag) return `b{${joinAll([...value].map(keyOf).sort(), ',')}}`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${keyOf(key)}:${keyOf(item)}`);
    return `m{${joinAll(entries.sort(), ',')}}`;
  }
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) {
    return `i[${joinAll(Array.from(value as Iterable<unknown>, keyOf), ',')}]`;
  }
  return String(value);
}

let canonicals = new Map<string, object>();

/** Forgets the canonical tuples of the query before. */
export function forgetCanonical(): void {
  canonicals = new Map();
}

/** The canonical object of all values equal to this one; a primitive is returned as it is. */
export function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const key = keyOf(value);
  const known = canonicals.get(key);
  if (known !== undefined) return known;
  canonicals.set(key, value);
  account(2 * key.length + ELEMENT_BYTES);
  return value;
}

/** GSQL's == for values of any type. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null)
    return keyOf(a) === keyOf(b);
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  if (typeof a === 'number' && typeof b === 'bigint') return a === Number(b);
  return false;
}

/** The parts by which values are compared; of JSON objects and entries of maps, names and values in turn. */
function partsOf(value: object): readonly unknown[] {
  if (value instanceof Tuple) return value.fields;
  return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.entries(value).flat();
}

/**
 * Order of two values of one type: numbers, strings by code point, false before true, tuples and lists
 * field by field. Nothing (null) comes last.
 */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'object' && typeof b === 'object') {
    const [left, right] = [partsOf(a), partsOf(b)];
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
      const order = compare(left[index], right[index]);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }
  const left = a as number;
  const right = b as number;
  return left < right ? -1 : left > right ? 1 : 0;
}
