import { expect, test } from 'vitest';
import { OUTGROWS, readableNames, zoomStep, type Named } from './readable.ts';

/** A row of 100 names, 250 apart; the last is the weightiest. */
const NAMES: readonly Named[] = Array.from({ length: 100 }, (_, index) => ({
  key: `k${index}`,
  name: `Type_${index}`,
  x: index * 250,
  y: 0,
  weight: index,
}));

test('zoomed in, all names are drawn', () => {
  expect(readableNames(NAMES, 1, OUTGROWS).size).toBe(100);
});

test('zoomed out, the weightier ones are, and none covers another', () => {
  const zoom = zoomStep(0.1);
  const shown = readableNames(NAMES, zoom, OUTGROWS);
  expect(shown.has('k99')).toBe(true);
  expect(shown.size).toBeGreaterThan(10);
  const xs = NAMES.filter(({ key }) => shown.has(key)).map(({ x }) => x * zoom);
  // Seven letters of seven pixels.
  expect(Math.min(...xs.slice(1).map((x, index) => x - (xs[index] ?? 0)))).toBeGreaterThan(49);
});

test('letters are never smaller than at their own zoom', () => {
  for (const zoom of [0.03, 0.34, 0.7, 1, 2]) expect(zoomStep(zoom)).toBeLessThanOrEqual(zoom + 1e-9);
});
