/** Typed arrays over shared memory: one thread writes them while it builds a table, all threads read them. */

type ArrayConstructorOf<A> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer, offset: number, length: number): A;
};

/** Elements for which room is made behind an array, so that some more can follow without a copy. */
export const spare = (length: number): number => (length < 1024 ? 0 : length >>> 4);

const make = <A>(constructor: ArrayConstructorOf<A>, length: number): A =>
  new constructor(new SharedArrayBuffer((length + spare(length)) * constructor.BYTES_PER_ELEMENT), 0, length);

export const sharedUint8 = (length: number): Uint8Array => make(Uint8Array, length);
export const sharedInt32 = (length: number): Int32Array => make(Int32Array, length);
export const sharedUint32 = (length: number): Uint32Array => make(Uint32Array, length);
export const sharedFloat32 = (length: number): Float32Array => make(Float32Array, length);
export const sharedFloat64 = (length: number): Float64Array => make(Float64Array, length);
export const sharedBigInt64 = (length: number): BigInt64Array => make(BigInt64Array, length);
export const sharedBigUint64 = (length: number): BigUint64Array => make(BigUint64Array, length);
