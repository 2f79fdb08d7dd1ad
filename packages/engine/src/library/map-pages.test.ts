import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccumMap } from './accum-map.ts';
import { accumOps } from './accumulators.ts';
import type { Int } from './int64.ts';
import { MapPage } from './map-pages.ts';
import { usedBytes } from './meter.ts';

const VERTICES = 6;
const key = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -(2 ** 45), max: 2 ** 45 }));
const amount = fc.oneof(fc.integer(), fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER));
const vertex = fc.nat(VERTICES - 1);
const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ what: fc.constantFrom('add' as const, 'put' as const), vertex, key, amount }),
  },
  fc.record({
    what: fc.constantFrom('read' as const, 'clear' as const, 'cell' as const, 'set' as const),
    vertex,
  }),
);

function contents(page: MapPage, number: number): readonly (readonly [unknown, unknown])[] {
  const { keys, values, start, end } = page.run(number);
  return Array.from({ length: end - start }, (_, at) => [keys[start + at], values[start + at]] as const);
}

/** Plain maps with the expected contents of a page. */
const plainMaps = (): Map<unknown, Int>[] => Array.from({ length: VERTICES }, () => new Map<unknown, Int>());

describe('pages of maps', () => {
  const ops = accumOps({ kind: 'sumInt' });

  it('hold what plain maps hold, in the order in which keys came', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const page = new MapPage(VERTICES, ops);
        const plain = plainMaps();
        for (const taken of steps) {
          const mine = plain[taken.vertex] as Map<unknown, Int>;
          switch (taken.what) {
            case 'add':
              expect(page.log(taken.vertex, taken.key, taken.amount)).toBe(true);
              mine.set(taken.key, ops.add(mine.get(taken.key) ?? 0, taken.amount) as Int);
              break;
            case 'put':
              if (!page.put(taken.vertex, taken.key, taken.amount)) {
                if (page.cell(taken.vertex) === undefined) page.setCell(taken.vertex, new AccumMap(ops));
                (page.cell(taken.vertex) as AccumMap).put(taken.key, taken.amount);
              }
              mine.set(taken.key, ops.add(mine.get(taken.key) ?? 0, taken.amount) as Int);
              break;
            case 'read':
              expect(contents(page, taken.vertex)).toEqual([...mine]);
              break;
            case 'clear':
              page.clear(taken.vertex);
              mine.clear();
              break;
            case 'cell':
              expect([...((page.cell(taken.vertex) as AccumMap | undefined) ?? [])]).toEqual([...mine]);
              break;
            case 'set': {
              const cell = new AccumMap(ops);
              cell.put(7, 1);
              page.setCell(taken.vertex, cell);
              mine.clear();
              mine.set(7, 1);
            }
          }
        }
        plain.forEach((mine, number) => {
          expect(contents(page, number)).toEqual([...mine]);
        });
      }),
    );
  });

  it('hold long runs and few additions to many vertices', () => {
    const size = 100_000;
    const page = new MapPage(size, ops);
    const plain = new Map<unknown, number>();
    const add = (number: number, name: number): void => {
      page.log(number, name, 1);
      if (number === 3) plain.set(name, (plain.get(name) ?? 0) + 1);
    };
    for (let at = 0; at < size; at += 1) add(at % 2 === 0 ? 3 : at, (at * 7919) % 20_011);
    expect(contents(page, 3)).toEqual([...plain]);
    // So few that they go to cells.
    for (let at = 0; at < 100; at += 1) add(3, at * 1000);
    expect(contents(page, 3)).toEqual([...plain]);
    expect(contents(page, 5)).toEqual([[(5 * 7919) % 20_011, 1]]);
    for (let at = 0; at < 2 * size; at += 1) add(at % size, at % 5);
    expect(contents(page, 3)).toEqual([...plain]);
  });

  it('give back what cells took when they are cleared', () => {
    const page = new MapPage(1000, ops);
    const round = (): number => {
      for (let name = 0; name < 30; name += 1) page.log(1, name, 1);
      page.run(1);
      page.clear(1);
      return usedBytes();
    };
    const first = round();
    for (let again = 0; again < 20; again += 1) expect(round()).toBeLessThanOrEqual(first);
  });

  it('leave to cells what is no number', () => {
    const page = new MapPage(1, ops);
    expect(page.log(0, 'a', 1)).toBe(false);
    expect(page.log(0, 1, 2n ** 60n)).toBe(false);
  });
});
