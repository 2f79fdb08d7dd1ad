import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accumOps } from './accumulators.ts';
import { addInterval, formatDatetime, parseDatetime } from './datetime.ts';
import type { Heap } from './heap.ts';
import {
  addInt,
  divideInt,
  multiplyInt,
  narrow,
  negateInt,
  parseInteger,
  remainderInt,
  subtractInt,
  toUint,
  truncate,
} from './int64.ts';
import { strings } from './strings.ts';
import { Tuple } from './values.ts';

const wide = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const integers = fc.oneof(wide, fc.maxSafeInteger().map(BigInt), fc.constantFrom(0n, 1n, -1n, 2n ** 53n));

describe('integers', () => {
  it('are what 64-bit arithmetic makes of them', () => {
    const wrap = (value: bigint) => narrow(BigInt.asIntN(64, value));
    fc.assert(
      fc.property(integers, integers, (a, b) => {
        const [x, y] = [narrow(a), narrow(b)];
        expect(addInt(x, y)).toBe(wrap(a + b));
        expect(subtractInt(x, y)).toBe(wrap(a - b));
        expect(multiplyInt(x, y)).toBe(wrap(a * b));
        expect(negateInt(x)).toBe(wrap(-a));
        expect(toUint(x)).toBe(narrow(BigInt.asUintN(64, a)));
        if (b === 0n) {
          expect(() => divideInt(x, y)).toThrow('divider is zero');
          expect(() => remainderInt(x, y)).toThrow('divider is zero');
        } else {
          expect(divideInt(x, y)).toBe(wrap(a / b));
          expect(remainderInt(x, y)).toBe(wrap(a % b));
        }
        expect(parseInteger(String(a), false)).toBe(x);
      }),
    );
  });

  it('come from doubles cut and within 64 bits', () => {
    expect(truncate(-1.9)).toBe(-1);
    expect(truncate(1e300)).toBe(2n ** 63n - 1n);
    expect(truncate(-Infinity)).toBe(-(2n ** 63n));
    expect(truncate(NaN)).toBe(0);
    expect(truncate(2 ** 60)).toBe(2n ** 60n);
  });

  it('are not read from other texts', () => {
    for (const text of ['', 'a', '1.5', '1e3', ' 1', '9223372036854775808']) {
      expect(parseInteger(text, false)).toBeUndefined();
    }
    expect(parseInteger('18446744073709551615', true)).toBe(2n ** 64n - 1n);
    expect(parseInteger('-1', true)).toBeUndefined();
  });
});

describe('dates', () => {
  it('are read in every form that is written', () => {
    expect(parseDatetime('2020-02-29 10:20:30')).toBe(1582971630);
    expect(parseDatetime('2020/2/29 10:20:30')).toBe(1582971630);
    expect(parseDatetime('2020-02-29T10:20:30.000z')).toBe(1582971630);
    expect(parseDatetime('2020-02-29')).toBe(1582934400);
    expect(parseDatetime('1582934400')).toBe(1582934400);
    for (const text of ['2021-02-29', '2020-13-01', '2020-01-01 25:00:00', 'today', '']) {
      expect(parseDatetime(text)).toBeUndefined();
    }
  });

  it('print what was read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(parseDatetime(formatDatetime(seconds))).toBe(seconds);
      }),
    );
  });

  it('keep the day within the month', () => {
    const from = parseDatetime('2020-01-31') ?? 0;
    expect(formatDatetime(addInterval(from, 1, 'MONTH'))).toBe('2020-02-29 00:00:00');
    expect(formatDatetime(addInterval(from, -1, 'YEAR'))).toBe('2019-01-31 00:00:00');
    expect(() => addInterval(from, 1, 'WEEK')).toThrow('unknown interval unit');
  });
});

describe('patterns of texts', () => {
  it('match as LIKE says', () => {
    const cases: [string, string, string, boolean][] = [
      ['abc', 'a%', '', true],
      ['abc', 'A%', '', false],
      ['abc', '_b_', '', true],
      ['abc', 'ab', '', false],
      ['a%c', 'a\\%c', '', true],
      ['abc', 'a\\%c', '', false],
      ['a_c', 'a!_c', '!', true],
      ['b', '[a-c]', '', true],
      ['d', '[^a-c]', '', true],
      ['a', '[!a-c]', '', false],
      ['a]', '%[\\]!]', '', true],
      ['a!', '%[\\]!]', '', true],
      ['a\\', '%[\\]!]', '', false],
      ['a\\', '%[\\\\]', '', true],
      ['[', '[[]', '', true],
      ['[a', '[a', '', true],
      ['-', '[a-]', '', true],
      ['a.b', 'a.b', '', true],
      ['axb', 'a.b', '', false],
      ['a\nb', 'a%b', '', true],
      ['(a)', '(a)', '', true],
    ];
    for (const [text, pattern, escape, expected] of cases) {
      expect([text, pattern, strings.like(text, pattern, escape)]).toEqual([text, pattern, expected]);
    }
  });
});

describe('heaps', () => {
  it('keep the best tuples whatever order they come in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.nat(9))),
        fc.integer({ min: 0, max: 8 }),
        (rows, capacity) => {
          const ops = accumOps({
            kind: 'heap',
            capacity,
            order: [
              { field: 0, descending: true },
              { field: 1, descending: false },
            ],
          });
          const heap = ops.init() as Heap;
          for (const row of rows) ops.add(heap, new Tuple(row));
          const best = rows.toSorted((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, capacity);
          expect([...heap].map((tuple) => tuple.fields)).toEqual(best);
          if (best.length > 0) {
            expect(heap.pop()?.fields).toEqual(best[0]);
            expect([...heap].map((tuple) => tuple.fields)).toEqual(best.slice(1));
          }
        },
      ),
    );
  });
});
