import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccumMap } from './accum-map.ts';
import { accumOps } from './accumulators.ts';
import { addInt, type Int } from './int64.ts';

const key = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 2 ** 45 }),
  fc.constantFrom<unknown>(2n ** 60n, 'text', -1),
);
const amount = fc.oneof(fc.integer(), fc.constantFrom<Int>(Number.MAX_SAFE_INTEGER, 2n ** 62n));

describe('maps of sums', () => {
  it('hold what a plain map holds, in the order in which keys came', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, amount), { maxLength: 60 }), fc.nat(60), (entries, readAt) => {
        const map = new AccumMap(accumOps({ kind: 'sumInt' }));
        const plain = new Map<unknown, Int>();
        entries.forEach(([name, value], at) => {
          map.put(name, value);
          plain.set(name, addInt(plain.get(name) ?? 0, value));
          if (at === readAt) expect(map.get(name)).toBe(plain.get(name));
        });
        expect(map.size).toBe(plain.size);
        expect(map.pairs()).toEqual({ keys: [...plain.keys()], values: [...plain.values()] });
        expect([...map]).toEqual([...plain]);
        map.clear();
        expect(map.size).toBe(0);
        map.put(1, 2);
        expect([...map.entries()]).toEqual([[1, 2]]);
      }),
    );
  });
});
