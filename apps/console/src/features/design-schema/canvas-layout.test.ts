import { expect, test } from 'vitest';
import { edgeGeometry, laneOf, placeTypes } from './canvas-layout.ts';

test('types without a place never stand on each other', () => {
  const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
  const positions = [...placeTypes(keys, new Map()).values()];
  for (const [index, a] of positions.entries()) {
    for (const b of positions.slice(index + 1)) {
      expect(Math.abs(a.x - b.x) > 100 || Math.abs(a.y - b.y) > 60).toBe(true);
    }
  }
});

test('a placed type stays; a new one goes below', () => {
  const placed = placeTypes(['a', 'b'], new Map([['a', { x: 10, y: 20 }]]));
  expect(placed.get('a')).toEqual({ x: 10, y: 20 });
  expect(placed.get('b')?.y).toBeGreaterThan(100);
});

test('lanes alternate around the straight line', () => {
  expect([0, 1, 2, 3, 4].map(laneOf)).toEqual([0, 1, -1, 2, -2]);
});

test('an edge starts and ends at the borders', () => {
  const box = { width: 100, height: 50 };
  const { path, label } = edgeGeometry({ x: 0, y: 0, ...box }, { x: 300, y: 0, ...box }, 0, false);
  expect(path).toBe('M 100 25 Q 200 25 300 25');
  expect(label).toEqual({ x: 200, y: 25 });
});
