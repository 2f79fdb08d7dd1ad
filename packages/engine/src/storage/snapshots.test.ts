import { describe, expect, it, onTestFinished } from 'vitest';
import { addGraph, applySchemaChange } from '../catalog/change-graphs.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { temporaryFolder } from '../testing.ts';
import type { Write, WriteSummary } from '../writes.ts';
import { applyWrites } from './apply-writes.ts';
import { Store } from './store.ts';

const scalar = (name: 'INT' | 'STRING') => ({ kind: 'scalar', name }) as const;
const idOf = { name: 'id', type: 'STRING', asAttribute: false, isPrimaryKey: false } as const;

async function open(): Promise<Store> {
  const dataDir = await temporaryFolder();
  const store = await Store.open({ dataDir, memoryLimitBytes: 512 * 2 ** 20, threads: 1 });
  onTestFinished(() => store.close());
  await store.changeCatalog((catalog) =>
    addGraph(
      applySchemaChange(catalog, null, {
        addVertexTypes: [
          { name: 'A', primaryId: idOf, attributes: [{ name: 'n', type: scalar('INT') }] },
          { name: 'B', primaryId: idOf, attributes: [] },
        ],
        addEdgeTypes: [
          {
            name: 'E',
            directed: true,
            pairs: [{ from: 'A', to: 'B' }],
            attributes: [{ name: 'w', type: scalar('STRING') }],
            discriminator: [],
            reverseEdge: 'R',
          },
        ],
      }),
      'g',
      '*',
    ),
  );
  return store;
}

const write = (store: Store, writes: readonly Write[]): Promise<WriteSummary> =>
  store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', writes, {}));
const snapshotOf = async (store: Store): Promise<GraphSnapshot> => (await store.snapshot('g')).snapshot;
const a = (id: string, n: number): Write => ({
  kind: 'upsertVertex',
  type: 'A',
  id,
  attributes: { n: { value: n } },
});
const e = (from: string, to: string): Write => ({
  kind: 'upsertEdge',
  type: 'E',
  from: { type: 'A', id: from },
  to: { type: 'B', id: to },
  attributes: { w: { value: `${from}${to}` } },
});

describe('snapshots', () => {
  it('hold ids, attributes and edges, and leave holes where vertices were', async () => {
    const store = await open();
    await write(store, [a('x', 1), a('y', 2), a('z', 3), e('x', 'b'), e('z', 'b'), e('z', 'c')]);
    await write(store, [{ kind: 'deleteVertex', type: 'A', id: 'x' }]);
    const snapshot = await snapshotOf(store);
    const table = snapshot.vertexTableByName('A');
    expect([table?.size, table?.count]).toEqual([3, 2]);
    expect([...(table?.alive ?? [])]).toEqual([0, 1, 1]);
    expect(table?.id(2)).toBe('z');
    expect(table?.lookup('x')).toBe(-1);
    expect(table?.column('n')).toMatchObject({ kind: 'number' });
    const [edges] = snapshot.edgeTables('E');
    expect(edges?.count).toBe(2);
    expect([...(edges?.from ?? [])]).toEqual([2, 2]);
    expect(snapshot.edgeTypes.map((type) => [type.name, type.reverseOf])).toEqual([
      ['E', undefined],
      ['R', 'E'],
    ]);
    expect(store.graphBytes).toBe(snapshot.bytes);
  });

  it('stay as they are while writes go on; what did not change is the same', async () => {
    const store = await open();
    await write(store, [a('x', 1), e('x', 'b')]);
    const before = await snapshotOf(store);
    expect(await snapshotOf(store)).toBe(before);
    await write(store, [a('y', 2)]);
    const after = await snapshotOf(store);
    expect(before.vertexTableByName('A')?.count).toBe(1);
    expect(after.vertexTableByName('A')?.count).toBe(2);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.vertexTableByName('B')).toBe(before.vertexTableByName('B'));
    const out = after.edgeTables('E')[0]?.out;
    expect([out?.offsets[1], out?.ends[1]]).toEqual([0, 0]);
  });

  it('read only the columns that changed when the rows are the same', async () => {
    const store = await open();
    const many = Array.from({ length: 25_000 }, (_, n) => a(`x${n}`, n));
    await write(store, [...many, e('x0', 'b')]);
    const before = await snapshotOf(store);
    await write(store, [a('x7', 1000)]);
    const after = await snapshotOf(store);
    const [old, now] = [before.vertexTableByName('A'), after.vertexTableByName('A')];
    expect(old?.column('n')).toMatchObject({ kind: 'number' });
    const valueAt = (table: typeof old, row: number): unknown => {
      const column = table?.column('n');
      return column?.kind === 'number' ? column.values[row] : undefined;
    };
    expect([valueAt(old, 7), valueAt(now, 7), valueAt(now, 24_999)]).toEqual([7, 1000, 24_999]);
    expect(now?.lookup('x24999')).toBe(24_999);
    expect(after.edgeTables('E')[0]).toBe(before.edgeTables('E')[0]);
    await write(store, [a('x7', 1), a('new', 5), { kind: 'deleteVertex', type: 'A', id: 'x8' }]);
    const last = (await snapshotOf(store)).vertexTableByName('A');
    expect([valueAt(last, 7), last?.lookup('x8'), last?.id(25_000)]).toEqual([1, -1, 'new']);
  });

  it('of many readers and writers at once are whole', async () => {
    const store = await open();
    const writing = Array.from({ length: 10 }, (_, n) => write(store, [a(`x${n}`, n), e(`x${n}`, `b${n}`)]));
    const reading = Array.from({ length: 10 }, () => snapshotOf(store));
    for (const snapshot of await Promise.all(reading)) {
      const vertices = snapshot.vertexTableByName('A')?.count;
      expect(snapshot.edgeTables('E')[0]?.count).toBe(vertices);
      expect(snapshot.vertexTableByName('B')?.count).toBe(vertices);
    }
    await Promise.all(writing);
    expect((await snapshotOf(store)).vertexTableByName('A')?.count).toBe(10);
  });

  it('follow a change of the schema: data stays, new attributes have defaults', async () => {
    const store = await open();
    await write(store, [a('x', 5), e('x', 'b')]);
    await store.changeCatalog((catalog) =>
      applySchemaChange(catalog, null, {
        alterVertexTypes: [
          { name: 'A', addAttributes: [{ name: 'more', type: scalar('STRING'), defaultValue: "it's" }] },
          { name: 'A', addAttributes: [{ name: 'again', type: scalar('INT'), defaultValue: 3 }] },
        ],
        alterEdgeTypes: [
          { name: 'E', dropAttributes: ['w'], addAttributes: [{ name: 'v', type: scalar('INT') }] },
        ],
      }),
    );
    const snapshot = await snapshotOf(store);
    const column = snapshot.vertexTableByName('A')?.column('more');
    expect(column?.kind === 'string' ? column.strings.get(column.codes[0] ?? -1) : null).toBe("it's");
    expect(snapshot.vertexTableByName('A')?.column('n')).toMatchObject({ values: new Int32Array([5]) });
    expect(snapshot.vertexTableByName('A')?.column('again')).toMatchObject({ values: new Int32Array([3]) });
    expect(snapshot.edgeTables('E')[0]?.column('w')).toBeUndefined();
    expect(snapshot.edgeTables('E')[0]?.column('v')).toMatchObject({ values: new Int32Array([0]) });
    expect(store.catalog.graphs.get('g')?.schemaVersion).toBe(1);
  });

  it('that do not fit into memory are refused with their size', async () => {
    const dataDir = await temporaryFolder();
    const store = await Store.open({ dataDir, memoryLimitBytes: 2 ** 20, threads: 1 });
    onTestFinished(() => store.close());
    await store.changeCatalog((catalog) =>
      addGraph(
        applySchemaChange(catalog, null, {
          addVertexTypes: [{ name: 'A', primaryId: idOf, attributes: [] }],
        }),
        'g',
        '*',
      ),
    );
    await write(
      store,
      Array.from({ length: 60000 }, (_, n): Write => ({
        kind: 'upsertVertex',
        type: 'A',
        id: `some long name ${n}`,
        attributes: {},
      })),
    );
    await expect(snapshotOf(store)).rejects.toThrow(/needs \d+[MK]B in memory/);
  });

  it('let go of another graph when both do not fit', async () => {
    const dataDir = await temporaryFolder();
    const store = await Store.open({ dataDir, memoryLimitBytes: 3 * 2 ** 20, threads: 1 });
    onTestFinished(() => store.close());
    const type = (name: string) => ({ name, primaryId: idOf, attributes: [] });
    for (const graph of ['g', 'h']) {
      await store.changeCatalog((catalog) =>
        applySchemaChange(addGraph(catalog, graph, []), graph, { addVertexTypes: [type('A')] }),
      );
      await store.write((transaction, catalog) => {
        const writes = Array.from({ length: 40_000 }, (_, n): Write => ({
          kind: 'upsertVertex',
          type: 'A',
          id: `some long name ${n}`,
          attributes: {},
        }));
        return applyWrites(transaction, catalog, graph, writes, {});
      });
    }
    for (const graph of ['g', 'h', 'g']) {
      const { snapshot } = await store.snapshot(graph);
      expect(snapshot.vertexTableByName('A')?.count).toBe(40_000);
      expect(store.graphBytes).toBe(snapshot.bytes);
    }
  });
});
