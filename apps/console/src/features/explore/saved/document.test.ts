import type { WireGraphSchema } from '@acacia/contract';
import { describe, expect, it, vi } from 'vitest';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import { PLAIN_VIEW } from '../view/view.ts';
import { documentOf, keysOf, mergedKeys } from './document.ts';
import { restored } from './restore.ts';

const vertex = (v_type: string, v_id: string) => ({ v_type, v_id, attributes: { name: v_id } });
const edge = (from_id: string, to_id: string, directed: boolean, discriminator?: string) => ({
  e_type: directed ? 'Flight' : 'Near',
  directed,
  from_type: 'Airport',
  from_id,
  to_type: 'Airport',
  to_id,
  attributes: {},
  ...(discriminator === undefined ? {} : { discriminator }),
});
const PARTS = partsOf([
  vertex('Airport', 'A/1'),
  vertex('Airport', 'B,"2"'),
  edge('A/1', 'B,"2"', true),
  edge('A/1', 'B,"2"', true, '2026'),
  edge('B,"2"', 'A/1', false),
]);

describe('a document', () => {
  it('holds keys and places, without attributes, and gives the same keys back', () => {
    const document = documentOf(PARTS, [['Airport/A/1', 1.4, -2.6, true]], PLAIN_VIEW);
    expect(document.vertices).toEqual([
      ['Airport', 'A/1', 1, -3, true],
      ['Airport', 'B,"2"', null, null, false],
    ]);
    expect(JSON.stringify(document)).not.toContain('name":"');
    const keys = keysOf(document);
    expect(keys.vertices).toEqual([...PARTS.vertices.keys()]);
    expect([...keys.edges].sort()).toEqual([...PARTS.edges.keys()].sort());
    expect(keys.places).toEqual([['Airport/A/1', 1, -3, true]]);
  });

  it('merges with another: all elements, the places of the first', () => {
    const mine = keysOf(documentOf(PARTS, [['Airport/A/1', 1, 1, false]], PLAIN_VIEW));
    const other = partsOf([vertex('Airport', 'A/1'), vertex('Airport', 'C')]);
    const places = [
      ['Airport/A/1', 9, 9, false],
      ['Airport/C', 5, 5, false],
    ] as const;
    const both = mergedKeys(mine, keysOf(documentOf(other, places, PLAIN_VIEW)));
    expect(both.vertices).toEqual(['Airport/A/1', 'Airport/B,"2"', 'Airport/C']);
    expect(both.edges.size).toBe(3);
    expect(both.places).toEqual([
      ['Airport/A/1', 1, 1, false],
      ['Airport/C', 5, 5, false],
    ]);
  });
});

it('says which types, vertices and edges are gone, and asks for none of a type that is not there', async () => {
  const subgraph = vi.fn(async () => ({ vertices: [vertex('Airport', 'A/1')], edges: [] }));
  const place = { graph: 'Air', client: { subgraph } } as unknown as GraphPlace;
  const schema = { VertexTypes: [{ Name: 'Airport' }], EdgeTypes: [] } as unknown as WireGraphSchema;
  const keys = keysOf(documentOf(PARTS, [], PLAIN_VIEW));
  const { parts, gone } = await restored(place, schema, {
    ...keys,
    vertices: [...keys.vertices, 'Ship/1', 'Ship/2'],
  });
  expect(parts.vertices.size).toBe(1);
  expect(gone).toBe('Gone since it was saved: the type Ship with 2 vertices, 1 vertex, 3 edges.');
  const vertices = [
    { type: 'Airport', id: 'A/1' },
    { type: 'Airport', id: 'B,"2"' },
  ];
  expect(subgraph).toHaveBeenCalledWith('Air', { vertices }, { signal: undefined });
});
