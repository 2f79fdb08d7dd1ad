import type { DataProfile } from '@acacia/contract';
import { expect, test } from 'vitest';
import { hubText, hubTypes, insightsOf } from './insights.ts';

const attribute = (
  name: string,
  type: string,
  given: Partial<DataProfile['vertices'][number]['attributes'][number]>,
) => ({ name, type, filled: 8, distinct: 8, min: null, max: null, histogram: [], ...given });

const PROFILE: DataProfile = {
  graph: 'Orchard',
  measured_at: '2026-11-24T00:00:00.000Z',
  sample_rows: 50_000,
  vertices: [
    { type: 'Grower', count: 4, attributes: [attribute('name', 'STRING', { distinct: 4 })] },
    {
      type: 'Harvest',
      count: 8,
      attributes: [
        attribute('crop', 'STRING', {
          distinct: 2,
          histogram: [
            { label: 'Plum', count: 3 },
            { label: 'Apple', count: 5 },
          ],
        }),
        attribute('number', 'INT', { min: '1', max: '8' }),
        attribute('latitude', 'DOUBLE', { min: '51.1', max: '51.3' }),
        attribute('start_lon', 'DOUBLE', { min: '-0.2', max: '0.1' }),
        attribute('weight', 'DOUBLE', { min: '1.5', max: '27' }),
        attribute('picked', 'DATETIME', { min: '2026-09-01 00:00:00', max: '2026-09-08 00:00:00' }),
      ],
    },
  ],
  edges: [
    {
      type: 'picked_by',
      count: 7,
      attributes: [],
      from: ['Harvest'],
      to: ['Grower'],
      directed: true,
      degrees: [
        { label: '0', count: 1 },
        { label: '1', count: 7 },
      ],
    },
    {
      type: 'empty',
      count: 0,
      attributes: [],
      from: ['Grower'],
      to: ['Grower'],
      directed: true,
      degrees: [],
    },
  ],
};

test('says what the data say: hubs, values in common, vertices without edges, and ranges', () => {
  const hub = { edge: 'picked_by', type: 'Grower', id: 'g1', edges: 5 };
  expect(insightsOf(PROFILE, [hub]).map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Most connected Grower: g1 has 5 of 7 picked_by edges (71 %).',
    'Harvest: crop: crop is Apple in 63 % of 8 vertices.',
    'Harvest without picked_by: 1 of 8 has no picked_by (13 %).',
    'Harvest: weight: weight goes from 1.5 to 27.',
    'Harvest: picked: picked goes from 2026-09-01 to 2026-09-08.',
  ]);
});

test('names the hub as a vertex, and a small share as more than none', () => {
  const hub = { edge: 'picked_by', type: 'Grower', id: 'g1', edges: 31 };
  const edges = PROFILE.edges.map((edge) => ({ ...edge, count: 20_000 }));
  expect(insightsOf({ ...PROFILE, edges }, [hub])[0]).toEqual({
    title: 'Most connected Grower',
    text: 'g1 has 31 of 20,000 picked_by edges (< 1 %).',
    vertex: { type: 'Grower', id: 'g1' },
  });
});

test('counts edges that lead to a vertex, from which edges of the type may lead away', () => {
  const hub = { edge: 'follows', type: 'Person', id: '172', edges: 16 };
  const ends = { from: ['Person'], to: ['Person'] };
  const [edge] = PROFILE.edges;
  if (edge === undefined) throw new Error('no edge');
  const text = (directed: boolean) =>
    insightsOf({ ...PROFILE, edges: [{ ...edge, ...ends, type: 'follows', count: 100, directed }] }, [hub])[0]
      ?.text;
  expect(text(true)).toBe('16 of 100 follows edges lead to 172 (16 %).');
  expect(text(false)).toBe('172 has 16 of 100 follows edges (16 %).');
});

test('looks for hubs by edge types that have edges', () => {
  const [edge, ...others] = hubTypes(PROFILE);
  expect(others).toEqual([]);
  expect(edge === undefined ? '' : hubText(edge)).toContain('FROM Harvest:s -(picked_by>:e)- Grower:t');
});

test('says nothing of an empty graph', () => {
  expect(insightsOf({ ...PROFILE, vertices: [], edges: [] }, [])).toEqual([]);
});
