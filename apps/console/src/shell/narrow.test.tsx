import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNarrow } from './narrow.ts';

afterEach(() => vi.unstubAllGlobals());

it('a wide window is not narrow while it is printed on a narrow sheet, and is measured again afterwards', () => {
  let now = { print: false, narrow: false };
  const lists = new Map<EventTarget, () => boolean>();
  vi.stubGlobal('matchMedia', (media: string) => {
    const list = new EventTarget();
    const matches = (): boolean => (media === 'print' ? now.print : now.narrow);
    lists.set(list, matches);
    return Object.defineProperty(list, 'matches', { get: matches });
  });
  const become = (next: typeof now): void => {
    now = next;
    act(() => {
      for (const [list, matches] of lists)
        list.dispatchEvent(Object.assign(new Event('change'), { matches: matches() }));
    });
  };
  const { result } = renderHook(useNarrow);
  expect(result.current).toBe(false);
  become({ print: true, narrow: true });
  expect(result.current).toBe(false);
  become({ print: false, narrow: true });
  expect(result.current).toBe(true);
  become({ print: true, narrow: true });
  expect(result.current).toBe(true);
});
