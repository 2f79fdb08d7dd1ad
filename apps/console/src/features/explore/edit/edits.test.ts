import { describe, expect, it } from 'vitest';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import { readValue } from './attribute-value.ts';
import {
  addedAmong,
  deletedKeys,
  differences,
  editRequest,
  madeByOthers,
  NOTHING_STAGED,
  stagedCount,
  stageEdge,
  stageVertex,
  unstaged,
  withStaged,
  writtenElements,
} from './edits.ts';

const A = { type: 'Town', id: 'a' };
const ROAD = {
  e_type: 'Road',
  directed: true,
  from_type: 'Town',
  from_id: 'a',
  to_type: 'Town',
  to_id: 'b',
};
const PARTS = partsOf([
  { v_type: 'Town', v_id: 'a', attributes: { name: 'Ann', people: 3 } },
  { v_type: 'Town', v_id: 'b', attributes: {} },
  { ...ROAD, attributes: { lane: 1, length: 7 } },
]);

describe('staged changes', () => {
  it('of one element are one, which goes when it comes back to what was', () => {
    const once = stageVertex(NOTHING_STAGED, { ...A, before: { people: 3 }, after: { people: 4 } });
    const twice = stageVertex(once, { ...A, before: { people: 4 }, after: { people: 5 } });
    expect(twice.vertices.get('Town/a')).toEqual({ ...A, before: { people: 3 }, after: { people: 5 } });
    const back = stageVertex(twice, { ...A, before: { people: 5 }, after: { people: 3 } });
    expect(stagedCount(back)).toBe(0);
    const added = stageVertex(NOTHING_STAGED, { ...A, before: null, after: {} });
    expect(stagedCount(stageVertex(added, { ...A, before: {}, after: null }))).toBe(0);
    expect(stagedCount(unstaged(once, 'Town/a'))).toBe(0);
  });

  it('are seen on the canvas: a deleted vertex goes with its edges, a new edge needs both ends', () => {
    const without = withStaged(PARTS, stageVertex(NOTHING_STAGED, { ...A, before: {}, after: null }));
    expect([without.vertices.size, without.edges.size]).toEqual([1, 0]);
    const changed = withStaged(
      PARTS,
      stageVertex(NOTHING_STAGED, { ...A, before: { people: 3 }, after: { people: 4 } }),
    );
    expect(changed.vertices.get('Town/a')?.attributes).toEqual({ name: 'Ann', people: 4 });
    const removed = stageEdge(NOTHING_STAGED, { ...ROAD, before: { lane: 1, length: 7 }, after: null });
    expect([withStaged(PARTS, removed).vertices.size, withStaged(PARTS, removed).edges.size]).toEqual([2, 0]);
    const away = stageEdge(NOTHING_STAGED, { ...ROAD, to_id: 'gone', before: null, after: {} });
    expect(withStaged(PARTS, away).edges.size).toBe(1);
    expect(withStaged(PARTS, NOTHING_STAGED)).toBe(PARTS);
  });

  it('bring nothing back that was taken off the canvas; of those that are added nothing is left', () => {
    const added = { ...A, id: 'new', before: null, after: {} };
    const staged = [
      { ...ROAD, before: { length: 7 }, after: { length: 8 } },
      { ...ROAD, to_id: 'new', before: null, after: {} },
    ].reduce(
      stageEdge,
      stageVertex(stageVertex(NOTHING_STAGED, { ...A, before: { people: 3 }, after: { people: 4 } }), added),
    );
    const [, between = ''] = staged.edges.keys();
    const without = { vertices: new Map([...PARTS.vertices].slice(1)), edges: new Map() };
    const shown = withStaged(without, staged);
    expect([[...shown.vertices.keys()], shown.edges.size]).toEqual([['Town/b', 'Town/new'], 0]);
    expect(addedAmong(staged, ['Town/a', 'Town/new', 'Town/b', ...staged.edges.keys()])).toEqual([
      'Town/new',
      between,
    ]);
  });

  it('give way to what others made of them: changed, made or deleted, of vertices and edges', () => {
    const gone = { ...A, id: 'gone', before: {}, after: { people: 1 } };
    const [changed, deleted] = [
      { ...ROAD, before: { length: 7 }, after: { length: 8 } },
      { ...ROAD, to_id: 'c', before: { length: 7 }, after: null },
    ];
    const staged = [changed, deleted].reduce(
      stageEdge,
      stageVertex(stageVertex(NOTHING_STAGED, { ...A, before: null, after: { name: 'mine' } }), gone),
    );
    const {
      keys,
      there,
      gone: away,
    } = madeByOthers(staged, [
      { kind: 'vertex', index: 0, reason: 'exists', now: { name: 'theirs' } },
      { kind: 'vertex', index: 1, reason: 'gone', now: null },
      { kind: 'edge', index: 0, reason: 'changed', now: { length: 9 } },
      { kind: 'edge', index: 1, reason: 'gone', now: null },
    ]);
    expect(stagedCount(keys.reduce(unstaged, staged))).toBe(0);
    expect(there.vertices.get('Town/a')?.attributes).toEqual({ name: 'theirs' });
    expect([...there.edges.values()].map(({ attributes }) => attributes)).toEqual([{ length: 9 }]);
    expect([...away]).toEqual(['Town/gone', [...staged.edges.keys()][1]]);
  });

  it('name what a save deletes, and what it writes with the ends of edges', () => {
    const staged = [
      { ...ROAD, before: null, after: {} },
      { ...ROAD, e_type: 'Rail', to_id: 'c', before: {}, after: null },
    ].reduce(
      stageEdge,
      [
        { ...A, before: null, after: {} },
        { ...A, id: 'gone', before: {}, after: null },
      ].reduce(stageVertex, NOTHING_STAGED),
    );
    const { vertices, edges } = deletedKeys(staged);
    expect([[...vertices], [...edges]]).toEqual([['Town/gone'], [[...staged.edges.keys()][1]]]);
    expect(writtenElements(staged)).toEqual({
      vertices: [A, { type: 'Town', id: 'b' }],
      edgeTypes: ['Road'],
    });
    expect(writtenElements(NOTHING_STAGED)).toEqual({ vertices: [], edgeTypes: [] });
  });

  it('are sent with what differs alone, and what tells parallel edges apart', () => {
    const change = { before: { lane: 1, length: 7 }, after: { lane: 1, length: 8 } };
    const staged = stageEdge(
      stageVertex(NOTHING_STAGED, {
        ...A,
        before: { name: 'Ann', people: 3 },
        after: { name: 'Ann', people: 4 },
      }),
      { ...ROAD, ...change },
    );
    expect(editRequest(staged, () => ['lane'], false)).toEqual({
      overwrite: false,
      vertices: [{ ...A, before: { people: 3 }, after: { people: 4 } }],
      edges: [
        {
          type: 'Road',
          from: A,
          to: { type: 'Town', id: 'b' },
          discriminator: { lane: 1 },
          before: { length: 7 },
          after: { lane: 1, length: 8 },
        },
      ],
    });
    expect(differences(change)).toEqual([{ name: 'length', before: 7, after: 8 }]);
  });
});

it.each([
  ['INT', '9007199254740993', { value: 9007199254740993n }],
  ['INT', '1.5', { problem: 'Please input a valid INT.' }],
  ['UINT', '-1', { problem: 'Please input a valid UINT.' }],
  ['DOUBLE', ' 1e3 ', { value: 1000 }],
  ['DOUBLE', '', { problem: 'Please input a valid DOUBLE.' }],
  ['BOOL', 'yes', { problem: 'Please input a valid BOOL.' }],
  ['DATETIME', '2026-01-02', { value: '2026-01-02 00:00:00' }],
  ['DATETIME', '2026-13-02', { problem: 'Please input a valid DATETIME.' }],
  ['SET', '["a"]', { value: ['a'] }],
  ['MAP', '{', { problem: 'Please write a MAP as JSON.' }],
  ['STRING', ' as it is ', { value: ' as it is ' }],
] as const)('a %s typed as %s', (type, text, read) => {
  expect(readValue(type, text)).toEqual(read);
});
