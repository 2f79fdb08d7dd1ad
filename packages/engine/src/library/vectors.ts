/** vectorSearch, and functions of lists of numbers (`gds.vector`). Distances are smaller for nearer vectors. */
import { engineError } from '../errors/catalogue.ts';
import { vertexRef, type VertexRef } from '../graph/snapshot.ts';
import type { SharedVectors } from '../graph/vectors/buffers.ts';
import { searchVectors } from '../graph/vectors/search.ts';
import { Entry } from './accumulators.ts';
import type { GlobalAccumulator } from './collections.ts';
import type { QueryContext } from './context.ts';
import type { Int } from './int64.ts';
import { check } from './meter.ts';
import { VertexSet } from './vertex-set.ts';

type Vector = readonly number[];

interface Options {
  readonly k: Int;
  readonly ef: Int;
  readonly candidates: VertexSet | null;
  /** The map whose contents the distances replace. */
  readonly distances: GlobalAccumulator | null;
}

function vectorsOf(context: QueryContext, type: string, name: string): SharedVectors {
  const table = context.snapshot.vertexTableByName(type);
  const vectors = table && context.snapshot.vectors(table.typeIndex, name);
  if (vectors === undefined) throw engineError('vectorAttributeUnknown', { type, name });
  return vectors;
}

/** The `k` vertices whose vectors are nearest to the query, over all of the attributes. */
function vectorSearch(
  context: QueryContext,
  attributes: readonly (readonly [string, string])[],
  query: Iterable<number>,
  { k, ef, candidates, distances }: Options,
): VertexSet {
  const wanted = Float32Array.from(query, Number);
  const count = Number(k);
  if (count < 1) throw engineError('searchedCount', { count });
  if (Number(ef) < 1) throw engineError('searchBreadth', { ef: Number(ef) });
  const nearest = new Map<VertexRef, number>();
  for (const [type, name] of attributes) {
    const vectors = vectorsOf(context, type, name);
    const { dimension } = vectors.buffers;
    if (wanted.length !== dimension)
      throw engineError('queryVectorLength', { given: wanted.length, type, name, wanted: dimension });
    const { typeIndex } = vectors;
    const part = candidates?.part(typeIndex);
    if (candidates !== null && part === undefined) continue;
    const flags = candidates?.filter(typeIndex) ?? null;
    const found = searchVectors(vectors, {
      query: wanted,
      k: count,
      ef: Number(ef),
      candidates: part === undefined || flags === null ? null : { numbers: part.members, flags },
      tick: check,
    });
    for (const { number, distance } of found) {
      const ref = vertexRef(typeIndex, number);
      nearest.set(ref, Math.min(distance, nearest.get(ref) ?? Infinity));
    }
  }
  const best = [...nearest].sort((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, count);
  if (distances !== null) {
    distances.reset();
    for (const [ref, distance] of best) distances.add(new Entry([ref], [distance]));
  }
  return VertexSet.ofRefs(
    best.map(([ref]) => ref),
    context.snapshot,
  );
}

function checkLengths(name: string, a: Vector, b: Vector): void {
  if (a.length !== b.length) throw engineError('listsOfDifferentSizes', { name });
}

function product(a: Vector, b: Vector): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function cosine(a: Vector, b: Vector): number {
  const lengths = Math.sqrt(product(a, a) * product(b, b));
  return lengths === 0 ? 0 : product(a, b) / lengths;
}

function euclidean(a: Vector, b: Vector): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += ((a[index] as number) - (b[index] as number)) ** 2;
  return Math.sqrt(sum);
}

function distanceBy(name: string, metric: string, a: Vector, b: Vector): number {
  checkLengths(name, a, b);
  switch (metric.toUpperCase()) {
    case 'COSINE':
      return 1 - cosine(a, b);
    case 'L2':
      return euclidean(a, b);
    case 'IP':
      return 1 - product(a, b);
    default:
      throw engineError('metricUnknown', { metric, name });
  }
}

function vectorNorm(vector: Vector, kind: string): number {
  switch (kind.toUpperCase()) {
    case 'L1':
      return vector.reduce((sum, item) => sum + Math.abs(item), 0);
    case 'L2':
      return Math.sqrt(product(vector, vector));
    case 'MAX':
    case 'INF':
      return vector.reduce((most, item) => Math.max(most, Math.abs(item)), 0);
    default:
      throw engineError('normUnknown', { norm: kind });
  }
}

function pearson(a: Vector, b: Vector): number {
  const mean = (vector: Vector): number => vector.reduce((sum, item) => sum + item, 0) / vector.length;
  const [ma, mb] = [mean(a), mean(b)];
  return cosine(
    a.map((item) => item - ma),
    b.map((item) => item - mb),
  );
}

/** How many items two lists share: one that is twice in both counts twice, one that is twice in one, once. */
function shared(a: Vector, b: Vector): number {
  const left = new Map<number, number>();
  for (const item of a) left.set(item, (left.get(item) ?? 0) + 1);
  let count = 0;
  for (const item of b) {
    const times = left.get(item) ?? 0;
    if (times === 0) continue;
    left.set(item, times - 1);
    count += 1;
  }
  return count;
}

/** JACCARD and OVERLAP compare the lists as bags of the values in them, in any order and of any length. */
function similarity(a: Vector, b: Vector, measure: string): number {
  const kind = measure.toUpperCase();
  if (kind === 'JACCARD' || kind === 'OVERLAP') {
    const both = shared(a, b);
    const of = kind === 'JACCARD' ? a.length + b.length - both : Math.min(a.length, b.length);
    return of === 0 ? 0 : both / of;
  }
  checkLengths('tg_similarity_accum', a, b);
  switch (kind) {
    case 'COSINE':
      return cosine(a, b);
    case 'EUCLIDEAN':
      return euclidean(a, b);
    case 'PEARSON':
      return pearson(a, b);
    default:
      throw engineError('measureUnknown', { measure });
  }
}

export const vectors = {
  cosineDistance: (a: Vector, b: Vector): number => distanceBy('gds.vector.cosine_distance', 'COSINE', a, b),
  dimensionCount: (vector: Vector): number => vector.length,
  elementsSum: (vector: Vector): number => vector.reduce((sum, item) => sum + item, 0),
  ipDistance: (a: Vector, b: Vector): number => distanceBy('gds.vector.ip_distance', 'IP', a, b),
  /** The first element is at 0. */
  kthElement: (vector: Vector, k: Int): number => {
    const value = vector[Number(k)];
    if (value === undefined)
      throw engineError('elementOutOfRange', { element: Number(k), size: vector.length });
    return value;
  },
  l2Distance: (a: Vector, b: Vector): number => distanceBy('gds.vector.l2_distance', 'L2', a, b),
  similarity,
  vectorDistance: (a: Vector, b: Vector, metric: string): number =>
    distanceBy('gds.vector.distance', metric, a, b),
  vectorNorm,
  vectorSearch,
};
