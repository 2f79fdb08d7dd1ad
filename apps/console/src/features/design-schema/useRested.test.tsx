import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRested } from './useRested.ts';

afterEach(() => vi.useRealTimers());

it('holds back what is typed until the typing rests, and gives a choice at once', async () => {
  vi.useFakeTimers();
  let draws = 0;
  const { result, rerender } = renderHook(
    ({ value, isTyping }) => {
      draws += 1;
      return useRested(value, isTyping);
    },
    { initialProps: { value: 'a', isTyping: true } },
  );
  for (const value of ['ab', 'abc', 'abcd']) {
    rerender({ value, isTyping: true });
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(result.current).toBe('a');
  }
  expect(draws).toBe(4);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current).toBe('abcd');
  rerender({ value: 'chosen', isTyping: false });
  expect(result.current).toBe('chosen');
  rerender({ value: 'chosen and typed', isTyping: true });
  expect(result.current).toBe('chosen');
});
