/**
 * Shared arrays that grow. The part of a buffer behind an array's end belongs to the next version: readers of this
 * version never look there, so it is written without a copy.
 */
import { spare } from './shared-arrays.ts';

type Numbers = Int32Array | Uint32Array | Float64Array | BigInt64Array | BigUint64Array | Uint8Array;

const MOST_SPARE = 1024;

/** The same array with another length: in the same buffer where that has room. */
export function grown<A extends Numbers>(array: A, length: number): A {
  const Constructor = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => A;
  const width = array.BYTES_PER_ELEMENT;
  if (array.byteOffset === 0 && array.buffer.byteLength >= length * width) {
    return new Constructor(array.buffer, 0, length);
  }
  return copied(array, length);
}

/** A copy with room to grow. */
export function copied<A extends Numbers>(array: A, length = array.length): A {
  const Constructor = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => A;
  const room = length + Math.max(spare(length), MOST_SPARE);
  const copy = new Constructor(new SharedArrayBuffer(room * array.BYTES_PER_ELEMENT), 0, length);
  copy.set(array as never);
  return copy;
}
