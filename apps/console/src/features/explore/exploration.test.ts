import type { WireGraphSchema } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../workspace-tool/wire-graph.ts';
import {
  explore,
  firstOf,
  goneFrom,
  leavesOf,
  neighboursOn,
  NOTHING_EXPLORED,
  roomFor,
  sizeOf,
  sizeWith,
} from './exploration.ts';
import { seedsOf, seedsText } from './seeds.ts';
import { hideVertices, PLAIN_VIEW } from './view/view.ts';

const vertex = (v_id: string, attributes = {}) => ({ v_id, v_type: 'T', attributes });
const edge = (from_id: string, to_id: string) => ({
  e_type: 'E',
  directed: true,
  from_id,
  from_type: 'T',
  to_id,
  to_type: 'T',
  attributes: {},
});
const ABC = partsOf([vertex('a'), vertex('b'), vertex('c'), edge('a', 'b'), edge('b', 'c')]);
const start = explore(NOTHING_EXPLORED, { kind: 'add', parts: ABC });
const keys = (state: { parts: { vertices: ReadonlyMap<string, unknown> } }) =>
  [...state.parts.vertices.keys()].sort();

describe('exploring', () => {
  it('takes edges away with their vertices, and brings all back', () => {
    const without = explore(start, { kind: 'remove', vertices: new Set(['T/b']), edges: new Set() });
    expect(keys(without)).toEqual(['T/a', 'T/c']);
    expect(without.parts.edges.size).toBe(0);
    const back = explore(without, { kind: 'undo' });
    expect(back.parts).toBe(start.parts);
    expect(keys(explore(back, { kind: 'redo' }))).toEqual(['T/a', 'T/c']);
  });

  it('forgets the way forth when something new is done, and stops at both ends', () => {
    const undone = explore(start, { kind: 'undo' });
    expect(explore(undone, { kind: 'undo' })).toBe(undone);
    const other = explore(undone, { kind: 'add', parts: partsOf(vertex('x')) });
    expect(explore(other, { kind: 'redo' })).toBe(other);
  });

  it('removes single edges, keeps a choice, clears', () => {
    const [first] = [...start.parts.edges.keys()];
    const cut = explore(start, { kind: 'remove', vertices: new Set(), edges: new Set([first ?? '']) });
    expect(cut.parts.edges.size).toBe(1);
    expect(cut.parts.vertices.size).toBe(3);
    expect(keys(explore(start, { kind: 'keep', vertices: new Set(['T/a', 'T/b']) }))).toEqual(['T/a', 'T/b']);
    expect(sizeOf(explore(start, { kind: 'clear' }).parts)).toBe(0);
    expect(explore(NOTHING_EXPLORED, { kind: 'clear' })).toBe(NOTHING_EXPLORED);
  });

  it.each([
    ['removing what is not there', { kind: 'remove', vertices: new Set(['T/x']), edges: new Set(['x']) }],
    ['keeping all', { kind: 'keep', vertices: new Set(['T/a', 'T/b', 'T/c']) }],
    ['adding what is there', { kind: 'add', parts: ABC }],
  ] as const)('takes no step by %s, so that what was undone can still be done again', (_, step) => {
    const undone = explore(explore(start, { kind: 'add', parts: partsOf(vertex('d')) }), { kind: 'undo' });
    const after = explore(undone, step);
    expect(after.past).toBe(undone.past);
    expect(keys(explore(after, { kind: 'redo' }))).toEqual(['T/a', 'T/b', 'T/c', 'T/d']);
  });

  it('takes the fresh attributes of vertices that are added again', () => {
    const again = explore(start, { kind: 'add', parts: partsOf(vertex('a', { n: 2 })) });
    expect(again.parts.vertices.get('T/a')?.attributes).toEqual({ n: 2 });
  });

  it('takes fresh attributes without a step, of vertices that are there only', () => {
    const fresh = explore(start, { kind: 'refresh', parts: partsOf([vertex('a', { n: 1 }), vertex('new')]) });
    expect(fresh.parts.vertices.get('T/a')?.attributes).toEqual({ n: 1 });
    expect(fresh.parts.vertices.has('T/new')).toBe(false);
    expect(fresh.past).toBe(start.past);
  });

  it('stays the same where fresh attributes say what is known', () => {
    const refreshed = (state: typeof start, attributes: object) =>
      explore(state, { kind: 'refresh', parts: partsOf([vertex('a', attributes), vertex('new', { n: 1 })]) });
    const known = refreshed(start, { n: 1n, list: [1, 'x'], gone: null });
    expect(known).not.toBe(start);
    expect(refreshed(known, { list: [1, 'x'], n: 1n })).toBe(known);
    expect(refreshed(known, { list: [1, 'y'] })).not.toBe(known);
    expect(refreshed(known, { more: undefined })).not.toBe(known);
    const again = (attributes: object) =>
      explore(known, { kind: 'refresh', parts: partsOf({ ...edge('a', 'b'), attributes }) });
    expect([again({}) === known, again({ w: 1 }) === known]).toEqual([true, false]);
  });
});

describe('the history of the view', () => {
  const filter = { kind: 'vertex', type: 'T', attribute: 'n', operator: '>', value: '1' } as const;
  const filtered = explore(start, { kind: 'view', view: { ...PLAIN_VIEW, filters: [filter] } });

  it('brings filters back with the contents that they were over', () => {
    const less = explore(filtered, { kind: 'remove', vertices: new Set(['T/b']), edges: new Set() });
    const hidden = explore(less, { kind: 'view', view: hideVertices(less.view, ['T/a']) });
    const once = explore(hidden, { kind: 'undo' });
    expect([keys(once), once.view]).toEqual([['T/a', 'T/c'], filtered.view]);
    const thrice = explore(explore(once, { kind: 'undo' }), { kind: 'undo' });
    expect([keys(thrice), thrice.view]).toEqual([['T/a', 'T/b', 'T/c'], PLAIN_VIEW]);
    expect(explore(thrice, { kind: 'redo' }).view.filters).toEqual([filter]);
  });

  it('takes other contents with their view as one step', () => {
    const theirs = explore(filtered, { kind: 'replace', parts: partsOf(vertex('x')), view: PLAIN_VIEW });
    expect(theirs.view).toBe(PLAIN_VIEW);
    const mine = explore(theirs, { kind: 'undo' });
    expect([keys(mine), mine.view]).toEqual([['T/a', 'T/b', 'T/c'], filtered.view]);
    expect(explore(filtered, { kind: 'replace', parts: partsOf(vertex('x')) }).view).toBe(filtered.view);
  });

  it('takes no step for a window of time that moves, nor for a pattern that is written', () => {
    const time = { attribute: 'at', from: 0, to: 1 };
    const pattern = { steps: [{ type: 'T', where: [] }], links: [], limit: 5 };
    const moved = explore(filtered, { kind: 'view', view: { ...filtered.view, time, pattern } });
    expect(moved.view.time).toEqual(time);
    expect(moved.past).toBe(filtered.past);
  });

  it('has the styles to begin with at every step', () => {
    const styles = { looks: { T: { size: 2 } }, rules: [] };
    const styled = explore(filtered, { kind: 'styles', styles });
    expect(styled.view).toMatchObject({ styles, filters: [filter] });
    expect(explore(styled, { kind: 'undo' }).view).toEqual({ ...PLAIN_VIEW, styles });
  });
});

describe('the limit', () => {
  const addition = partsOf([
    vertex('a'),
    ...['p', 'q', 'r'].map((id) => vertex(id)),
    edge('a', 'p'),
    edge('p', 'q'),
    edge('q', 'r'),
  ]);
  it('counts what is there already once', () => {
    expect(sizeWith(start.parts, addition)).toBe(5 + 3 + 3);
  });
  it('finds how many vertices have room, with their edges', () => {
    expect(roomFor(start.parts, addition, 9)).toBe(2);
    const part = firstOf(start.parts, addition, 2);
    expect([...part.vertices.keys()]).toEqual(['T/a', 'T/p', 'T/q']);
    expect(part.edges.size).toBe(2);
    expect(roomFor(start.parts, addition, 100)).toBe(4);
    expect(roomFor(start.parts, addition, 5)).toBe(0);
  });
});

describe('seeds in the address', () => {
  it('go there and back, odd ids included', () => {
    const seeds = [
      { type: 'Airport', id: 'ATL' },
      { type: 'City', id: 'a,b/50%' },
    ];
    expect(seedsOf(seedsText(seeds))).toEqual(seeds);
  });
  it('fit into the head of a request, however long their ids are', () => {
    const seeds = ['x', '火', 'y'].map((sign) => ({ type: 'City', id: sign.repeat(3_900) }));
    const text = seedsText([...seeds, { type: 'City', id: 'Oslo' }]);
    expect(encodeURIComponent(text).length).toBeLessThan(12_000);
    expect(seedsOf(text)).toEqual([seeds[0], seeds[2], { type: 'City', id: 'Oslo' }]);
  });
  it('that make no sense are left out', () => {
    expect(seedsOf('x,/y,Airport/')).toEqual([]);
    expect(seedsOf(undefined)).toEqual([]);
  });
});

describe('types that were dropped', () => {
  const schema = (vertexTypes: readonly string[], edgeTypes: readonly string[]) =>
    ({
      VertexTypes: vertexTypes.map((Name) => ({ Name })),
      EdgeTypes: edgeTypes.map((Name) => ({ Name, Config: { REVERSE_EDGE: `${Name}_back` } })),
    }) as unknown as WireGraphSchema;
  it('have their vertices and edges named, those of reverse edges not', () => {
    const parts = partsOf([
      vertex('a'),
      vertex('b'),
      edge('a', 'b'),
      { ...edge('b', 'a'), e_type: 'E_back' },
    ]);
    const gone = (...[vertices, edges]: Parameters<typeof schema>) => {
      const found = goneFrom({ ...NOTHING_EXPLORED, parts }, schema(vertices, edges));
      return [found.vertices.size, found.edges.size];
    };
    expect(gone(['T'], ['E'])).toEqual([0, 0]);
    expect(gone(['T'], ['F'])).toEqual([0, 2]);
    expect(gone(['U'], ['E'])).toEqual([2, 0]);
  });
  it('are looked for in what an undo or a redo would bring back too', () => {
    const cleared = explore(start, { kind: 'clear' });
    expect([...goneFrom(cleared, schema([], ['E'])).vertices]).toEqual(['T/a', 'T/b', 'T/c']);
    const undone = explore(start, { kind: 'undo' });
    expect(goneFrom(undone, schema(['T'], [])).edges.size).toBe(2);
  });
});

describe('elements that the graph has no more', () => {
  it('are brought back by no undo and no redo, and go without a step', () => {
    const more = explore(start, { kind: 'add', parts: partsOf([vertex('d'), edge('d', 'b')]) });
    const undone = explore(more, { kind: 'undo' });
    const left = explore(undone, { kind: 'gone', vertices: new Set(['T/b']), edges: new Set() });
    expect([keys(left), left.parts.edges.size]).toEqual([['T/a', 'T/c'], 0]);
    expect(left.past).toHaveLength(undone.past.length);
    const redone = explore(left, { kind: 'redo' });
    expect([keys(redone), redone.parts.edges.size]).toEqual([['T/a', 'T/c', 'T/d'], 0]);
    const [first = ''] = start.parts.edges.keys();
    const cut = explore(start, { kind: 'gone', vertices: new Set(), edges: new Set([first]) });
    expect([keys(cut), cut.parts.edges.size]).toEqual([['T/a', 'T/b', 'T/c'], 1]);
  });
});

describe('what hangs on a selection', () => {
  const edges = (...ends: readonly string[]) =>
    ends.map((pair, n) => ({
      ...{ id: `${n}`, type: 'E', directed: n % 2 === 0 },
      ...{ from: pair[0] ?? '', to: pair[1] ?? '' },
    }));
  const leaves = (keys: string, ...ends: readonly string[]) =>
    [...leavesOf(edges(...ends), new Set(keys))].sort().join('');

  it('is every vertex that has edges to it alone', () => {
    expect(leaves('a', 'ab', 'ca', 'ad', 'de')).toBe('bc');
    expect(leaves('ad', 'ab', 'bd', 'ad', 'dc')).toBe('bc');
    // Leaves that are joined to each other or to themselves hold each other.
    expect(leaves('a', 'ab', 'ac', 'bc', 'ad', 'dd', 'ae', 'ae')).toBe('e');
    expect(leaves('a', 'aa', 'bc')).toBe('');
    expect(leaves('', 'ab')).toBe('');
  });

  it('is told with the way of each edge', () => {
    const found = neighboursOn(edges('ab', 'ab', 'ca', 'bc', 'aa'), 'a');
    expect(found.map(({ key, way }) => `${key} ${way}`)).toEqual(['b out', 'b undirected', 'c in', 'a out']);
  });
});
