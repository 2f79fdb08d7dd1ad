import { expect, it, vi } from 'vitest';
import { watchStyles } from './lost-styles.ts';
import { part } from './part.ts';

it('a stylesheet that was lost is fetched again with the next part, which is drawn without it while the server is away', async () => {
  watchStyles();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/Tab.css';
  document.head.append(link);
  link.dispatchEvent(new Event('error'));
  const present = (): HTMLLinkElement | null => document.head.querySelector('link[href="/assets/Tab.css"]');
  const load = vi.fn(() => Promise.resolve('part'));

  // It is lost once more.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const first = part(load);
  expect(present()).not.toBe(link);
  present()?.dispatchEvent(new Event('error'));
  await expect(first).resolves.toBe('part');

  // A server that answers and has it no more is another one.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  const second = part(load);
  present()?.dispatchEvent(new Event('error'));
  await expect(second).rejects.toThrow('Tab.css could not be loaded.');

  const third = part(load);
  present()?.dispatchEvent(new Event('load'));
  await expect(third).resolves.toBe('part');
  const now = present();
  await part(load);
  expect(present()).toBe(now);
});
