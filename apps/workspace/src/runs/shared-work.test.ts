import { expect, it } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that goes on until it is ended or given up. */
function aWork() {
  let begun = 0;
  const ends: ((text: string) => void)[] = [];
  const make = (signal: AbortSignal): Promise<string> => {
    begun += 1;
    return new Promise((resolve, reject) => {
      ends.push(resolve);
      signal.addEventListener('abort', () => reject(new Error('given up')));
    });
  };
  return { make, ends, begun: () => begun };
}

it('is done once for all who wait, and kept for those who come later', async () => {
  const { make, ends, begun } = aWork();
  const shared = createSharedWork<string>(10, (text) => text.length);
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const first = shared.of('a', leaving.signal, make);
  const second = shared.of('a', staying.signal, make);
  leaving.abort();
  ends[0]?.('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(await shared.of('a', staying.signal, make)).toBe('done');
  expect(begun()).toBe(1);
});

it('is given up when nobody waits, and begun anew by who asks right after', async () => {
  const { make, ends, begun } = aWork();
  const shared = createSharedWork<string>(10, (text) => text.length);
  const leaving = new AbortController();
  const first = shared.of('a', leaving.signal, make);
  leaving.abort();
  const second = shared.of('a', new AbortController().signal, make);
  await expect(first).rejects.toThrow('given up');
  ends[1]?.('again');
  expect(await second).toBe('again');
  expect(await shared.of('a', new AbortController().signal, make)).toBe('again');
  expect(begun()).toBe(2);
});

it('is made again after a failure, and lets the longest unused go', async () => {
  const shared = createSharedWork<string>(6, (text) => text.length);
  const { signal } = new AbortController();
  await expect(shared.of('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let made = 0;
  const text = () => Promise.resolve(`m${++made}`.padEnd(3, '.'));
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await shared.of(key, signal, text);
  // 'c' put 'b' out, and 'b' then 'c'; 'a' stayed.
  expect(made).toBe(4);
});
