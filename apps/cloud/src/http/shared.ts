/** Answers that many callers are given: held to the contract, written and compressed once for all of them. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const shared = new WeakMap<object, { written?: Promise<SharedBody> }>();

export interface SharedBody {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

/** Marks a result that is given again as it is, and changed no more. */
export function share<T extends object>(result: T): T {
  shared.set(result, {});
  return result;
}

export const isShared = (result: unknown): result is object =>
  typeof result === 'object' && result !== null && shared.has(result);

const compress = promisify(gzip);
/** Fast: lists hold much that repeats itself, which the lowest level finds too. */
const LEVEL = 1;

/**
 * The body of a shared result.
 * @param write makes its text when it was not made before
 */
export function sharedBody(result: object, write: () => string): Promise<SharedBody> {
  const entry = shared.get(result);
  if (entry === undefined) throw new Error('The result is not shared.');
  entry.written ??= (async () => {
    const plain = Buffer.from(write());
    return { plain, gzipped: await compress(plain, { level: LEVEL }) };
  })();
  return entry.written;
}
