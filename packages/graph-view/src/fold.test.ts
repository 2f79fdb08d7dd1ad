import { describe, expect, it } from 'vitest';
import { createChoice } from './choice.ts';
import { foldGroups, foldParallel, groupsByAttribute } from './fold.ts';
import type { GraphData, GraphEdge } from './model.ts';
import { buildScene } from './scene.ts';
import { changeOf, summaryOf } from './summary.ts';
import { cellsOf, graphTable } from './table.ts';

const edge = (id: string, more: Partial<GraphEdge> = {}): GraphEdge => ({
  ...{ id, type: 'Paid', from: id[0] ?? '', to: id[1] ?? '', directed: true },
  ...more,
});
const DATA: GraphData = {
  nodes: [...'abcd'].map((id, i) => ({
    ...{ id, type: i < 3 ? 'Person' : 'Card', label: id.toUpperCase() },
    data: { city: i < 2 ? 'Kyiv' : 'Lviv' },
  })),
  edges: [edge('ab'), edge('ac'), edge('bc'), edge('cd', { type: 'Owns' }), edge('aa')],
};

describe('groups', () => {
  const groups = groupsByAttribute(DATA, 'Person', 'city');
  const folded = foldGroups(DATA, groups);

  it('fold by a value: one vertex for all, edges within left out, edges to one end joined', () => {
    expect(groups.map(({ label, members }) => [label, members])).toEqual([['Kyiv', ['a', 'b']]]);
    const [group] = groups;
    expect(folded.nodes.map(({ id, members }) => [id, members])).toEqual([
      [group?.id, ['a', 'b']],
      ['c', undefined],
      ['d', undefined],
    ]);
    expect(folded.edges).toEqual([
      {
        ...{ id: expect.stringContaining('folded') as string, type: 'Paid', directed: true },
        ...{ from: group?.id, to: 'c', label: 'Paid × 2', members: ['ac', 'bc'] },
        width: expect.closeTo(1.4) as number,
      },
      DATA.edges[3],
    ]);
    expect(foldGroups(DATA, [])).toBe(DATA);
  });

  it('stand in the middle of their members', () => {
    const places = new Map([...'abcd'].map((id, i) => [id, { x: i * 100, y: 10, pinned: false }]));
    const { scene, added } = buildScene(folded, places, {});
    expect([scene.x[0], scene.y[0], added]).toEqual([50, 10, []]);
  });

  it('join edges that could not be told apart', () => {
    const many = { nodes: DATA.nodes, edges: Array.from({ length: 1000 }, (_, i) => edge(`ab${i}`)) };
    const { edges } = foldParallel(many);
    expect(edges.map(({ label, members }) => [label, members?.length])).toEqual([['Paid × 1,000', 1000]]);
    expect(foldParallel(DATA)).toBe(DATA);
    const both = [edge('ab', { directed: false }), edge('ba', { directed: false })];
    expect(foldParallel({ nodes: DATA.nodes, edges: both }, 2).edges).toHaveLength(1);
    const ways = [edge('ab'), edge('ba')];
    expect(foldParallel({ nodes: DATA.nodes, edges: ways }, 2).edges).toEqual(ways);
    // Ids that make the same text when they are put together.
    const alike = [
      ['1', '23'],
      ['12', '3'],
      ['3', '12'],
    ].map(([from = '', to = '']) => ({
      ...edge('ab', { directed: false }),
      ...{ id: `${from} ${to}`, from, to },
    }));
    const nodes = ['1', '23', '12', '3'].map((id) => ({ id, type: 'Person', label: id }));
    expect(foldParallel({ nodes, edges: alike }, 2).edges.map(({ members }) => members)).toEqual([
      undefined,
      ['12 3', '3 12'],
    ]);
  });

  it('are drawn as one and chosen as all, where there are many between two vertices', () => {
    const many = { nodes: DATA.nodes, edges: Array.from({ length: 1000 }, (_, i) => edge(`ab${i}`)) };
    const { scene } = buildScene({ ...many, edges: [...many.edges, edge('cd')] }, new Map(), {});
    expect(scene.edges.map(({ label, type }) => label ?? type)).toEqual(['Paid × 1,000', 'Paid']);
    const choice = createChoice(scene);
    choice.select({ nodes: [], edges: ['ab7', 'cd'] });
    expect(choice.selection().edges).toEqual([...many.edges.map(({ id }) => id), 'cd']);
    const loops = { nodes: DATA.nodes, edges: Array.from({ length: 20 }, (_, i) => edge(`aa${i}`)) };
    expect(Math.max(...buildScene(loops, new Map(), {}).scene.bend)).toBeLessThan(12);
  });

  it('are told in words and in tables, as they are drawn', () => {
    expect(summaryOf(DATA)).toBe('4 vertices (3 Person, 1 Card), 5 edges (4 Paid, 1 Owns)');
    expect(summaryOf({ nodes: [], edges: [] })).toBe('no vertices, no edges');
    expect(changeOf(DATA, folded)).toBe('1 vertex and 1 edge came, 2 vertices and 4 edges went.');
    expect(changeOf(DATA, DATA)).toBe('');
    const nodes = graphTable(folded, 'nodes');
    expect(nodes.columns).toEqual(['Type', 'Vertex', 'Edges', 'city']);
    expect(nodes.rows.map((row) => cellsOf(nodes, row))).toEqual([
      ['Person', 'Kyiv (2 vertices)', '2', ''],
      ['Person', 'C', '3', 'Lviv'],
      ['Card', 'D', '1', 'Lviv'],
    ]);
    const edges = graphTable(folded, 'edges');
    expect(edges.rows.map((row) => cellsOf(edges, row))).toEqual([
      ['Paid × 2', 'Kyiv (2 vertices)', 'C'],
      ['Owns', 'C', 'D'],
    ]);
    const types = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, type: `T${i}`, label: '' }));
    expect(summaryOf({ nodes: types, edges: [] })).toContain('and 4,994 other types'.slice(4));
  });
});
