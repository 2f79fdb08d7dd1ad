import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from './language.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['https:', '; secure'],
  ['http:', ''],
])('keeps the choice of a page over %s', (protocol, end) => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol });
  setLanguage('zh');
  expect(page.cookie).toBe(`acacia_language=zh; path=/; max-age=31536000; samesite=lax${end}`);
});
