/**
 * The heap of this thread as V8 counts it, which has what the meter's estimates miss: texts, objects of JSON, garbage.
 * The threads that run queries see each other's figures.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 2 ** 20;
/** So much garbage may be left behind by a query: less is not worth a collection. */
const LEFT_BEHIND = 32 * MIB;
/** So much shared memory may be dropped, by any number of queries, before it is collected. */
const MOST_DROPPED = 256 * MIB;

const ALMOST_ALL = 7 / 8;

/** The array in which threads publish the memory of their queries, in MiB. */
export interface MemoryShare {
  readonly own: Int32Array<SharedArrayBuffer>;
  readonly at: number;
  /** The current memory of all others, in MiB each. */
  readonly others: () => Iterable<number>;
  /** The limit for the queries of all threads together. */
  readonly totalBytes: number;
  readonly threads: number;
}

let share: MemoryShare | null = null;
/** Bytes of the heap that belong to no query. */
let base = 0;
/** A query has begun, and what it leaves behind has not been looked at. */
let isBegun = false;
/** Bytes of shared memory that this thread uses no more: V8 does not count them, and would not collect them in time. */
let dropped = 0;

function heapBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

type Collector = (options: { readonly type: 'minor' | 'major' }) => void;

let collector: Collector | null = null;

/** `minor`: the young generation, some milliseconds; `major`: everything, some 50 ms for a million objects. */
function collect(type: 'minor' | 'major'): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as Collector;
    setFlagsFromString('--no-expose-gc');
  }
  collector({ type });
  if (type === 'major') dropped = 0;
}

/** Called when the thread drops shared memory. */
export function dropShared(bytes: number): void {
  dropped += bytes;
}

export function shareMemory(given: MemoryShare): void {
  share = given;
}

function publish(bytes: number): void {
  if (share !== null) Atomics.store(share.own, share.at, Math.ceil(bytes / MIB));
}

/**
 * Called when a query begins: the present heap does not count as the query's. What the query before has left is
 * collected first where `endHeap` has not been called yet: as a part of the base it would never be collected.
 */
export function beginHeap(): void {
  endHeap();
  isBegun = true;
  base = heapBytes();
}

/** Called when a query has ended and none of its values are needed any more. */
export function endHeap(): void {
  const left = isBegun ? heapBytes() - base : 0;
  if (left > LEFT_BEHIND || dropped > MOST_DROPPED) collect('major');
  isBegun = false;
  publish(0);
}

/**
 * Whether the query has room for `more` bytes. A query may use an equal share of the common limit, and more while
 * the others leave theirs unused.
 */
function fits(limit: number, counted: number, more: number): boolean {
  const taken = Math.max(heapBytes() - base + more, counted);
  publish(taken);
  if (taken > limit) return false;
  if (share === null || taken <= share.totalBytes / share.threads) return true;
  let sum = taken;
  for (const other of share.others()) sum += other * MIB;
  return sum <= share.totalBytes;
}

/** As `fits`; garbage does not count. `counted`: bytes by the meter's estimates. */
export function lookAtHeap(limit: number, counted: number, more: number): boolean {
  if (fits(limit, counted, more)) return true;
  collect('minor');
  if (fits(limit, counted, more)) return true;
  collect('major');
  // A query that has next to nothing left would do little else but collect.
  return fits(limit * ALMOST_ALL, counted, more);
}
