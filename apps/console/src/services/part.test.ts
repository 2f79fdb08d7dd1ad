import { afterEach, expect, it, vi } from 'vitest';
import { part } from './part.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/Tab.js');

afterEach(() => vi.unstubAllGlobals());

it('a part that is gone is told as such, for the router to reload the page', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await expect(part(() => Promise.reject(missing))).rejects.toBe(missing);
});

it('while the server is away nothing is reloaded: what is the matter is said', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(part(() => Promise.reject(missing))).rejects.toMatchObject({
    status: 0,
    message: 'The server cannot be reached. Check that Acacia is running.',
  });
});
