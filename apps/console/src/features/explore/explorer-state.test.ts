import { expect, test } from 'vitest';
import { graphDataOf, partsOf } from '../workspace-tool/wire-graph.ts';
import {
  EXPLORER,
  explorer,
  presentSelection,
  type ExplorerAction,
  type ExplorerState,
} from './explorer-state.ts';
import { WHOLE_STEP } from './walk/walk.ts';

const run = (...actions: readonly ExplorerAction[]): ExplorerState => actions.reduce(explorer, EXPLORER);

const begin = (id: number): ExplorerAction => ({ kind: 'begin', id, what: `Request ${id}` });
const end = (id: number): ExplorerAction => ({ kind: 'end', id });
const notice = (id: number): ExplorerAction => ({ kind: 'notice', id, text: `Notice ${id}` });
const dismiss: ExplorerAction = { kind: 'dismissNotice' };

test.each<[string, readonly ExplorerAction[], string | undefined, string | null]>([
  ['none at first', [], undefined, null],
  ['a request', [begin(1)], 'Request 1', null],
  ['its notice stays after it', [begin(1), notice(1), end(1)], undefined, 'Notice 1'],
  ['its notice is dismissed', [begin(1), notice(1), end(1), dismiss], undefined, null],
  ['the next request takes the notice away', [begin(1), notice(1), end(1), begin(2)], 'Request 2', null],
  ['a request takes the place of another', [begin(1), begin(2)], 'Request 2', null],
  ['whose end changes nothing', [begin(1), begin(2), end(1)], 'Request 2', null],
  ['whose notice comes too late', [begin(1), begin(2), notice(1)], 'Request 2', null],
  ['a notice after the end comes too late', [begin(1), end(1), notice(1)], undefined, null],
])('the request under way: %s', (_, actions, what, text) => {
  const state = run(...actions);
  expect(state.request?.what).toBe(what);
  expect(state.notice).toBe(text);
});

test.each<[ExplorerAction, Partial<ExplorerState>]>([
  [
    { kind: 'walk', walk: [{ ...WHOLE_STEP, edgeTypes: ['E'], limit: 5 }, WHOLE_STEP] },
    { walk: [{ ...WHOLE_STEP, edgeTypes: ['E'], limit: 5 }, WHOLE_STEP] },
  ],
  [
    { kind: 'menu', target: { node: null, edge: null, clientX: 1, clientY: 2 } },
    { menu: { node: null, edge: null, clientX: 1, clientY: 2 } },
  ],
  [{ kind: 'menu', target: null }, { menu: null }],
  [{ kind: 'tab', tab: 'styles' }, { tab: 'styles' }],
  [
    { kind: 'tooMany', tooMany: { addition: partsOf([]), size: 6000, room: 3 } },
    { tooMany: { addition: partsOf([]), size: 6000, room: 3 } },
  ],
  [{ kind: 'tooMany', tooMany: null }, { tooMany: null }],
])('$kind changes that alone', (action, changed) => {
  const before = run(begin(1));
  expect(explorer(before, action)).toEqual({ ...before, ...changed });
});

const vertex = (v_id: string) => ({ v_id, v_type: 'T', attributes: {} });
const AB = partsOf([
  vertex('a'),
  vertex('b'),
  { e_type: 'E', directed: true, from_id: 'a', from_type: 'T', to_id: 'b', to_type: 'T', attributes: {} },
]);
const [EDGE = ''] = AB.edges.keys();

test.each([
  ['all of it', ['T/b', 'T/a'], [EDGE], AB, ['T/b', 'T/a'], [EDGE]],
  ['without a vertex that is gone', ['T/a', 'T/x'], [], AB, ['T/a'], []],
  ['without an edge that is gone', ['T/a'], [EDGE], partsOf([vertex('a')]), ['T/a'], []],
  ['nothing, on an empty canvas', ['T/a'], [EDGE], partsOf([]), [], []],
])('what is selected: %s', (_, nodes, edges, parts, leftNodes, leftEdges) => {
  const state = run({ kind: 'select', selection: { nodes, edges } });
  expect(presentSelection(state, graphDataOf(parts))).toEqual({ nodes: leftNodes, edges: leftEdges });
});

test('a selection that is there is the same one', () => {
  const state = run({ kind: 'select', selection: { nodes: ['T/a'], edges: [EDGE] } });
  expect(presentSelection(state, graphDataOf(AB))).toBe(state.selection);
});
