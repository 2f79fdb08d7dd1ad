import { expect, it, vi } from 'vitest';
import { watchStyles } from './lost-styles.ts';
import { part } from './part.ts';

it('a stylesheet that was lost is fetched again before the next part is loaded', async () => {
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
  await expect(first).rejects.toMatchObject({ status: 0 });
  expect(load).not.toHaveBeenCalled();

  const second = part(load);
  present()?.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBe('part');
  const now = present();
  await part(load);
  expect(present()).toBe(now);
});
