import { expect, test } from 'vitest';
import { EMPTY_DRAFT, type DraftEdge } from '../draft.ts';
import { addEdge, addVertex } from '../draft-edits.ts';
import { placeBoxes } from './place.ts';
import { widthOf } from './labels.ts';
import { isTooLarge, layoutOf } from './layout-of-draft.ts';
import { NODE_WIDTH } from './shapes.ts';

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

test.each(['by', 'Hafenanlaufe_Schiff', 'written_in_the_language'])(
  'boxes beside each other leave room for the name %s between them',
  (name) => {
    const two = addVertex(addVertex(EMPTY_DRAFT, 'a'), 'b');
    const linked = addEdge(two, 'e', 'a', 'b');
    const draft = { ...linked, edges: linked.edges.map((edge) => ({ ...edge, name })) };
    const [first = 0, second = 0] = [...placeBoxes(layoutOf(draft)).values()]
      .map(({ x }) => x)
      .sort((a, b) => a - b);
    expect(second - first - NODE_WIDTH).toBeGreaterThan(widthOf(name));
  },
);
