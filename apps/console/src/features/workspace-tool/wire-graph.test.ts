import { describe, expect, it } from 'vitest';
import { walkableEdgeTypes } from './graph-queries.ts';
import { edgeKey, graphDataOf, labelOf, merged, partsOf, vertexOfKey } from './wire-graph.ts';
import { WireGraphSchema } from '@acacia/contract';

const vertex = (v_id: string, attributes: Record<string, unknown> = {}) => ({
  v_id,
  v_type: 'Airport',
  attributes,
});
const edge = (from_id: string, to_id: string, more: Record<string, unknown> = {}) => ({
  e_type: 'Flight',
  directed: true,
  from_id,
  from_type: 'Airport',
  to_id,
  to_type: 'Airport',
  attributes: { count: 3 },
  ...more,
});

describe('parts of an answer', () => {
  it('are found at any depth, each once, with the attributes of all its copies', () => {
    const parts = partsOf([
      { S: [vertex('ATL', { city: 'Atlanta' }), vertex('ORD')] },
      { deep: { list: [{ e: edge('ATL', 'ORD') }, [vertex('ATL', { '@n': 2n })]] } },
      { text: 'ATL', number: 1, nothing: null },
    ]);
    expect([...parts.vertices.keys()].sort()).toEqual(['Airport/ATL', 'Airport/ORD']);
    expect(parts.vertices.get('Airport/ATL')?.attributes).toEqual({ city: 'Atlanta', '@n': 2n });
    expect(parts.edges.size).toBe(1);
  });

  it('hold the ends of edges that were printed alone', () => {
    const parts = partsOf([{ '@@edges': [edge('ATL', 'LAX')] }]);
    expect(parts.vertices.get('Airport/LAX')).toEqual(vertex('LAX'));
    expect(graphDataOf(parts).edges[0]).toMatchObject({
      from: 'Airport/ATL',
      to: 'Airport/LAX',
      directed: true,
    });
  });

  it('are nothing where there are neither vertices nor edges', () => {
    expect(partsOf([{ x: 1 }, { rows: [{ id: 'a', type: 'b' }] }]).vertices.size).toBe(0);
  });

  it('count an undirected edge once whichever end comes first, and keep discriminators apart', () => {
    const there = edge('A', 'B', { directed: false });
    const back = edge('B', 'A', { directed: false });
    expect(edgeKey(there)).toBe(edgeKey(back));
    expect(edgeKey(edge('A', 'B'))).not.toBe(edgeKey(edge('B', 'A')));
    expect(edgeKey(edge('A', 'B', { discriminator: '1' }))).not.toBe(
      edgeKey(edge('A', 'B', { discriminator: '2' })),
    );
  });

  it('merge', () => {
    const both = merged(partsOf(vertex('ATL', { a: 1 })), partsOf([vertex('ATL', { b: 2 }), vertex('X')]));
    expect(both.vertices.get('Airport/ATL')?.attributes).toEqual({ a: 1, b: 2 });
    expect(both.vertices.size).toBe(2);
  });

  it('go back from key to type and id, slashes in ids included', () => {
    expect(vertexOfKey('Airport/a/b')).toEqual({ type: 'Airport', id: 'a/b' });
  });
});

describe('labels', () => {
  it('are ids, or names where the id is a number, or the attribute chosen', () => {
    expect(labelOf(vertex('ATL', { name: 'Atlanta' }))).toBe('ATL');
    expect(labelOf(vertex('17', { name: 'Atlanta' }))).toBe('Atlanta');
    expect(labelOf(vertex('r17', { title: 'Atlanta' }))).toBe('Atlanta');
    expect(labelOf(vertex('17', { born: 1990, full_name: 'Ann Lee' }))).toBe('Ann Lee');
    expect(labelOf(vertex('17', { lastName: 'Lee', name: 'Ann' }))).toBe('Ann');
    expect(labelOf(vertex('17', { full_name: '', rename: 'x' }))).toBe('17');
    expect(labelOf(vertex('17', {}))).toBe('17');
    expect(labelOf(vertex('x'.repeat(4096), {}))).toBe(`${'x'.repeat(120)}…`);
    expect(labelOf(vertex('17', { name: `${'y'.repeat(119)}😀` }))).toBe(`${'y'.repeat(119)}…`);
    expect(labelOf(vertex('ATL', { city: 'Atlanta' }), { Airport: 'city' })).toBe('Atlanta');
    expect(labelOf(vertex('ATL', { n: 9007199254740993n }), { Airport: 'n' })).toBe('9007199254740993');
  });
});

it('places vertices on the earth by attributes with the usual names, where these are degrees', () => {
  const places = (attributes: Record<string, unknown>) =>
    graphDataOf(partsOf(vertex('A', attributes))).nodes[0]?.place;
  expect(places({ LAT: 1.5, Lng: -170, label: 'x' })).toEqual({ latitude: 1.5, longitude: -170 });
  expect(places({ latitude: 91, lat: 9, longitude: 181, long: 8 })).toEqual({ latitude: 9, longitude: 8 });
  expect(places({ latitude: 0, longitude: 0 })).toBeUndefined();
  expect(places({ latitude: '5', longitude: 5 })).toBeUndefined();
  expect(places({ latitude: 5, lone: 5 })).toBeUndefined();
});

it('names edges by the attribute chosen for their type, where they have a value', () => {
  const parts = partsOf([
    edge('A', 'B', { attributes: { count: 3n, note: 'x'.repeat(4096) } }),
    edge('B', 'A', { attributes: { count: '', note: null } }),
    edge('A', 'B', { e_type: 'Near', attributes: { count: 1 } }),
  ]);
  const labels = (attributes: Record<string, string>) =>
    graphDataOf(parts, attributes).edges.map(({ label }) => label);
  expect(labels({ Flight: 'count' })).toEqual(['3', undefined, undefined]);
  expect(labels({ Flight: 'note' })).toEqual([`${'x'.repeat(120)}…`, undefined, undefined]);
  expect(labels({ Flight: 'other', Airport: 'count' })).toEqual([undefined, undefined, undefined]);
});

describe('the calls', () => {
  const schema = WireGraphSchema.parse({
    GraphName: 'g',
    VertexTypes: [],
    EdgeTypes: [
      { Name: 'Flight', IsDirected: true, Config: { REVERSE_EDGE: 'reverse_Flight' } },
      { Name: 'reverse_Flight', IsDirected: true },
      { Name: 'Near', IsDirected: false },
    ],
  });
  it('leave reverse edges out', () => {
    const types = walkableEdgeTypes(schema);
    expect(types.map((type) => type.Name)).toEqual(['Flight', 'Near']);
  });
});
