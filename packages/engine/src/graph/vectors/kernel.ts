/**
 * Inner products and squared differences by SIMD instructions, four numbers at a time, over vectors in one
 * WebAssembly memory. The module's text is kernel.wat.
 */
import { KERNEL_MODULE } from './kernel-module.ts';

/** Both take the offsets of two vectors in bytes and their dimension; sums are of 32-bit floats. */
export interface Kernel {
  product(a: number, b: number, count: number): number;
  squared(a: number, b: number, count: number): number;
}

/** Pages of 64 KB that a memory may have: 4 GB. */
const MOST_PAGES = 65536;
const PAGE = 65536;

let compiled: WebAssembly.Module | null = null;
const kernels = new WeakMap<ArrayBufferLike, Kernel>();

/** The kernel over a memory, in this thread. */
export function kernelOf(memory: WebAssembly.Memory): Kernel {
  let kernel = kernels.get(memory.buffer);
  if (kernel === undefined) {
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_MODULE, 'base64'));
    kernel = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports as unknown as Kernel;
    kernels.set(memory.buffer, kernel);
  }
  return kernel;
}

/** Shared memory of so many bytes; null where there is none to be had of that size. */
export function kernelMemory(size: number): WebAssembly.Memory | null {
  const pages = Math.max(1, Math.ceil(size / PAGE));
  if (pages > MOST_PAGES) return null;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (problem) {
    // Each takes room among the addresses of the process, which ends before its memory does.
    if (problem instanceof RangeError) return null;
    throw problem;
  }
}
