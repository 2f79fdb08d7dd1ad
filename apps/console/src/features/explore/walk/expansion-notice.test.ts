import type { Expansion } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import { expansionNotice } from './expansion-notice.ts';
import { WHOLE_STEP } from './walk.ts';

const edges = (from: string, count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ e_type: 'Hop', from_type: 'N', to_type: 'N', directed: true, attributes: {} },
    ...{ from_id: from, to_id: `${from}${first + n}` },
  }));
const counted = (count: number): Expansion['counts'] => [{ e_type: 'Hop', direction: 'out', count }];
const named = (...ids: readonly string[]) => ids.map((id) => ({ type: 'N', id }));
const step = (limit: number) => ({ ...WHOLE_STEP, limit });

describe('what is said after an expansion', () => {
  it('of one vertex counts its edges, where some were left out', () => {
    const said = (limit: number, total: number, found = limit) =>
      expansionNotice(named('a'), [step(limit)], partsOf(edges('a', found)), counted(total));
    expect(said(200, 1_000_000)).toBe('200 of 1,000,000 edges were added. Raise the limit to see more.');
    expect(said(10_000, 1_000_000)).toContain('10,000 of 1,000,000 edges were added, the most at once.');
    // Exactly as many as the limit are all.
    expect(said(200, 200)).toBeNull();
    expect(said(200, 0, 0)).toBe('It has no neighbours along these edges.');
  });
  it('of several has no total: an edge between two of them counts for both', () => {
    const found = partsOf([...edges('a', 3), ...edges('b', 1)]);
    const said = (limit: number) => expansionNotice(named('a', 'b'), [step(limit)], found, counted(8));
    expect(said(3)).toBe('4 edges were added, 3 for each vertex at most. Raise the limit to see more.');
    expect(said(4)).toBeNull();
  });
  it('in several steps says that each has a limit, where a vertex reaches one', () => {
    const said = (first: number, second: number) =>
      expansionNotice(named('a'), [step(first), step(second)], partsOf(edges('a', 3)), counted(3));
    expect(said(200, 3)).toContain('the limit of a step');
    expect(said(200, 4)).toBeNull();
  });
});
