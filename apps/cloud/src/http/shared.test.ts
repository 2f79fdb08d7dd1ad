import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createListWriter, isShared, share, sharedBody } from './shared.ts';

test('a shared list is written once, however many ask', async () => {
  const list = share([{ a: 1 }]);
  const write = vi.fn(() => JSON.stringify(list));
  const bodies = await Promise.all([1, 2, 3].map(() => sharedBody(list, write)));
  expect(write).toHaveBeenCalledTimes(1);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]?.plain.toString()).toBe('[{"a":1}]');
  expect(gunzipSync(bodies[0]?.gzipped ?? '').toString()).toBe('[{"a":1}]');
  expect(isShared(list)).toBe(true);
  expect(isShared([{ a: 1 }])).toBe(false);
});

test('items are held to the contract once, and again when they change', () => {
  const check = vi.fn((item: unknown) => {
    const { a, b } = item as { a: number; b: string };
    if (a > 9) throw new Error('too large');
    return { b, a };
  });
  const write = createListWriter(check);
  expect(write([{ a: 1, b: 'x' }])).toBe('[{"b":"x","a":1}]');
  expect(JSON.parse(write([{ a: 1, b: 'x' }]))).toEqual([{ a: 1, b: 'x' }]);
  expect(check).toHaveBeenCalledTimes(1);
  write([
    { a: 2, b: 'x' },
    { a: 1, b: 'x' },
  ]);
  expect(check).toHaveBeenCalledTimes(2);
  expect(() => write([{ a: 10, b: 'x' }])).toThrow('too large');
  expect(write([])).toBe('[]');
});

test('what the contract does not know is left out every time', () => {
  const write = createListWriter((item) => ({ a: (item as { a: number }).a }));
  expect(write([{ a: 1, secret: 'x' }])).toBe('[{"a":1}]');
  expect(write([{ a: 1, secret: 'x' }])).toBe('[{"a":1}]');
});
