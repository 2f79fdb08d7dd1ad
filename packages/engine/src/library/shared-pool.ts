/**
 * Large arrays of a query in shared memory, so that helping threads see them. The garbage collector does not take
 * account of the size of shared memory: a query's buffers are kept when it ends, for the next query, up to a limit.
 */
import { dropShared } from './heap-use.ts';
import { account } from './meter.ts';

/** Smaller arrays are not worth sharing. */
const MIN_SHARED_BYTES = 32 * 1024;
const MAX_KEPT_BYTES = 256 * 2 ** 20;

/** Kept buffers by their size; the size that was asked for longest ago comes first. */
const free = new Map<number, SharedArrayBuffer[]>();
let keptBytes = 0;
let taken: SharedArrayBuffer[] = [];

/** The kept buffers of a size, which is now the last to be dropped. */
function keptOf(bytes: number): SharedArrayBuffer[] {
  const known = free.get(bytes) ?? [];
  free.delete(bytes);
  free.set(bytes, known);
  return known;
}

/** A buffer of at least these bytes; its contents are undefined when `fresh` is false. */
function take(bytes: number): { readonly buffer: ArrayBuffer | SharedArrayBuffer; readonly fresh: boolean } {
  account(bytes);
  if (bytes < MIN_SHARED_BYTES) return { buffer: new ArrayBuffer(bytes), fresh: true };
  const kept = keptOf(bytes).pop();
  if (kept !== undefined) keptBytes -= bytes;
  const buffer = kept ?? new SharedArrayBuffer(bytes);
  taken.push(buffer);
  return { buffer, fresh: kept === undefined };
}

export const shared = {
  /** Bytes that hold anything, for an array that is written before it is read. */
  raw: (bytes: number): ArrayBuffer | SharedArrayBuffer => take(bytes).buffer,
  doubles: (size: number, initial: number): Float64Array => {
    const { buffer, fresh } = take(size * 8);
    const values = new Float64Array(buffer);
    if (!fresh || initial !== 0) values.fill(initial);
    return values;
  },
  bytes: (size: number, initial: number): Uint8Array => {
    const { buffer, fresh } = take(size);
    const values = new Uint8Array(buffer);
    if (!fresh || initial !== 0) values.fill(initial);
    return values;
  },
  /** Returns an array that is no longer used. */
  giveBack: (values: Float64Array): void => {
    account(-values.byteLength);
    const { buffer } = values;
    const index = taken.findLastIndex((each) => each === buffer);
    const [given] = index < 0 ? [] : taken.splice(index, 1);
    if (given !== undefined) keep(given);
  },
};

/** Keeps a buffer for the next that asks for one of its size, in place of those that nobody asked for since. */
function keep(buffer: SharedArrayBuffer): void {
  const bytes = buffer.byteLength;
  keptOf(bytes).push(buffer);
  keptBytes += bytes;
  for (const [size, buffers] of free) {
    while (keptBytes > MAX_KEPT_BYTES && buffers.pop() !== undefined) {
      keptBytes -= size;
      dropShared(size);
    }
    if (buffers.length === 0) free.delete(size);
    if (keptBytes <= MAX_KEPT_BYTES) return;
  }
}

/** Bytes of the shared arrays that the query has taken. */
export const sharedBytes = (): number => taken.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Buffers with results that another thread adds to its own. */
interface Lent {
  readonly buffers: readonly SharedArrayBuffer[];
  /** Not 0 when the other thread has added them, or will not. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

let lent: readonly Lent[] = [];
/** Threads that have ended say nothing any more: of more than so many loans, the oldest are left to the collector. */
const MOST_LENT = 16;

/** Leaves all that was taken to another thread, until `done` is not 0. */
export function lendShared(done: Int32Array<SharedArrayBuffer>): void {
  const all = [...lent, { buffers: taken, done }];
  taken = [];
  for (const { buffers } of all.slice(0, -MOST_LENT))
    for (const { byteLength } of buffers) dropShared(byteLength);
  lent = all.slice(-MOST_LENT);
}

/** Called when a query has ended: nothing that it made is used any more, but for what is lent. */
export function releaseShared(): void {
  for (const buffer of taken) keep(buffer);
  taken = [];
  const isDone = ({ done }: Lent): boolean => Atomics.load(done, 0) !== 0;
  for (const { buffers } of lent.filter(isDone)) for (const buffer of buffers) keep(buffer);
  lent = lent.filter((each) => !isDone(each));
}
