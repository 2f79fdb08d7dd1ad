import { repeats } from '@acacia/base/testing';
import type { EdgeType, VertexType } from '@acacia/language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributeColumn } from './columns.ts';
import { buildEdgeTable, openEdgeTable, type SharedEdgeTable } from './edge-table.ts';
import { patchEdges } from './patch-edges.ts';
import { patchVertices } from './patch-vertices.ts';
import type { Adjacency } from './snapshot.ts';
import type { EdgeChange, VertexChange } from './table-changes.ts';
import { buildVertexTable, openVertexTable, type SharedVertexTable } from './vertex-table.ts';

const VERTICES = 6;

const edgeType = (directed: boolean): EdgeType => ({
  name: 'E',
  directed,
  pairs: [{ from: 'V', to: 'V' }],
  attributes: [
    { name: 'day', type: { kind: 'scalar', name: 'INT' } },
    { name: 'text', type: { kind: 'scalar', name: 'STRING' } },
  ],
  discriminator: ['day'],
});

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly day: number;
  readonly text: string;
}

const keyOf = ({ from, to, day }: Edge): string => `${from} ${to} ${day}`;

const tableOf = (type: EdgeType, edges: readonly Edge[]): SharedEdgeTable =>
  buildEdgeTable({
    type,
    fromIndex: 0,
    toIndex: 0,
    fromSize: VERTICES,
    toSize: VERTICES,
    from: edges.map(({ from }) => from),
    to: edges.map(({ to }) => to),
    columns: new Map([
      [
        'day',
        attributeColumn(
          { kind: 'scalar', name: 'INT' },
          edges.map(({ day }) => BigInt(day)),
        ),
      ],
      [
        'text',
        attributeColumn(
          { kind: 'scalar', name: 'STRING' },
          edges.map(({ text }) => text),
        ),
      ],
    ]),
  });

/** The entries of a direction with the values of their rows, in the order of a loop over them. */
function listed(shared: SharedEdgeTable, side: 'out' | 'in'): string[] {
  const table = openEdgeTable(shared);
  const { offsets, ends, neighbours, rows }: Adjacency = table[side];
  const [day, text] = [table.column('day'), table.column('text')];
  if (day?.kind !== 'number' || text?.kind !== 'string') throw new Error('Columns are not there');
  const found: string[] = [];
  for (let vertex = 0; vertex < VERTICES; vertex += 1) {
    let before = -1;
    for (let at = offsets[vertex] as number; at < (ends[vertex] as number); at += 1) {
      const [neighbour, row] = [neighbours[at] as number, rows[at] as number];
      expect(neighbour).toBeGreaterThanOrEqual(before);
      before = neighbour;
      const ends = `${table.from[row]}>${table.to[row]}`;
      found.push(
        `${vertex}-${neighbour} ${ends} ${day.values[row]} ${text.strings.get(text.codes[row] as number)}`,
      );
    }
  }
  return found.sort();
}

const vertex = fc.integer({ min: 0, max: VERTICES - 1 });
const edge = fc.record({
  from: vertex,
  to: vertex,
  day: fc.integer({ min: 0, max: 2 }),
  text: fc.string({ maxLength: 3, unit: 'grapheme' }),
});
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('put' as const), edges: fc.array(edge, { maxLength: 4 }) }),
  },
  fc.record({ kind: fc.constant('gone' as const), edges: fc.array(edge, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('ends' as const), vertex }),
);

describe('an edge table that is patched', () => {
  it.each([true, false])('is what it would be if it were built anew (directed: %s)', (directed) => {
    const type = edgeType(directed);
    const inOrder = (each: Edge): Edge =>
      directed || each.from <= each.to ? each : { ...each, from: each.to, to: each.from };
    const uniqueByKey = (edges: readonly Edge[]): Edge[] => [
      ...new Map(edges.map(inOrder).map((each) => [keyOf(each), each])).values(),
    ];
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 12 }), fc.array(step, { maxLength: 8 }), (given, steps) => {
        const first = uniqueByKey(given);
        const model = new Map(first.map((each) => [keyOf(each), each]));
        let table = tableOf(type, first);
        const versions: { readonly table: SharedEdgeTable; readonly was: readonly string[] }[] = [];
        for (const each of steps) {
          versions.push({ table, was: [...listed(table, 'out'), ...listed(table, 'in')] });
          const changes: EdgeChange[] = [];
          if (each.kind === 'ends') {
            for (const end of ['from', 'to'] as const) {
              changes.push({ kind: 'goneEnds', end, numbers: [each.vertex] });
            }
            for (const [key, { from, to }] of model) {
              if (from === each.vertex || to === each.vertex) model.delete(key);
            }
          } else {
            const edges = uniqueByKey(each.edges);
            const rows = edges.map(({ from, to, day, text }) => ({ from, to, values: [BigInt(day), text] }));
            const put = each.kind === 'put';
            changes.push({ kind: put ? 'putEdges' : 'goneEdges', attributes: ['day', 'text'], rows });
            for (const one of edges)
              if (put) model.set(keyOf(one), one);
              else model.delete(keyOf(one));
          }
          const patched = patchEdges(table, changes, VERTICES, VERTICES);
          if (patched === null) throw new Error('The table cannot be patched');
          table = patched;
          const anew = tableOf(type, [...model.values()]);
          expect(table.count).toBe(model.size);
          expect(listed(table, 'out')).toEqual(listed(anew, 'out'));
          expect(listed(table, 'in')).toEqual(listed(anew, 'in'));
        }
        for (const { table: old, was } of versions) {
          expect([...listed(old, 'out'), ...listed(old, 'in')]).toEqual(was);
        }
      }),
      { numRuns: repeats(50, 150) },
    );
  });

  const star = Array.from({ length: 600 }, (_, day): Edge => ({
    from: 0,
    to: day % VERTICES,
    day,
    text: 'a',
  }));
  const putText = ({ from, to, day }: Edge, texts: readonly string[]): EdgeChange => ({
    kind: 'putEdges',
    attributes: ['day', 'text'],
    rows: texts.map((text) => ({ from, to, values: [BigInt(day), text] })),
  });

  it.each([true, false])('is compacted where long lists changed often (directed: %s)', (directed) => {
    const model = star.map((each) => ({ ...each }));
    const first = tableOf(edgeType(directed), star);
    const was = [...listed(first, 'out'), ...listed(first, 'in')];
    let table = first;
    let longest = 0;
    for (let turn = 0; turn < 160; turn += 1) {
      const one = model[(turn * 7) % model.length] as (typeof model)[number];
      const patched = patchEdges(table, [putText(one, [`b${turn}`])], VERTICES, VERTICES);
      if (patched === null) throw new Error('The table cannot be patched');
      table = patched;
      longest = Math.max(longest, table.out.neighbours.length);
      model[(turn * 7) % model.length] = { ...one, text: `b${turn}` };
    }
    expect(longest).toBeGreaterThan(60_000);
    expect(table.out.neighbours.length).toBeLessThan(longest);
    const anew = tableOf(edgeType(directed), model);
    for (const side of ['out', 'in'] as const) expect(listed(table, side)).toEqual(listed(anew, side));
    expect(table.count).toBe(star.length);
    expect([...listed(first, 'out'), ...listed(first, 'in')]).toEqual(was);
  });

  it('is to be built anew where most of its texts are of no edge any more', () => {
    const texts = Array.from({ length: 70_000 }, (_, n) => `t${n}`);
    const table = tableOf(edgeType(true), star.slice(0, 1));
    expect(patchEdges(table, [putText(star[0] as Edge, texts)], VERTICES, VERTICES)).toBeNull();
    const same = texts.map(() => 'b');
    const patched = patchEdges(table, [putText(star[0] as Edge, same)], VERTICES, VERTICES);
    expect(patched && [patched.from.length, listed(patched, 'out')]).toEqual([1, ['0-0 0>0 0 b']]);
  });

  it('has room for vertices to come, and is to be built anew for a value that is too wide', () => {
    const table = tableOf(edgeType(true), [{ from: 0, to: 1, day: 1, text: 'a' }]);
    const put = (from: number, to: number, day: bigint): EdgeChange => ({
      kind: 'putEdges',
      attributes: ['day', 'text'],
      rows: [{ from, to, values: [day, 'b'] }],
    });
    const larger = patchEdges(table, [put(5000, 0, 2n)], 5001, 5001);
    expect(larger?.out.offsets.length).toBeGreaterThan(5000);
    expect([larger?.out.offsets[5000], larger?.out.ends[5000]]).toEqual([1, 2]);
    expect([larger?.out.offsets[4999], larger?.out.ends[4999]]).toEqual([0, 0]);
    expect(patchEdges(table, [put(0, 1, 2n ** 40n)], VERTICES, VERTICES)).toBeNull();
  });
});

const vertexType: VertexType = {
  name: 'V',
  primaryId: { name: 'id', type: 'INT', asAttribute: true, isPrimaryKey: false },
  attributes: [{ name: 'name', type: { kind: 'scalar', name: 'STRING' } }],
};

function shown(shared: SharedVertexTable): unknown[] {
  const table = openVertexTable(shared);
  const [name, id] = [table.column('name'), table.column('id')];
  if (name?.kind !== 'string' || id?.kind !== 'number') throw new Error('Columns are not there');
  return Array.from({ length: table.size }, (_, number) =>
    table.alive === null || table.alive[number] === 1
      ? [
          table.id(number),
          id.values[number],
          name.strings.get(name.codes[number] as number),
          table.lookup(table.id(number)),
        ]
      : [table.lookup(table.id(number))],
  );
}

describe('a vertex table that is patched', () => {
  const put = (number: number, id: string, name: string): VertexChange => ({
    kind: 'put',
    attributes: ['name'],
    rows: [{ number, id, values: [name] }],
  });
  const start = (): SharedVertexTable =>
    buildVertexTable({
      typeIndex: 0,
      type: vertexType,
      ids: ['10', '11'],
      columns: new Map([['name', attributeColumn({ kind: 'scalar', name: 'STRING' }, ['a', 'b'])]]),
    });

  it('has what was put, changed and taken, and leaves earlier versions as they were', () => {
    const first = start();
    const second = patchVertices(first, [put(2, '12', 'c'), put(0, '10', 'z')]);
    if (second === null) throw new Error('The table cannot be patched');
    const third = patchVertices(second, [{ kind: 'gone', numbers: [1] }, put(4, '11', 'b')]);
    if (third === null) throw new Error('The table cannot be patched');
    expect(shown(first)).toEqual([
      ['10', 10, 'a', 0],
      ['11', 11, 'b', 1],
    ]);
    expect(shown(second)).toEqual([
      ['10', 10, 'z', 0],
      ['11', 11, 'b', 1],
      ['12', 12, 'c', 2],
    ]);
    expect(shown(third)).toEqual([['10', 10, 'z', 0], [4], ['12', 12, 'c', 2], [-1], ['11', 11, 'b', 4]]);
    expect(third.count).toBe(3);
    expect(openVertexTable(second).lookup('13')).toBe(-1);
  });

  it('finds every id after its index was widened', () => {
    let table = start();
    for (let number = 2; number < 3000; number += 1) {
      const patched = patchVertices(table, [put(number, String(number + 10), 'n')]);
      if (patched === null) throw new Error('The table cannot be patched');
      table = patched;
    }
    const open = openVertexTable(table);
    for (let number = 0; number < 3000; number += 1) expect(open.lookup(String(number + 10))).toBe(number);
  });

  it('is to be built anew where a number is given again or a value is too wide', () => {
    expect(patchVertices(start(), [{ kind: 'gone', numbers: [1] }, put(1, '9', 'x')])).toBeNull();
    expect(patchVertices(start(), [put(2, '99999999999', 'x')])).toBeNull();
  });
});
