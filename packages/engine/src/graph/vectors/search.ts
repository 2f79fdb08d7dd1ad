/** Finds the vertices whose vectors are nearest to a query: by the index, and by a scan of vectors not yet in it. */
import { PUBLISHED, scaleOf, type SharedVectors, type VectorBuffers } from './buffers.ts';
import { distanceOfRank } from './distance.ts';
import { SlotQueue } from './queue.ts';
import { Walker } from './walk.ts';

/** Fewer vectors than this are compared one by one in less time than it takes to walk. */
export const INDEX_FROM = 1000;

export interface NearVertex {
  readonly number: number;
  readonly distance: number;
}

export interface Search {
  readonly query: Float32Array;
  readonly k: number;
  /** The number of candidates (HNSW's ef): more give better recall, and take longer. At least `k`. */
  readonly ef: number;
  /** Vertices that may be found; all when absent. Ascending numbers, and 1 by number. */
  readonly candidates: { readonly numbers: Uint32Array; readonly flags: Uint8Array } | null;
  /** Called now and then; may throw to end the search. */
  readonly tick: () => void;
}

/** The `k` nearest, nearest first; equal distances by number. */
export function searchVectors(vectors: SharedVectors, search: Search): NearVertex[] {
  const { buffers, slots, slotOf } = vectors;
  const { k, ef, candidates } = search;
  if (k <= 0 || vectors.count === 0) return [];
  const walker = walkerOf(buffers, search.tick);
  const { query } = search;
  const scale = buffers.metric === 'COSINE' ? scaleOf(query, 0, buffers.dimension) : 1;
  const published = Math.min(Atomics.load(buffers.header, PUBLISHED), slots);
  walker.aim(query, 0, scale, published);
  const best = new SlotQueue();
  const offer = (slot: number): void => {
    const distance = walker.exactDistanceTo(slot);
    if (best.size >= k && distance >= -best.topKey) return;
    best.push(slot, -distance);
    if (best.size > k) best.pop();
  };
  // Walking meets about ef / share nodes until it has met ef that may be found.
  const few = candidates !== null && candidates.numbers.length ** 2 < Math.max(ef, k) * slots;
  if (few) {
    for (const number of candidates.numbers) {
      const slot = slotOf[number] ?? -1;
      if (slot >= 0) offer(slot);
    }
    return nearestFirst(buffers, best);
  }
  const flags = candidates?.flags;
  const accepts = (slot: number): boolean => {
    const number = buffers.numbers[slot] as number;
    return slotOf[number] === slot && (flags === undefined || flags[number] === 1);
  };
  const walks = published >= INDEX_FROM;
  if (walks) {
    // The entry may have come into the index since: it is then among those that are compared one by one.
    walker.walk(walker.descend(0), 0, Math.max(ef, k), (slot) => slot < published && accepts(slot));
    const { found } = walker;
    while (found.size > k) found.pop();
    for (; found.size > 0; found.pop()) offer(found.topSlot);
  }
  for (let slot = walks ? published : 0; slot < slots; slot += 1) if (accepts(slot)) offer(slot);
  return nearestFirst(buffers, best);
}

function nearestFirst({ numbers, metric }: VectorBuffers, best: SlotQueue): NearVertex[] {
  const near: NearVertex[] = [];
  while (best.size > 0) {
    const number = numbers[best.topSlot] as number;
    near.push({ number, distance: distanceOfRank(metric, -best.topKey) });
    best.pop();
  }
  return near.sort((a, b) => a.distance - b.distance || a.number - b.number);
}

/** Walkers of this thread: their marks are as long as the buffers. */
const walkers = new WeakMap<Int32Array, { walker: Walker; tick: () => void }>();

function walkerOf(buffers: VectorBuffers, tick: () => void): Walker {
  let kept = walkers.get(buffers.header);
  if (kept === undefined) {
    const made = { walker: new Walker(buffers, () => made.tick()), tick };
    kept = made;
    walkers.set(buffers.header, made);
  }
  kept.tick = tick;
  return kept.walker;
}

/** The vector of a vertex as numbers; empty when it has none. */
export function vectorOfVertex({ buffers, slotOf }: SharedVectors, number: number): number[] {
  const slot = slotOf[number] ?? -1;
  if (slot < 0) return [];
  const at = slot * buffers.dimension;
  return Array.from(buffers.values.subarray(at, at + buffers.dimension));
}
