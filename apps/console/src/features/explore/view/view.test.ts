import type { ExplorationView, StyleRule } from '@acacia/contract';
import type { GraphData } from '@acacia/graph-view';
import { describe, expect, it } from 'vitest';
import { histogram, momentText, secondsOf } from './moments.ts';
import { figuresOf } from './statistics.ts';
import { styledGraph } from './style-rules.ts';
import { countOf, groupId, visibleGraph } from './visible.ts';
import { grouped, hideVertices, meets, PLAIN_VIEW, showAll, toggleClass } from './view.ts';

const airport = (id: string, state: string, runways: number) => ({
  id,
  type: 'Airport',
  label: id,
  data: { state, runways },
});
const flight = (id: string, from: string, to: string, at: string) => ({
  id,
  type: 'Flight',
  from,
  to,
  directed: true,
  data: { at },
});
const DATA: GraphData = {
  nodes: [airport('A', 'GA', 5), airport('B', 'IL', 8), airport('C', 'GA', 1), airport('D', '', 3)],
  edges: [
    flight('1', 'A', 'B', '2026-01-01 10:00:00'),
    flight('2', 'B', 'C', '2026-02-01 10:00:00'),
    flight('3', 'B', 'D', '2026-03-01 10:00:00'),
  ],
};
const view = (change: Partial<ExplorationView>): ExplorationView => ({ ...PLAIN_VIEW, ...change });
const ids = ({ nodes, edges }: GraphData) =>
  `${nodes.map(({ id }) => id).join('')} ${edges.map(({ id }) => id).join('')}`;

describe('the graph in sight', () => {
  it('is the whole graph, the same object, where nothing is taken away', () => {
    expect(visibleGraph(DATA, PLAIN_VIEW)).toBe(DATA);
  });

  it('loses what a filter, a hidden vertex, the window of time takes, with its edges', () => {
    const large = {
      kind: 'vertex',
      type: 'Airport',
      attribute: 'runways',
      operator: '>=',
      value: '3',
    } as const;
    expect(ids(visibleGraph(DATA, view({ filters: [large] })))).toBe('ABD 13');
    expect(ids(visibleGraph(DATA, hideVertices(PLAIN_VIEW, ['B'])))).toBe('ACD ');
    expect(toggleClass(toggleClass(PLAIN_VIEW, 'k'), 'k')).toEqual(PLAIN_VIEW);
    const [from = 0, to = 0] = ['2026-01-15', '2026-02-15'].map((day) => secondsOf(day));
    expect(ids(visibleGraph(DATA, view({ time: { attribute: 'at', from, to } })))).toBe('ABCD 2');
    expect(showAll(hideVertices(PLAIN_VIEW, ['B']))).toEqual(PLAIN_VIEW);
  });

  it('folds groups to one vertex, and a vertex is in one group', () => {
    const folded = visibleGraph(DATA, grouped(PLAIN_VIEW, 'South', ['A', 'C']));
    expect(folded.nodes.map(({ id }) => id).sort()).toEqual(['B', 'D', groupId(0)]);
    expect(folded.edges).toHaveLength(3);
    expect(countOf(folded.nodes)).toBe(4);
    const twice = grouped(grouped(PLAIN_VIEW, 'South', ['A', 'C']), 'All', ['A', 'B', 'C', 'D']);
    expect(twice.groups.map(({ name }) => name)).toEqual(['All']);
    expect(visibleGraph(DATA, twice).edges).toEqual([]);
  });
});

it.each([
  [7, '>', '6', true],
  [10n, '>', '9', true],
  ['10', '>', '9', false],
  ['2026-01-01 00:00:00', '<', '2026-01-02', true],
  ['Atlanta', 'contains', 'LANT', true],
  [true, '=', 'true', true],
  [undefined, '=', '', true],
  [7, '=', 'x', false],
  [7, '!=', '7.0', false],
] as const)('%s %s %s: %s', (value, operator, wanted, expected) => {
  expect(meets(value, { operator, value: wanted })).toBe(expected);
});

describe('styles by rule', () => {
  const rule = { id: '1', kind: 'vertex', type: 'Airport', attribute: 'runways' } as const;
  it('of several the first that says something counts, and the legend keeps the order', () => {
    const first: StyleRule = { ...rule, by: 'condition', operator: '>', value: '7', color: '#ff0000' };
    const second: StyleRule = { ...rule, id: '2', by: 'value', attribute: 'state' };
    const { data, legend } = styledGraph(DATA, [first, second]);
    expect(data.nodes[1]?.color).toBe('#ff0000');
    expect(data.nodes[0]?.color).not.toBe('#ff0000');
    expect(data.nodes[0]?.color).toBe(data.nodes[2]?.color);
    expect(legend.map(({ rule: { id } }) => id)).toEqual(['1', '2']);
  });

  it('run along numbers, by colour or size, of vertices and edges', () => {
    const edgeRule = { ...rule, id: '3', kind: 'edge', type: 'Flight', attribute: 'at' } as const;
    const { data } = styledGraph(DATA, [
      { ...rule, by: 'scale', channel: 'color' },
      { ...rule, id: '2', by: 'scale', channel: 'size' },
      { ...edgeRule, by: 'scale', channel: 'size' },
    ]);
    expect(new Set(data.nodes.map(({ color }) => color)).size).toBe(4);
    expect(data.nodes[1]?.size).toBeGreaterThan(data.nodes[2]?.size ?? 9);
    expect(data.edges[2]?.width).toBeGreaterThan(data.edges[0]?.width ?? 9);
  });
});

it('moments are read as workspaces print them', () => {
  expect(secondsOf('1970-01-02 00:00:01')).toBe(86_401);
  expect([secondsOf('ATL'), secondsOf(7), secondsOf('2026-99-99')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(momentText(86_401)).toBe('1970-01-02 00:00');
  expect(histogram([0, 1, 9, 10], [0, 10], 2)).toEqual([2, 2]);
});

it('figures of an attribute', () => {
  expect(figuresOf(DATA.nodes, 'runways')).toMatchObject({
    count: 4,
    missing: 0,
    distinct: 4,
    numbers: { least: '1', most: '8', mean: '4.25', sum: '17' },
  });
  expect(figuresOf(DATA.nodes, 'state')).toMatchObject({
    missing: 1,
    numbers: null,
    bars: [
      { label: 'GA', count: 2 },
      { label: 'IL', count: 1 },
    ],
  });
  expect(figuresOf(DATA.edges, 'at').numbers).toEqual({
    least: '2026-01-01 10:00',
    most: '2026-03-01 10:00',
  });
});
