/** Values of the reference interpreter, and their JSON. */
import type { Edge, Vertex } from '../graph.ts';
import type { Literal } from '../program.ts';

export type Binding = Vertex | Edge;

/** A value: INT is bigint, DOUBLE is number. */
export type Value = Literal | Vertex | readonly Value[] | ReadonlyMap<Literal, Value>;

export function asInt(value: Value): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`${typeof value} where an INT is expected.`);
  return value;
}

export function asNumber(value: Value): number {
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw new TypeError(`${typeof value} where a number is expected.`);
  return Number(value);
}

export function asText(value: Value): string {
  if (typeof value !== 'string') throw new TypeError(`${typeof value} where a STRING is expected.`);
  return value;
}

export function asLiteral(value: Value): Literal {
  if (typeof value === 'object') throw new TypeError('A container where one value is expected.');
  return value;
}

export const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);

/** Numbers by value, texts by their UTF-8 bytes, FALSE before TRUE. */
export function order(a: Literal, b: Literal): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const isVertex = (value: Value): value is Vertex => typeof value === 'object' && 'id' in value;

export function asVertex(value: Value): Vertex {
  if (!isVertex(value)) throw new TypeError(`${typeof value} where a vertex is expected.`);
  return value;
}

/** INT as the engine returns it: a number while it is a safe one. There is no negative zero. */
export function json(value: Value): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number') return value + 0;
  if (value instanceof Map) {
    return Object.fromEntries(
      [...(value as ReadonlyMap<Literal, Value>)].map(([key, item]) => [String(key), json(item)]),
    );
  }
  if (isVertex(value)) return value.id;
  return Array.isArray(value) ? value.map((item: Value) => json(item)) : value;
}
