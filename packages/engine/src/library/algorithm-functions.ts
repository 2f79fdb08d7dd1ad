/**
 * Functions that the queries of TigerGraph's algorithm library call. In TigerGraph they come with the library as C++
 * (`tg_ExprFunctions.hpp`); here they are built in.
 */
import { createHash } from 'node:crypto';
import { engineError } from '../errors/catalogue.ts';
import { narrow, type Int } from './int64.ts';

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** The items of an argument for which the checker takes any value. @throws EngineError when it is no collection */
function itemsOf(value: unknown): Iterable<unknown> {
  const isCollection = typeof value === 'object' && value !== null && Symbol.iterator in value;
  if (!isCollection) throw engineError('valueOfOtherType');
  return value as Iterable<unknown>;
}

/** The place in a list of weights, drawn with a probability in proportion to them. */
function drawPlace(weights: Iterable<unknown>): number {
  const list = [...itemsOf(weights)].map(Number);
  let left = Math.random() * list.reduce((sum, weight) => sum + weight, 0);
  for (const [at, weight] of list.entries()) {
    left -= weight;
    if (left < 0) return at;
  }
  return Math.max(0, list.length - 1);
}

const EARTH_RADIUS_KM = 6378.137;

/** Distance on the globe (haversine) in thousands of kilometres; takes degrees. */
function globeDistance(latA: number, lonA: number, latB: number, lonB: number): number {
  const [a, b] = [(latA * Math.PI) / 180, (latB * Math.PI) / 180];
  const across = ((lonA - lonB) * Math.PI) / 180;
  const half = Math.sin((a - b) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return (2 * Math.asin(Math.sqrt(half)) * EARTH_RADIUS_KM) / 1000;
}

function cosine(a: Iterable<unknown>, b: Iterable<unknown>, dimensions: Int): number {
  const [left, right] = [[...itemsOf(a)].map(Number), [...itemsOf(b)].map(Number)];
  let [dot, ofLeft, ofRight] = [0, 0, 0];
  for (let at = 0; at < Number(dimensions); at += 1) {
    const [x, y] = [left[at] ?? 0, right[at] ?? 0];
    dot += x * y;
    ofLeft += x * x;
    ofRight += y * y;
  }
  return dot / (Math.sqrt(ofLeft) * Math.sqrt(ofRight));
}

function cosines(
  embedding: Iterable<unknown>,
  others: ReadonlyMap<unknown, Iterable<unknown>>,
  dimensions: Int,
): Map<unknown, number> {
  const isMap: boolean = (others as unknown) instanceof Map;
  if (!isMap) throw engineError('valueOfOtherType');
  return new Map([...others].map(([key, other]) => [key, cosine(embedding, other, dimensions)]));
}

/** A number from 0 to 1 that depends on its arguments alone (the finaliser of MurmurHash3). */
function scrambled(...parts: readonly Int[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ Number(BigInt.asIntN(32, BigInt(part))), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** One entry of the very sparse random projection of FastRP: ±√s with the probability 1/(2s) each, else 0. */
function projectionEntry(vertex: Int, place: Int, seed: Int, sparsity: Int): number {
  const s = Number(sparsity);
  const drawn = scrambled(vertex, place, seed);
  if (drawn <= 0.5 / s) return Math.sqrt(s);
  return drawn <= 1 / s ? -Math.sqrt(s) : 0;
}

/** The modulus of a pattern's hash, the largest prime below 2^63, and its multiplier per item. */
const MODULUS = 9223372036854775783n;
const BASE = 2n ** 63n;

const remainder = (value: bigint): Int => narrow(((value % MODULUS) + MODULUS) % MODULUS);

const patternHashWith = (hash: Int, item: Int): Int => remainder(BigInt(hash) * BASE + BigInt(item));

/** Powers of the base, from the zeroth to that of a length. */
function patternPowers(length: Int): Int[] {
  const powers: Int[] = [1];
  for (let at = 1; at <= Number(length); at += 1) powers.push(patternHashWith(powers[at - 1] ?? 1, 0));
  return powers;
}

function patternHashTail(hash: Int, first: Int, size: Int, powers: Iterable<unknown>): Int {
  const power = BigInt(([...itemsOf(powers)][Number(size) - 1] ?? 0) as Int);
  return remainder((BigInt(hash) - BigInt(first) * power) * BASE);
}

/** Whether a list has the items of a part and then `end`, in this order, not necessarily side by side. */
function isSubsequence(part: Iterable<unknown>, end: Int, list: Iterable<unknown>): boolean {
  const wanted = [...itemsOf(part), end];
  let found = 0;
  for (const item of itemsOf(list)) if (found < wanted.length && item === wanted[found]) found += 1;
  return found === wanted.length;
}

export const algorithmFunctions = {
  randomInt: (least: Int, most: Int): number => Math.floor(between(Number(least), Number(most) + 1)),
  randomRange: (start: Int, end: Int): number => Math.trunc(between(Number(start), Number(end))),
  random: (): number => Math.random(),
  drawPlace,
  globeDistance,
  listItem: (list: Iterable<unknown>, at: Int): number => Number([...itemsOf(list)][Number(at)] ?? 0),
  listWith: (list: Iterable<unknown>, item: unknown): unknown[] => [...itemsOf(list), item],
  leadingNumber: (text: string): number => Number.parseFloat(text) || 0,
  verticesOf: (numbers: Iterable<unknown>): number[] => Array.from(itemsOf(numbers), Number),
  labelHash: (labels: Iterable<unknown>): string =>
    createHash('sha1')
      .update(Array.from(itemsOf(labels), String).sort().join('\n'))
      .digest('hex')
      .slice(0, 16),
  patternHash: (id: Int): Int => remainder(BigInt(id)),
  patternHashWith,
  patternHashHead: (hash: Int, last: Int): Int => remainder(BigInt(hash) - BigInt(last)),
  patternHashTail,
  patternPowers,
  isSubsequence,
  numbersIn: (text: string): number[] => text.split(',').map(Number.parseFloat),
  cosine,
  cosines,
  projectionEntry,
};
