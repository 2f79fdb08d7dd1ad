import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const FRAME = { now: 0, stamp: 1, count: 60_000, length: 20 };

/** The edges that are drawn after so many frames, each so many milliseconds after the one before. */
function drawnAfter(pace: ReturnType<typeof createPace>, frames: number, gap: number, from = 0): number {
  let drawn = 0;
  for (let frame = 1; frame <= frames; frame += 1) drawn = pace.edges({ ...FRAME, now: from + frame * gap });
  return drawn;
}

it('draws fewer edges while frames come late, and all that may be drawn once they come in time', () => {
  const pace = createPace();
  expect(drawnAfter(pace, 5, 16)).toBe(25_000);
  expect(drawnAfter(pace, 3, 90, 1000)).toBeLessThan(10_000);
  expect(drawnAfter(pace, 40, 200, 2000)).toBe(1500);
  expect(drawnAfter(pace, 100, 16, 20_000)).toBe(25_000);
});

it('keeps its number after a pause, and draws few where edges are long, and no more than there are', () => {
  const pace = createPace();
  pace.edges(FRAME);
  expect(pace.edges({ ...FRAME, now: 60_000 })).toBe(25_000);
  expect(pace.edges({ ...FRAME, now: 60_016, length: 500 })).toBe(2000);
  expect(pace.edges({ ...FRAME, now: 60_032, count: 400 })).toBe(400);
});

it('learns nothing from the pace of a layout', () => {
  const pace = createPace();
  for (let frame = 0; frame < 20; frame += 1) pace.edges({ ...FRAME, now: frame * 250, stamp: frame });
  expect(pace.edges({ ...FRAME, now: 5100, stamp: 19 })).toBeGreaterThan(10_000);
});
