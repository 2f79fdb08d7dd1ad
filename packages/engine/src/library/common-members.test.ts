import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ComparedSet, type SetOperator, asSet, sizeOfSets } from './common-members.ts';

const member = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(0.5, 2 ** 30, 'a', 'b', true));
const set = fc.array(member).map((members) => new Set<unknown>(members));
const OPERATORS: readonly SetOperator[] = ['UNION', 'INTERSECT', 'MINUS'];

/** The members of a set that another one has, or has not. */
const those = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>, had: boolean): readonly unknown[] =>
  [...a].filter((one) => b.has(one) === had);

const sizeMade = (op: SetOperator, a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): number =>
  op === 'UNION' ? new Set([...a, ...b]).size : those(a, b, op === 'INTERSECT').length;

describe('sizes of sets that are not made', () => {
  it('are those of the sets', () => {
    fc.assert(
      fc.property(fc.array(set, { minLength: 1 }), fc.array(set), (left, right) => {
        const compared = left.map((one) => new ComparedSet(one));
        // Several are compared in turn, so that one is marked where the other was.
        for (const other of right) {
          left.forEach((one, index) => {
            for (const op of OPERATORS) {
              const size = sizeOfSets(op, compared[index] as ComparedSet, other);
              expect(size).toBe(sizeMade(op, asSet(one), other));
            }
          });
        }
      }),
    );
  });
});
