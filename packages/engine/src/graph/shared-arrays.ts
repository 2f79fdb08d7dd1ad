/** Typed arrays over shared memory: one thread writes them while it builds a table, all threads read them. */

type ArrayConstructorOf<A> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer, offset: number, length: number): A;
};

/** Elements for which room is made behind an array, so that some more can follow without a copy. */
export const spare = (length: number): number => (length < 1024 ? 0 : length >>> 4);

/**
 * Small arrays lie on pages together: a graph with thousands of types has tens of thousands of them, and sending a
 * buffer to another thread takes some 25 µs.
 */
const MOST_ON_PAGE = 1024;
const PAGE_BYTES = 32 * 1024;
const ALIGNED = 8;
let page = new SharedArrayBuffer(PAGE_BYTES);
/** No array begins at 0: one that does may grow into what lies behind it (`growing.ts`). */
let used = ALIGNED;

function make<A>(constructor: ArrayConstructorOf<A>, length: number): A {
  const bytes = (length + spare(length)) * constructor.BYTES_PER_ELEMENT;
  if (bytes > MOST_ON_PAGE) return new constructor(new SharedArrayBuffer(bytes), 0, length);
  if (used + bytes > PAGE_BYTES) {
    page = new SharedArrayBuffer(PAGE_BYTES);
    used = ALIGNED;
  }
  const at = used;
  used += Math.ceil(bytes / ALIGNED) * ALIGNED;
  return new constructor(page, at, length);
}

export const sharedUint8 = (length: number): Uint8Array => make(Uint8Array, length);
export const sharedInt32 = (length: number): Int32Array => make(Int32Array, length);
export const sharedUint32 = (length: number): Uint32Array => make(Uint32Array, length);
export const sharedFloat32 = (length: number): Float32Array => make(Float32Array, length);
export const sharedFloat64 = (length: number): Float64Array => make(Float64Array, length);
export const sharedBigInt64 = (length: number): BigInt64Array => make(BigInt64Array, length);
export const sharedBigUint64 = (length: number): BigUint64Array => make(BigUint64Array, length);
