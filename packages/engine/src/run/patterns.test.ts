/** Random patterns on random graphs: the planner's ways and the one as written agree with trying all rows. */
import { repeats } from '@acacia/base/testing';
import type { EdgeType, GraphSchema, VertexType } from '@acacia/language';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assembleSnapshot } from '../graph/assemble.ts';
import { buildEdgeTable } from '../graph/edge-table.ts';
import { buildVertexTable } from '../graph/vertex-table.ts';
import { execute } from './execute.ts';

const vertexType = (name: string): VertexType => ({
  name,
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: true },
  attributes: [],
});
const edgeType = (name: string, directed: boolean, to: string, more: Partial<EdgeType> = {}): EdgeType => ({
  name,
  directed,
  pairs: [{ from: 'V', to }],
  attributes: [],
  discriminator: [],
  ...more,
});

const edgeTypes = [
  edgeType('E', true, 'V', { reverseEdge: 'RE' }),
  { ...edgeType('RE', true, 'V'), reverseOf: 'E', reverseEdge: 'E' },
  edgeType('U', false, 'V'),
  edgeType('D', true, 'W'),
  edgeType('B', false, 'W'),
];
const schema: GraphSchema = {
  name: 'g',
  vertexTypes: [vertexType('V'), vertexType('W')],
  edgeTypes,
  tuples: [],
  queries: [],
};

type Pairs = readonly (readonly [number, number])[];
interface Graph {
  readonly E: Pairs;
  readonly U: Pairs;
  readonly D: Pairs;
  readonly B: Pairs;
}
const SIZE = { V: 4, W: 3 } as const;
type Kind = keyof typeof SIZE;

const pairs = (toSize: number) =>
  fc.uniqueArray(fc.tuple(fc.nat(SIZE.V - 1), fc.nat(toSize - 1)), {
    maxLength: 7,
    selector: ([a, b]) => `${a} ${b}`,
  });
const graphs = fc.record({ E: pairs(SIZE.V), U: pairs(SIZE.V), D: pairs(SIZE.W), B: pairs(SIZE.W) });

/** Ways to write an edge: its text, and the row count between two vertices by a look at the lists. */
const has = (list: Pairs, a: number, b: number): number =>
  list.some(([x, y]) => x === a && y === b) ? 1 : 0;
const both = (list: Pairs, a: number, b: number): number =>
  a === b ? has(list, a, b) : has(list, a, b) + has(list, b, a);
const EDGES: readonly {
  readonly text: string;
  readonly from: Kind;
  readonly to: Kind;
  readonly rows: (graph: Graph, a: number, b: number) => number;
}[] = [
  { text: 'E>', from: 'V', to: 'V', rows: (g, a, b) => has(g.E, a, b) },
  { text: '<E', from: 'V', to: 'V', rows: (g, a, b) => has(g.E, b, a) },
  { text: 'RE>', from: 'V', to: 'V', rows: (g, a, b) => has(g.E, b, a) },
  { text: 'U', from: 'V', to: 'V', rows: (g, a, b) => both(g.U, a, b) },
  { text: 'E>|U', from: 'V', to: 'V', rows: (g, a, b) => has(g.E, a, b) + both(g.U, a, b) },
  { text: 'D>', from: 'V', to: 'W', rows: (g, a, b) => has(g.D, a, b) },
  { text: '<D', from: 'W', to: 'V', rows: (g, a, b) => has(g.D, b, a) },
  { text: 'B', from: 'V', to: 'W', rows: (g, a, b) => has(g.B, a, b) },
  { text: 'B', from: 'W', to: 'V', rows: (g, a, b) => has(g.B, b, a) },
];

interface PatternEdge {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}
const patterns = fc.record({
  kinds: fc.array(fc.constantFrom<Kind>('V', 'V', 'W'), { minLength: 1, maxLength: 4 }),
  edges: fc.array(fc.record({ edge: fc.nat(EDGES.length - 1), from: fc.nat(3), to: fc.nat(3) }), {
    minLength: 1,
    maxLength: 4,
  }),
  key: fc.option(fc.nat(3)),
});

function bruteForce(graph: Graph, kinds: readonly Kind[], edges: readonly PatternEdge[], key: number | null) {
  let rows = 0;
  const chosen: number[] = [];
  const choose = (index: number): void => {
    const kind = kinds[index];
    if (kind === undefined) {
      if (key !== null && chosen[0] !== key) return;
      rows += edges.reduce(
        (product, { edge, from, to }) =>
          product * (EDGES[edge]?.rows(graph, chosen[from] ?? 0, chosen[to] ?? 0) ?? 0),
        1,
      );
      return;
    }
    for (let number = 0; number < SIZE[kind]; number += 1) {
      chosen[index] = number;
      choose(index + 1);
    }
  };
  choose(0);
  return rows;
}

function snapshotOf(graph: Graph) {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
  const table = (name: 'E' | 'U' | 'D' | 'B', toIndex: number) =>
    buildEdgeTable({
      type: edgeTypes.find((type) => type.name === name) as EdgeType,
      fromIndex: 0,
      toIndex,
      fromSize: SIZE.V,
      toSize: toIndex === 0 ? SIZE.V : SIZE.W,
      from: graph[name].map(([a]) => a),
      to: graph[name].map(([, b]) => b),
      columns: new Map(),
    });
  return assembleSnapshot({
    graph: 'g',
    version: 1,
    vertexTables: schema.vertexTypes.map((type, typeIndex) =>
      buildVertexTable({ typeIndex, type, ids: ids(SIZE[type.name as Kind]), columns: new Map() }),
    ),
    edgeTables: [table('E', 0), table('U', 0), table('D', 1), table('B', 1)],
    edgeTypes,
  });
}

const stop = new Int32Array(new SharedArrayBuffer(4));

it('count the same rows as trying all of them', () => {
  fc.assert(
    fc.property(graphs, patterns, (graph, { kinds, edges, key }) => {
      const fitting = edges.filter(({ edge, from, to }) => {
        const { from: fromKind, to: toKind } = EDGES[edge] ?? { from: 'V', to: 'V' };
        return kinds[from] === fromKind && kinds[to] === toKind;
      });
      const used = new Set(fitting.flatMap(({ from, to }) => [from, to]));
      const vertex = (index: number): string => `${kinds[index] ?? 'V'}:a${index}`;
      const paths = [
        ...fitting.map(
          ({ edge, from, to }) => `${vertex(from)} -((${EDGES[edge]?.text ?? ''}))- ${vertex(to)}`,
        ),
        ...kinds.flatMap((_, index) => (used.has(index) ? [] : [vertex(index)])),
      ];
      const where = key === null ? '' : `WHERE a0.id == "${key}"`;
      const text = `INTERPRET QUERY () { SumAccum<INT> @@n; S = SELECT a0 FROM ${paths.join(', ')} ${where} ACCUM @@n += 1; PRINT @@n; }`;
      const expected = [{ '@@n': bruteForce(graph, kinds, fitting, key) }];
      const snapshot = snapshotOf(graph);
      for (const optimise of [true, false]) {
        const request = { text, schema, schemaVersion: 1, parameters: {}, profile: false, optimise };
        const { printed } = execute({ ...request, memoryLimitBytes: Infinity }, snapshot, stop);
        expect(printed.values()).toEqual(expected);
      }
    }),
    { numRuns: repeats(100, 300) },
  );
});

/** Least length within the bounds and the number of walks of that length, by stepping along all walks. */
function shortest(graph: Graph, start: number, end: number, min: number, max: number): number {
  let walks = new Map([[start, 1]]);
  for (let length = 0; length <= max; length += 1) {
    if (length > 0) {
      const next = new Map<number, number>();
      for (const [at, count] of walks) {
        for (const [a, b] of graph.E) if (a === at) next.set(b, (next.get(b) ?? 0) + count);
      }
      walks = next;
    }
    const found = walks.get(end);
    if (length >= min && found !== undefined) return found;
  }
  return 0;
}

it('repeat edges along all shortest walks within the bounds', () => {
  fc.assert(
    fc.property(graphs, fc.nat(3), fc.nat(3), fc.boolean(), (graph, min, more, bothBound) => {
      const max = min + more;
      const path = `V:s -(E>*${min}..${max})- V:t`;
      const from = bothBound ? `${path}, V:s -(E>)- V:t` : path;
      const text = `INTERPRET QUERY () { SumAccum<INT> @@n; S = SELECT t FROM ${from} ACCUM @@n += 1; PRINT @@n; }`;
      let expected = 0;
      for (let s = 0; s < SIZE.V; s += 1) {
        for (let t = 0; t < SIZE.V; t += 1) {
          expected += shortest(graph, s, t, min, max) * (bothBound ? has(graph.E, s, t) : 1);
        }
      }
      const snapshot = snapshotOf(graph);
      for (const optimise of [true, false]) {
        const request = { text, schema, schemaVersion: 1, parameters: {}, profile: false, optimise };
        const { printed } = execute({ ...request, memoryLimitBytes: Infinity }, snapshot, stop);
        expect(printed.values()).toEqual([{ '@@n': expected }]);
      }
    }),
    { numRuns: repeats(40, 100) },
  );
});
