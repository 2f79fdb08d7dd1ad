import type { EdgeType, VertexType } from '@acacia/language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleSnapshot, shareSnapshot } from './assemble.ts';
import { attributeColumn, integerColumn, openColumn, stringColumn } from './columns.ts';
import { buildEdgeTable, openEdgeTable } from './edge-table.ts';
import type { Adjacency } from './snapshot.ts';
import { buildTextArray } from './text-array.ts';
import { buildVertexTable } from './vertex-table.ts';

const person: VertexType = {
  name: 'Person',
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: true },
  attributes: [{ name: 'age', type: { kind: 'scalar', name: 'INT' } }],
};
const edgeType = (directed: boolean): EdgeType => ({
  name: 'Knows',
  directed,
  pairs: [{ from: 'Person', to: 'Person' }],
  attributes: [],
  discriminator: [],
});

function listed(adjacency: Adjacency): [number, number, number][] {
  const entries: [number, number, number][] = [];
  for (let vertex = 0; vertex < adjacency.offsets.length; vertex += 1) {
    for (let at = adjacency.offsets[vertex] ?? 0; at < (adjacency.ends[vertex] ?? 0); at += 1) {
      entries.push([vertex, adjacency.neighbours[at] ?? -1, adjacency.rows[at] ?? -1]);
    }
  }
  return entries;
}
const byValue = (a: readonly number[], b: readonly number[]): number =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);

describe('text arrays', () => {
  it('give back and find any text', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' })), fc.string(), (texts, other) => {
        const array = buildTextArray(texts, { indexed: true });
        texts.forEach((text, index) => {
          expect(array.get(index)).toBe(text);
          expect(array.find(text)).toBe(index);
        });
        if (!texts.includes(other)) expect(array.find(other)).toBe(-1);
      }),
    );
  });

  it('refuse a number out of range', () => {
    expect(() => buildTextArray(['a'], { indexed: false }).get(1)).toThrow(RangeError);
  });
});

describe('columns', () => {
  it('keep 64-bit integers exactly and take the narrowest form', () => {
    expect(integerColumn([1, -5], false)).toMatchObject({ values: new Int32Array([1, -5]) });
    expect(integerColumn([1, 2 ** 40], false)).toMatchObject({ values: new Float64Array([1, 2 ** 40]) });
    expect(integerColumn([1, 9223372036854775807n], false)).toMatchObject({
      values: new BigInt64Array([1n, 9223372036854775807n]),
    });
    expect(integerColumn([18446744073709551615n], true)).toMatchObject({
      values: new BigUint64Array([18446744073709551615n]),
    });
  });

  it('store equal strings once', () => {
    const column = openColumn(stringColumn(['b', 'a', 'b']));
    if (column.kind !== 'string') throw new Error('expected strings');
    expect([...column.codes]).toEqual([0, 1, 0]);
    expect(column.strings.size).toBe(2);
    expect(column.strings.find('a')).toBe(1);
  });

  it('take collections as JSON text', () => {
    const type = { kind: 'list', element: { kind: 'scalar', name: 'INT' } } as const;
    expect(attributeColumn(type, ['[1,2]'])).toMatchObject({ kind: 'json' });
  });
});

describe('edge tables', () => {
  it('list every edge at both of its ends, sorted by neighbour', () => {
    const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 });
    fc.assert(
      fc.property(edges, fc.boolean(), (pairs, directed) => {
        const table = openEdgeTable(
          buildEdgeTable({
            type: edgeType(directed),
            fromIndex: 0,
            toIndex: 0,
            fromSize: 10,
            toSize: 10,
            from: pairs.map(([a]) => a),
            to: pairs.map(([, b]) => b),
            columns: new Map(),
          }),
        );
        const forward = pairs.map(([a, b], row): [number, number, number] => [a, b, row]);
        const backward = pairs.map(([a, b], row): [number, number, number] => [b, a, row]);
        const both = [...forward, ...backward.filter(([a, b]) => a !== b)];
        expect(listed(table.out)).toEqual((directed ? forward : both).sort(byValue));
        expect(listed(table.in)).toEqual((directed ? backward : both).sort(byValue));
        if (!directed) expect(table.in).toBe(table.out);
      }),
    );
  });
});

describe('snapshots', () => {
  const build = () =>
    assembleSnapshot({
      graph: 'g',
      version: 3,
      vertexTables: [
        buildVertexTable({
          typeIndex: 2,
          type: person,
          ids: ['ann', 'gone', 'bob', 'gone'],
          alive: new Uint8Array([1, 0, 1, 1]),
          columns: new Map([['age', integerColumn([30, 0, 2n ** 60n, 7], false)]]),
        }),
      ],
      edgeTables: [],
      edgeTypes: [edgeType(true)],
    });

  it('look ids up past holes', () => {
    const table = build().vertexTable(2);
    expect(table.count).toBe(3);
    expect(table.lookup('bob')).toBe(2);
    expect(table.lookup('gone')).toBe(3);
    expect(table.lookup('nobody')).toBe(-1);
    expect(table.id(0)).toBe('ann');
    expect(table.column('id')).toMatchObject({ kind: 'string' });
    expect(table.column('none')).toBeUndefined();
  });

  it('travel to another thread and count their memory', () => {
    const snapshot = build();
    const sent = structuredClone(shareSnapshot(snapshot));
    const received = assembleSnapshot(sent);
    expect(received.vertexTableByName('Person')?.lookup('ann')).toBe(0);
    expect(received.bytes).toBe(snapshot.bytes);
    expect(snapshot.bytes).toBeGreaterThan(0);
    expect(received.edgeTables('Knows')).toEqual([]);
    expect(() => received.vertexTable(9)).toThrow(RangeError);
  });
});
