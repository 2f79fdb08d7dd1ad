import { describe, expect, it } from 'vitest';
import {
  PUBLISHED,
  WRITTEN,
  grown,
  makeBuffers,
  writeSlot,
  type SharedVectors,
  type VectorBuffers,
} from './buffers.ts';
import { Inserter } from './insert.ts';
import { INDEX_FROM, searchVectors, vectorOfVertex } from './search.ts';

const DIMENSION = 16;

/** Reproducible numbers of a normal distribution. */
function source(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function fill(buffers: VectorBuffers, from: number, to: number, next: () => number): void {
  for (let slot = from; slot < to; slot += 1) {
    writeSlot(buffers, slot, slot, Array.from({ length: DIMENSION }, next));
  }
  buffers.header[WRITTEN] = to;
}

function build(buffers: VectorBuffers): void {
  const inserter = new Inserter(buffers);
  while (inserter.advance(100));
}

const version = (buffers: VectorBuffers, slots: number): SharedVectors => ({
  typeIndex: 0,
  name: 'e',
  buffers,
  slots,
  slotOf: Int32Array.from({ length: slots }, (_, number) => number),
  count: slots,
});

const find = (vectors: SharedVectors, query: Float32Array, k: number, candidates: Uint8Array | null = null) =>
  searchVectors(vectors, {
    query,
    k,
    ef: 64,
    candidates:
      candidates === null
        ? null
        : {
            flags: candidates,
            numbers: Uint32Array.from(candidates.keys().filter((number) => candidates[number] === 1)),
          },
    tick: () => undefined,
  }).map(({ number }) => number);

/** The same search with an index that knows nothing. */
const findExactly: typeof find = (vectors, query, k, candidates) => {
  const { header } = vectors.buffers;
  const published = header[PUBLISHED] as number;
  header[PUBLISHED] = 0;
  try {
    return find(vectors, query, k, candidates);
  } finally {
    header[PUBLISHED] = published;
  }
};

function recall(vectors: SharedVectors, next: () => number, candidates: Uint8Array | null = null): number {
  let found = 0;
  for (let query = 0; query < 40; query += 1) {
    const wanted = Float32Array.from({ length: DIMENSION }, next);
    const exact = new Set(findExactly(vectors, wanted, 10, candidates));
    found += find(vectors, wanted, 10, candidates).filter((number) => exact.has(number)).length;
  }
  return found / 400;
}

describe('the index of vectors', () => {
  it.each(['COSINE', 'L2', 'IP'] as const)('finds nearly all of the nearest by %s', (metric) => {
    const next = source(7);
    const buffers = makeBuffers(DIMENSION, metric, 3000);
    fill(buffers, 0, 3000, next);
    build(buffers);
    expect(buffers.header[PUBLISHED]).toBe(3000);
    expect(recall(version(buffers, 3000), next)).toBeGreaterThan(0.95);
  });

  it('finds candidates alone, few of them exactly', () => {
    const next = source(8);
    const buffers = makeBuffers(DIMENSION, 'L2', 3000);
    fill(buffers, 0, 3000, next);
    build(buffers);
    const vectors = version(buffers, 3000);
    const half = Uint8Array.from({ length: 3000 }, (_, number) => number % 2);
    expect(find(vectors, new Float32Array(DIMENSION), 20, half).every((number) => number % 2 === 1)).toBe(
      true,
    );
    expect(recall(vectors, next, half)).toBeGreaterThan(0.95);
    const few = Uint8Array.from({ length: 3000 }, (_, number) => (number % 100 === 0 ? 1 : 0));
    expect(recall(vectors, next, few)).toBe(1);
  });

  it('sees what is not in the index yet, and no more than its version knows', () => {
    const next = source(9);
    const buffers = makeBuffers(DIMENSION, 'L2', 2000);
    fill(buffers, 0, INDEX_FROM + 500, next);
    build(buffers);
    fill(buffers, INDEX_FROM + 500, INDEX_FROM + 600, next);
    const fresh = INDEX_FROM + 550;
    const query = Float32Array.from(vectorOfVertex(version(buffers, INDEX_FROM + 600), fresh));
    expect(find(version(buffers, INDEX_FROM + 600), query, 1)).toEqual([fresh]);
    expect(find(version(buffers, INDEX_FROM + 500), query, 1)).not.toEqual([fresh]);
    build(buffers);
    expect(find(version(buffers, INDEX_FROM + 600), query, 1)).toEqual([fresh]);
    expect(find(version(buffers, INDEX_FROM + 500), query, 1)).not.toEqual([fresh]);
  });

  it('does not find what a version lost', () => {
    const next = source(10);
    const buffers = makeBuffers(DIMENSION, 'COSINE', 2000);
    fill(buffers, 0, 2000, next);
    build(buffers);
    const before = version(buffers, 2000);
    const query = Float32Array.from(vectorOfVertex(before, 42));
    const after = { ...before, slotOf: Int32Array.from(before.slotOf).fill(-1, 42, 43), count: 1999 };
    expect(find(before, query, 1)).toEqual([42]);
    expect(find(after, query, 1)).not.toEqual([42]);
    expect(vectorOfVertex(after, 42)).toEqual([]);
  });

  it('goes on in larger buffers, also when it was copied in the midst of an insertion', () => {
    const next = source(11);
    const buffers = makeBuffers(DIMENSION, 'L2', 2000);
    fill(buffers, 0, 2000, next);
    new Inserter(buffers).advance(1500);
    // As if the thread had linked the node and not yet said so.
    new Inserter(buffers).advance(1);
    buffers.header[PUBLISHED] = 1500;
    const larger = grown(buffers, 4000);
    expect(new Inserter(buffers).advance(1)).toBe(false);
    fill(larger, 2000, 3000, next);
    build(larger);
    expect(recall(version(larger, 3000), next)).toBeGreaterThan(0.95);
  });

  it('works for equal vectors and for zeros', () => {
    const buffers = makeBuffers(DIMENSION, 'COSINE', 1500);
    for (let slot = 0; slot < 1500; slot += 1)
      writeSlot(buffers, slot, slot, new Array<number>(DIMENSION).fill(slot % 2));
    buffers.header[WRITTEN] = 1500;
    build(buffers);
    const found = find(version(buffers, 1500), new Float32Array(DIMENSION).fill(1), 5);
    expect(found).toHaveLength(5);
    expect(found.every((number) => number % 2 === 1)).toBe(true);
  });
});
