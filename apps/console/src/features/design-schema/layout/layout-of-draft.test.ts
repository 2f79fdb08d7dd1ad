import { expect, test } from 'vitest';
import { EMPTY_DRAFT, type DraftEdge } from '../draft.ts';
import { addEdge, addVertex } from '../draft-edits.ts';
import { isTooLarge } from './layout-of-draft.ts';

test('a schema is too large to be drawn above 5,000 boxes and links, one for each pair', () => {
  const draft = addEdge(addVertex(EMPTY_DRAFT, 'v'), 'e', 'v', 'v');
  const withPairs = (count: number): readonly DraftEdge[] =>
    draft.edges.map((edge) => ({
      ...edge,
      pairs: Array.from({ length: count }, () => ({ from: 'v', to: 'v' })),
    }));
  expect(isTooLarge({ ...draft, edges: withPairs(4_999) })).toBe(false);
  expect(isTooLarge({ ...draft, edges: withPairs(5_000) })).toBe(true);
});
