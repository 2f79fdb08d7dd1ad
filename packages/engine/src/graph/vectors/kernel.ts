/**
 * Inner products and squared differences by SIMD instructions, four numbers at a time, over vectors in one
 * WebAssembly memory. The module is written here instruction by instruction: there is no other
 * WebAssembly in the engine, and so no compiler for it.
 */

/** Both take the offsets of two vectors in bytes and their dimension; sums are of 32-bit floats. */
export interface Kernel {
  product(a: number, b: number, count: number): number;
  squared(a: number, b: number, count: number): number;
}

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const BLOCK = 0x02;
const LOOP = 0x03;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const NO_VALUE = 0x40;
const I32_CONST = 0x41;
const I32_LESS_UNSIGNED = 0x49;
const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
const F32_ADD = 0x92;
const F32_SUB = 0x93;
const F32_MUL = 0x94;
const SIMD = 0xfd;
const F32X4_ADD = [SIMD, 0xe4, 0x01];
const F32X4_SUB = [SIMD, 0xe5, 0x01];
const F32X4_MUL = [SIMD, 0xe6, 0x01];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** Signed LEB128 of a small number. */
const constant = (value: number): number[] => [I32_CONST, ...(value < 64 ? [value] : [value | 0x80, 0])];
const loadFloat = (address: number): number[] => [...get(address), 0x2a, 2, 0];
const loadFour = (address: number, offset: number): number[] => [...get(address), SIMD, 0x00, 2, offset];
const lane = (local: number, index: number): number[] => [...get(local), SIMD, 0x1f, index];

// Parameters, then locals.
const [A, B, COUNT, DIFFERENCE, SUMS, RESULT] = [0, 1, 2, 3, 4, 8];

/** Sums four numbers at `offset` bytes into the vector of sums with the number `sum`. */
const addFour = (isProduct: boolean, sum: number, offset: number): number[] => [
  ...get(SUMS + sum),
  ...loadFour(A, offset),
  ...loadFour(B, offset),
  ...(isProduct ? F32X4_MUL : [...F32X4_SUB, ...tee(DIFFERENCE), ...get(DIFFERENCE), ...F32X4_MUL]),
  ...F32X4_ADD,
  ...set(SUMS + sum),
];

/** Runs `body` and goes on by `step` numbers, as long as there are that many. */
const each = (step: number, body: readonly number[]): number[] => [
  ...[BLOCK, NO_VALUE, LOOP, NO_VALUE],
  ...[...get(COUNT), ...constant(step), I32_LESS_UNSIGNED, BRANCH_IF, 1],
  ...body,
  ...[A, B].flatMap((address) => [...get(address), ...constant(4 * step), I32_ADD, ...set(address)]),
  ...[...get(COUNT), ...constant(step), I32_SUB, ...set(COUNT)],
  ...[BRANCH, 0, END, END],
];

const sumOfSums = [
  ...[...get(SUMS), ...get(SUMS + 1), ...F32X4_ADD],
  ...[...get(SUMS + 2), ...get(SUMS + 3), ...F32X4_ADD],
  ...[...F32X4_ADD, ...set(SUMS)],
  ...[...lane(SUMS, 0), ...lane(SUMS, 1), F32_ADD, ...lane(SUMS, 2), ...lane(SUMS, 3), F32_ADD, F32_ADD],
  ...set(RESULT),
];

const addOne = (isProduct: boolean): number[] => {
  const difference = [...loadFloat(A), ...loadFloat(B), F32_SUB];
  const term = isProduct
    ? [...loadFloat(A), ...loadFloat(B), F32_MUL]
    : [...difference, ...difference, F32_MUL];
  return [...get(RESULT), ...term, F32_ADD, ...set(RESULT)];
};

/** A count or a length as LEB128, followed by the content. */
const sized = (size: number, content: readonly number[]): number[] => {
  const bytes: number[] = [];
  let rest = size;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest, ...content];
};
const bytes = (content: readonly number[]): number[] => sized(content.length, content);
const text = (value: string): number[] => bytes([...Buffer.from(value)]);
const section = (id: number, content: readonly number[]): number[] => [id, ...bytes(content)];

const functionBody = (isProduct: boolean): number[] => {
  const locals = [2, 5, V128, 1, F32];
  const four = [0, 1, 2, 3].flatMap((sum) => addFour(isProduct, sum, 16 * sum));
  const loops = [...each(16, four), ...each(4, addFour(isProduct, 0, 0)), ...sumOfSums];
  return bytes([...locals, ...loops, ...each(1, addOne(isProduct)), ...get(RESULT), END]);
};

/** Pages of 64 KB that a memory may have: 4 GB. */
const MOST_PAGES = 65536;
const PAGE = 65536;

const moduleBytes = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, sized(1, [0x60, ...bytes([I32, I32, I32]), ...bytes([F32])])),
    // A shared memory, which has a greatest size.
    ...section(2, sized(1, [...text('m'), ...text('m'), 2, 3, ...sized(0, []), ...sized(MOST_PAGES, [])])),
    ...section(3, bytes([0, 0])),
    ...section(7, sized(2, [...text('product'), 0, 0, ...text('squared'), 0, 1])),
    ...section(10, sized(2, [...functionBody(true), ...functionBody(false)])),
  ]);

let compiled: WebAssembly.Module | null = null;
const kernels = new WeakMap<ArrayBufferLike, Kernel>();

/** The kernel over a memory, in this thread. */
export const kernelOf = (memory: WebAssembly.Memory): Kernel => {
  let kernel = kernels.get(memory.buffer);
  if (kernel === undefined) {
    compiled ??= new WebAssembly.Module(moduleBytes());
    kernel = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports as unknown as Kernel;
    kernels.set(memory.buffer, kernel);
  }
  return kernel;
};

/** Shared memory of so many bytes; null where there is none to be had of that size. */
export const kernelMemory = (size: number): WebAssembly.Memory | null => {
  const pages = Math.max(1, Math.ceil(size / PAGE));
  if (pages > MOST_PAGES) return null;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (problem) {
    // Each takes room among the addresses of the process, which ends before its memory does.
    if (problem instanceof RangeError) return null;
    throw problem;
  }
};
