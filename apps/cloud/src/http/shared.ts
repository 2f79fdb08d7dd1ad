/** Lists that many callers are given: held to the contract, written and compressed once for all of them. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

interface SharedBody {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const shared = new WeakMap<object, { body?: Promise<SharedBody> }>();

/** Marks a list that is given again as it is, and changed no more. */
export function share<T extends readonly unknown[]>(list: T): T {
  shared.set(list, {});
  return list;
}

export const isShared = (result: unknown): result is readonly unknown[] =>
  Array.isArray(result) && shared.has(result);

const compress = promisify(gzip);
/** Fast: lists hold much that repeats itself, which the lowest level finds too. */
const LEVEL = 1;

/**
 * The body of a shared list.
 * @param write makes its text when it was not made before
 */
export function sharedBody(list: readonly unknown[], write: () => string): Promise<SharedBody> {
  const entry = shared.get(list);
  if (entry === undefined) throw new Error('The list is not shared.');
  entry.body ??= (async () => {
    const plain = Buffer.from(write());
    return { plain, gzipped: await compress(plain, { level: LEVEL }) };
  })();
  return entry.body;
}

/** Items that are remembered to hold to the contract. */
const MOST = 20_000;

/**
 * Writes lists, most items of which are what they were the last time: those are not held to the contract again.
 * @param check gives an item as the contract has it
 */
export function createListWriter(check: (item: unknown) => unknown): (list: readonly unknown[]) => string {
  const good = new Set<string>();
  const textOf = (item: unknown): string => {
    const text = JSON.stringify(item);
    const hash = createHash('sha1').update(text).digest('base64');
    if (good.has(hash)) return text;
    const checked = JSON.stringify(check(item));
    // As long as before: nothing was left out, at most the order of the fields is another.
    if (checked.length === text.length) {
      if (good.size >= MOST) good.clear();
      good.add(hash);
    }
    return checked;
  };
  return (list) => `[${list.map(textOf).join(',')}]`;
}
