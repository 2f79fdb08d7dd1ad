import { expect, test } from 'vitest';
import { shiftIntoSight } from './in-sight.ts';

test.each([
  ['is in sight', { from: 100, to: 300 }, 0],
  ['lies half beyond the end', { from: 320, to: 510 }, -134],
  ['lies beyond the end', { from: 800, to: 1000 }, -624],
  ['lies before the beginning', { from: -50, to: 140 }, 74],
  ['is longer than the room', { from: 100, to: 700 }, -76],
])('a part that %s', (_, part, shift) => {
  expect(shiftIntoSight(part, 400)).toBe(shift);
});
