/** Lists that many callers get: validated, serialised and compressed once for all of them. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

interface SharedBody {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const shared = new WeakMap<object, { body?: Promise<SharedBody> }>();

/** Marks a list that several calls return unchanged; it must not be modified any more. */
export function share<T extends readonly unknown[]>(list: T): T {
  shared.set(list, {});
  return list;
}

export const isShared = (result: unknown): result is readonly unknown[] =>
  Array.isArray(result) && shared.has(result);

const compress = promisify(gzip);
/** The fastest level: lists are repetitive, so that it compresses them well too. */
const LEVEL = 1;

/**
 * The body of a shared list.
 * @param write serialises the list; called once for each list
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

/** Limit of remembered hashes of valid items. */
const MOST = 20_000;

/**
 * Makes the function that serialises lists. Items that were valid in an earlier list are not validated again.
 * @param check validates an item and returns it as the contract has it
 */
export function createListWriter(check: (item: unknown) => unknown): (list: readonly unknown[]) => string {
  const good = new Set<string>();
  const textOf = (item: unknown): string => {
    const text = JSON.stringify(item);
    const hash = createHash('sha1').update(text).digest('base64');
    if (good.has(hash)) return text;
    const checked = JSON.stringify(check(item));
    // Of the same length: no field was left out; at most their order differs.
    if (checked.length === text.length) {
      if (good.size >= MOST) good.clear();
      good.add(hash);
    }
    return checked;
  };
  return (list) => `[${list.map(textOf).join(',')}]`;
}
