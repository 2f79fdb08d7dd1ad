import { expect, test } from 'vitest';
import { canvasParts, type CanvasState } from './canvas-parts.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { addEdge, addVertex, moveTypes, updateVertex } from '../draft-edits.ts';
import { arrange } from '../layout/arrange.ts';
import { layoutOf } from '../layout/layout-of-draft.ts';

const draft = addEdge(addVertex(addVertex(EMPTY_DRAFT, 'a'), 'b'), 'ab', 'a', 'b');
const state: CanvasState = {
  draft,
  arrangement: arrange(layoutOf(draft)),
  dragged: new Map(),
  selected: new Set(),
  faulty: new Set(),
};

test('a key typed in one type makes that box anew, and nothing else', () => {
  const parts = canvasParts();
  const before = parts(state);
  const after = parts({ ...state, draft: updateVertex(draft, 'a', { name: 'Typed' }) });
  expect(after.nodes[0]).not.toBe(before.nodes[0]);
  expect(after.nodes[1]).toBe(before.nodes[1]);
  expect(after.edges[0]).toBe(before.edges[0]);
});

test('boxes and lines stay as they are when the first edit gives every box the place that it has', () => {
  const parts = canvasParts();
  const before = parts(state);
  const placed = moveTypes(draft, state.arrangement.positions);
  const same = parts({ ...state, draft: placed });
  expect(same.nodes).toBe(before.nodes);
  expect(same.edges).toBe(before.edges);
  const after = parts({ ...state, draft: updateVertex(placed, 'a', { name: 'Typed' }) });
  expect(after.nodes[0]?.data.vertex.name).toBe('Typed');
  expect(after.nodes[1]).toBe(before.nodes[1]);
  expect(after.edges).toBe(before.edges);
});

test('a box that is dragged takes its edge along, which waits for its way around others', () => {
  const parts = canvasParts();
  const before = parts(state);
  const after = parts({ ...state, dragged: new Map([['a', { x: -500, y: 900 }]]) });
  expect(after.nodes[0]?.position).toEqual({ x: -500, y: 900 });
  expect(after.nodes[1]).toBe(before.nodes[1]);
  expect(after.edges[0]?.data?.line.path).not.toBe(before.edges[0]?.data?.line.path);
});

test('boxes have their sizes before they are measured, for the first view and the overview', () => {
  expect(canvasParts()(state).nodes[0]).toMatchObject({ width: 190, measured: { width: 190, height: 73 } });
});

test.each([
  ['beside each other', { x: 294, y: 0 }],
  ['above each other', { x: 0, y: 137 }],
  ['far apart', { x: 500, y: 400 }],
])('names of three links of the same two boxes do not cover each other: boxes %s', (_, at) => {
  const three = ['e1', 'e2', 'e3'].reduce(
    (each, key, nth) => addEdge(each, key, nth === 1 ? 'b' : 'a', nth === 1 ? 'a' : 'b'),
    addVertex(addVertex(EMPTY_DRAFT, 'a', { x: 0, y: 0 }), 'b', at),
  );
  const { edges } = canvasParts()({ ...state, draft: three, arrangement: arrange(layoutOf(three)) });
  const labels = edges.map(({ data }) => data?.line.label ?? { x: 0, y: 0 });
  expect(labels).toHaveLength(3);
  for (const [index, a] of labels.entries())
    for (const b of labels.slice(index + 1))
      expect(Math.abs(a.x - b.x) > 90 || Math.abs(a.y - b.y) > 20).toBe(true);
});

test('links of the same box have their names apart', () => {
  const loops = addEdge(addEdge(addVertex(EMPTY_DRAFT, 'a'), 'e1', 'a', 'a'), 'e2', 'a', 'a');
  const { edges } = canvasParts()({ ...state, draft: loops, arrangement: arrange(layoutOf(loops)) });
  const [one, other] = edges.map(({ data }) => data?.line.label ?? { x: 0, y: 0 });
  expect(Math.abs((one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(20);
});
