/**
 * The vectors of one attribute in shared memory, and the links of their HNSW index.
 *
 * Vectors are in slots in the order of arrival; a new vector of a vertex gets a new slot. So a version of the graph is
 * a map from vertices to slots (`slotOf`), and all versions share the buffers: vectors of later versions are past a
 * version's `slots` or not in its map. One thread inserts slots into the index while others search it: `PUBLISHED` is
 * the number of slots in the index; searches scan the slots after these.
 */
import type { VectorMetric } from '@acacia/language';
import { sharedFloat32, sharedInt32, sharedUint32, sharedUint8 } from '../shared-arrays.ts';
import { kernelMemory } from './kernel.ts';

/** Links of a node above the lowest level; twice as many on it. */
export const LINKS = 16;
export const LOWEST_LINKS = 2 * LINKS;
export const HIGHEST_LEVEL = 12;

/** Places in `header`. */
export const PUBLISHED = 0;
export const ENTRY = 1;
export const UPPER_USED = 2;
/** The number of written slots, which the index has to reach. */
export const WRITTEN = 3;
/** 1: these buffers were replaced, so their index need not be completed. */
export const STOPPED = 4;
/** The number of queries that have a place in `memory`. */
export const QUERIES = 5;
const HEADER = 6;

/** Vectors at the beginning of `memory` that are searched for, one for each thread. */
export const MOST_QUERIES = 64;

export interface VectorBuffers {
  readonly dimension: number;
  readonly metric: VectorMetric;
  readonly capacity: number;
  readonly header: Int32Array;
  /** Where `values` stand, after places of queries; null: in memory that the kernel does not reach. */
  readonly memory: WebAssembly.Memory | null;
  readonly values: Float32Array;
  /** By slot: 1 / length of the vector for COSINE, else 1; 0 for a vector without a length. */
  readonly scales: Float32Array;
  /** By slot: the number of the vertex. */
  readonly numbers: Uint32Array;
  readonly levels: Uint8Array;
  /** By slot: the number of links on the lowest level, then the slots that they lead to. */
  readonly lowest: Int32Array;
  /** By slot: where its links of the levels above begin in `upper`, or -1. */
  readonly upperAt: Int32Array;
  /** For each level above the lowest: a count and as many slots. */
  readonly upper: Int32Array;
}

/** One version of the vectors of an attribute. */
export interface SharedVectors {
  readonly typeIndex: number;
  readonly name: string;
  readonly buffers: VectorBuffers;
  /** Slots that this version may look at. */
  readonly slots: number;
  /** By number of a vertex: its slot, or -1; vertices past the end have none. */
  readonly slotOf: Int32Array;
  /** Vertices that have a vector. */
  readonly count: number;
}

export function makeBuffers(dimension: number, metric: VectorMetric, capacity: number): VectorBuffers {
  const upperAt = sharedInt32(capacity);
  upperAt.fill(-1);
  // A node in LINKS stands above the lowest level: some more than that, for a run of bad luck.
  const blocks = Math.ceil(capacity / (LINKS - 4)) + 64;
  const begin = MOST_QUERIES * dimension * Float32Array.BYTES_PER_ELEMENT;
  const memory = kernelMemory(begin + capacity * dimension * Float32Array.BYTES_PER_ELEMENT);
  return {
    dimension,
    metric,
    capacity,
    header: sharedInt32(HEADER),
    memory,
    values:
      memory === null
        ? sharedFloat32(capacity * dimension)
        : new Float32Array(memory.buffer, begin, capacity * dimension),
    scales: sharedFloat32(capacity),
    numbers: sharedUint32(capacity),
    levels: sharedUint8(capacity),
    lowest: sharedInt32(capacity * (LOWEST_LINKS + 1)),
    upperAt,
    upper: sharedInt32(blocks * (LINKS + 1)),
  };
}

/** Writes the vector of a slot that no version knows yet. */
export function writeSlot(
  buffers: VectorBuffers,
  slot: number,
  number: number,
  vector: ArrayLike<number>,
): void {
  const { values, scales, numbers, dimension, metric } = buffers;
  values.set(vector, slot * dimension);
  numbers[slot] = number;
  scales[slot] = metric === 'COSINE' ? scaleOf(values, slot * dimension, dimension) : 1;
}

/** 1 / length, or 0 for a vector of zeros. */
export function scaleOf(values: Float32Array, at: number, dimension: number): number {
  let sum = 0;
  for (let index = at; index < at + dimension; index += 1) sum += (values[index] as number) ** 2;
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

/** Larger buffers with the same slots and the present part of the index. The old ones are stopped. */
export function grown(old: VectorBuffers, capacity: number): VectorBuffers {
  const buffers = makeBuffers(old.dimension, old.metric, capacity);
  Atomics.store(old.header, STOPPED, 1);
  // The entry is read first: a thread may be inserting, and the entry must not lie past PUBLISHED.
  const entry = Atomics.load(old.header, ENTRY);
  const published = Atomics.load(old.header, PUBLISHED);
  for (const key of ['values', 'scales', 'numbers', 'levels', 'lowest', 'upperAt', 'upper'] as const) {
    buffers[key].set(old[key]);
  }
  buffers.header[ENTRY] = entry;
  buffers.header[UPPER_USED] = Atomics.load(old.header, UPPER_USED);
  buffers.header[WRITTEN] = Atomics.load(old.header, WRITTEN);
  Atomics.store(buffers.header, PUBLISHED, published);
  return buffers;
}

/** Bytes of shared memory, each buffer on its own so that versions that share them are counted once. */
export const buffersOf = ({ buffers, slotOf }: SharedVectors): ArrayBufferLike[] => [
  slotOf.buffer,
  ...[
    buffers.header,
    buffers.values,
    buffers.scales,
    buffers.numbers,
    buffers.levels,
    buffers.lowest,
    buffers.upperAt,
    buffers.upper,
  ].map(({ buffer }) => buffer),
];
