/** Tables that are read together hold what they hold when they are read one by one. */
import type { Attribute, ScalarTypeName } from '@acacia/language';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scopeOf } from '../catalog/catalog.ts';
import { addGraph, applySchemaChange } from '../catalog/change-graphs.ts';
import { openColumn, type SharedColumn } from '../graph/columns.ts';
import { openVertexTable, type SharedVertexTable } from '../graph/vertex-table.ts';
import { temporaryFolder } from '../testing.ts';
import type { AttributeValue, Write } from '../writes.ts';
import { applyWrites } from './apply-writes.ts';
import { MANY_TABLES, readSmallTables } from './read-small-tables.ts';
import { readEdgeRows, readVertexTable } from './read-tables.ts';
import { Store } from './store.ts';
import { Transaction } from './transaction.ts';

const SCALARS = ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL', 'STRING', 'DATETIME'] as const;
const ATTRIBUTES: readonly Attribute[] = [
  ...SCALARS.map((name): Attribute => ({ name: `a_${name}`, type: { kind: 'scalar', name } })),
  { name: 'a_LIST', type: { kind: 'list', element: { kind: 'scalar', name: 'STRING' } } },
  { name: 'other', type: { kind: 'scalar', name: 'STRING' }, defaultValue: 'none' },
];
const VALUES: readonly Readonly<Record<string, AttributeValue>>[] = [
  {},
  {
    ...{ a_INT: -(2n ** 63n), a_UINT: 2n ** 64n - 1n, a_FLOAT: 0.1, a_DOUBLE: -0 },
    ...{ a_BOOL: true, a_STRING: 'it’s "quoted",\n\\ and 🌍', a_DATETIME: '1969-12-31 23:59:59' },
    ...{ a_LIST: ['a,b', '"', ']'], other: '' },
  },
  { a_INT: 2n ** 53n + 1n, a_UINT: 7, a_FLOAT: 3e38, a_DOUBLE: 5e-324, a_STRING: 'x'.repeat(4000) },
  { a_INT: 3_000_000_000, a_DOUBLE: 1.7976931348623157e308, a_DATETIME: '9999-12-31 23:59:59', a_LIST: [] },
];
const IDS: readonly (readonly [type: string, id: ScalarTypeName, ids: readonly string[]])[] = [
  ['Town', 'STRING', ['a/b', "o'Hare", 'x y', '火']],
  ['Whole', 'INT', ['-5', '9007199254740993', '0', '12']],
  ['Unsigned', 'UINT', ['18446744073709551615', '1', '2', '3']],
  [
    'Moment',
    'DATETIME',
    ['1970-01-01 00:00:00', '1960-02-03 04:05:06', '2026-11-29 00:00:00', '2000-01-01 00:00:00'],
  ],
];

async function open(more: number): Promise<Store> {
  const dataDir = await temporaryFolder();
  const store = await Store.open({ dataDir, memoryLimitBytes: 512 * 2 ** 20, threads: 1 });
  onTestFinished(() => store.close());
  const small = Array.from({ length: more }, (_, at) => `More_${at}`);
  await store.changeCatalog((catalog) =>
    addGraph(
      applySchemaChange(catalog, null, {
        addVertexTypes: [
          ...IDS.map(([name, type]) => ({
            name,
            primaryId: { name: 'id', type, asAttribute: true, isPrimaryKey: false },
            attributes: ATTRIBUTES,
          })),
          ...small.map((name) => ({
            name,
            primaryId: { name: 'id', type: 'STRING', asAttribute: false, isPrimaryKey: false } as const,
            attributes: [],
          })),
        ],
        addEdgeTypes: [
          {
            name: 'Joins',
            directed: true,
            pairs: [
              { from: 'Town', to: 'Whole' },
              { from: 'Whole', to: 'Whole' },
            ],
            attributes: ATTRIBUTES,
            discriminator: [],
            reverseEdge: 'Joined',
          },
        ],
      }),
      'g',
      '*',
    ),
  );
  const written = (values: Readonly<Record<string, AttributeValue>> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  const ids = new Map(IDS.map(([type, , all]) => [type, all]));
  const end = (type: string, at: number) => ({ type, id: ids.get(type)?.[at] ?? '' });
  const writes: readonly Write[] = [
    ...IDS.flatMap(([type, , all]) =>
      all.map((id, at): Write => ({ kind: 'upsertVertex', type, id, attributes: written(VALUES[at]) })),
    ),
    ...VALUES.flatMap((values, at): Write[] =>
      ['Town', 'Whole'].map((type) => ({
        kind: 'upsertEdge',
        type: 'Joins',
        from: end(type, at),
        to: end('Whole', (at * 3) % 4),
        attributes: written(values),
      })),
    ),
    ...small.map((type): Write => ({ kind: 'upsertVertex', type, id: type, attributes: {} })),
  ];
  const write = (some: readonly Write[]) =>
    store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', some, {}));
  await write(writes);
  // Holes at the beginning and in the middle.
  await write([
    { kind: 'deleteVertex', ...end('Town', 0) },
    { kind: 'deleteVertex', ...end('Unsigned', 2) },
  ]);
  return store;
}

function cells(shared: SharedColumn): readonly unknown[] {
  const column = openColumn(shared);
  if (column.kind === 'vector') throw new Error('There are no vectors here');
  return 'codes' in column
    ? [column.kind, ...[...column.codes].map((code) => column.strings.get(code))]
    : [column.kind, column.values.constructor.name, ...column.values];
}
const contentOf = (columns: ReadonlyMap<string, SharedColumn>) =>
  [...columns].map(([name, column]) => [name, ...cells(column)]).sort();

function verticesOf({ typeIndex, size, count, alive, columns, ...table }: SharedVertexTable) {
  const opened = openVertexTable({ typeIndex, size, count, alive, columns, ...table });
  const ids = Array.from({ length: size }, (_, at) => (alive?.[at] === 0 ? null : opened.id(at)));
  expect(ids.map((id) => (id === null ? -1 : opened.lookup(id)))).toEqual(
    ids.map((id, at) => (id === null ? -1 : at)),
  );
  return { typeIndex, size, count, ids, columns: contentOf(columns) };
}

it('holds the same values, ids, holes and ends, whatever their types', async () => {
  const store = await open(0);
  await store.read(async (transaction, { catalog }) => {
    const scope = scopeOf(catalog, 'g');
    const vertices = [...scope.vertexTypes.values()];
    const [edge] = scope.edgeTypes.values();
    if (edge === undefined) throw new Error('There is no edge type');
    const edges = edge.entry.pairs.map((pair) => ({ entry: edge.entry, pair }));
    const together = await readSmallTables(transaction, vertices, edges);
    for (const entry of vertices) {
      const alone = await readVertexTable(transaction, entry, 1);
      const table = together.vertices.get(entry.table);
      expect(table && verticesOf(table)).toEqual(verticesOf(alone));
    }
    for (const { entry, pair } of edges) {
      const count = await transaction.counts([pair.table]);
      const alone = await readEdgeRows(transaction, entry, pair, count.get(pair.table) ?? 0);
      const rows = together.edges.get(pair.table);
      expect([rows?.from, rows?.to]).toEqual([alone.from, alone.to]);
      expect(rows && contentOf(rows.columns)).toEqual(contentOf(alone.columns));
    }
  });
});

it('brings a graph of many small tables into memory by few statements, and follows its changes', async () => {
  const store = await open(MANY_TABLES + 10);
  const statements = vi.spyOn(Transaction.prototype, 'rows');
  onTestFinished(() => statements.mockRestore());
  const { snapshot } = await store.snapshot('g');
  expect(statements.mock.calls.length).toBeLessThan(6);
  expect(snapshot.vertexTableByName('More_59')?.lookup('More_59')).toBe(0);
  expect(snapshot.edgeTables('Joins').map(({ count }) => count)).toEqual([3, 4]);
  await store.write((transaction, catalog) =>
    applyWrites(
      transaction,
      catalog,
      'g',
      [
        { kind: 'upsertVertex', type: 'More_3', id: 'new', attributes: {} },
        { kind: 'upsertVertex', type: 'Town', id: 'a/b', attributes: { a_INT: { value: 4 } } },
      ],
      {},
    ),
  );
  const after = (await store.snapshot('g')).snapshot;
  expect(after.vertexTableByName('More_3')?.count).toBe(2);
  const text = after.vertexTableByName('Town');
  expect([text?.count, text?.lookup("o'Hare"), text?.lookup('a/b')]).toEqual([4, 1, 4]);
  expect(after.vertexTableByName('More_4')).toBe(snapshot.vertexTableByName('More_4'));
});

it('leaves a type with few vertices of high numbers to be read by itself: its columns have a place for each number', async () => {
  const store = await open(0);
  const write = (some: readonly Write[]) =>
    store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', some, {}));
  const many = Array.from({ length: 4_200 }, (_, at) => `t${at}`);
  await write(many.map((id): Write => ({ kind: 'upsertVertex', type: 'Town', id, attributes: {} })));
  await write(many.slice(0, -1).map((id): Write => ({ kind: 'deleteVertex', type: 'Town', id })));
  await store.read(async (transaction, { catalog }) => {
    const scope = scopeOf(catalog, 'g');
    const vertices = [...scope.vertexTypes.values()];
    const { vertices: read } = await readSmallTables(transaction, vertices, []);
    const types = vertices.filter(({ table }) => read.has(table)).map(({ type }) => type.name);
    expect(types.toSorted()).toEqual(['Moment', 'Unsigned', 'Whole']);
  });
  const { snapshot } = await store.snapshot('g');
  expect(snapshot.vertexTableByName('Town')?.lookup('t4199')).toBeGreaterThan(4_096);
});
