import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-input.ts';

it('times go through an input and back', () => {
  const at = '2026-03-29T00:30:00.000Z';
  expect(fromLocalInput(toLocalInput(at))).toBe(at);
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-13-01T00:00')).toBeNull();
});
