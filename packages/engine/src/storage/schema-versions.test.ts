import { expect, it, onTestFinished } from 'vitest';
import { addGraph, applySchemaChange, emptied, removeGraph } from '../catalog/change-graphs.ts';
import { sql } from '../sql.ts';
import { temporaryFolder } from '../testing.ts';
import { readVersions, readVersionText } from './schema-versions.ts';
import { Store } from './store.ts';

const STRING = { kind: 'scalar', name: 'STRING' } as const;
const vertex = (name: string, text = '') => ({
  name,
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false } as const,
  attributes: [{ name: 'a', type: STRING, defaultValue: text }],
});

async function open() {
  const store = await Store.open({
    dataDir: await temporaryFolder(),
    memoryLimitBytes: 512 * 2 ** 20,
    threads: 1,
  });
  onTestFinished(() => store.close());
  const versions = (graph: string | null) => store.read((transaction) => readVersions(transaction, graph));
  return { store, versions };
}

it('are of a graph, and of the global types that it uses, and go with it', async () => {
  const { store, versions } = await open();
  expect(await versions(null)).toEqual([]);
  await store.changeCatalog(
    (catalog) => applySchemaChange(catalog, null, { addVertexTypes: [vertex('A')] }),
    {
      author: 'ann',
    },
  );
  await store.changeCatalog((catalog) => addGraph(catalog, 'g', '*'), { author: 'bob' });
  await store.changeCatalog((catalog) =>
    applySchemaChange(catalog, null, { alterVertexTypes: [{ name: 'A', dropAttributes: ['a'] }] }),
  );
  const lost = { added: [], dropped: ['attribute A.a STRING DEFAULT ""'], author: '' };
  expect(await versions('g')).toMatchObject([
    { version: 2, ...lost },
    { version: 1, author: 'bob', added: ['vertex type A'] },
  ]);
  expect(await versions(null)).toMatchObject([
    { version: 2, ...lost },
    { version: 1, author: 'ann' },
  ]);
  // The text of a graph has the graph's own types.
  const text = await store.read((transaction) => readVersionText(transaction, 'g', 2));
  expect(text).not.toContain('VERTEX A');
  await store.changeCatalog((catalog) => removeGraph(catalog, 'g'));
  expect(await versions('g')).toEqual([]);
  await store.changeCatalog(emptied);
  expect(await versions(null)).toMatchObject([{ version: 3, dropped: ['vertex type A'] }, {}, {}]);
});

it('begin in a store of an earlier Acacia with the schema that is there', async () => {
  const { store, versions } = await open();
  await store.changeCatalog((catalog) => applySchemaChange(catalog, null, { addVertexTypes: [vertex('A')] }));
  await store.write((transaction) => transaction.run(sql`DROP TABLE acacia_schema_versions`));
  expect(await versions(null)).toEqual([]);
  await store.changeCatalog(
    (catalog) => applySchemaChange(catalog, null, { addVertexTypes: [vertex('B')] }),
    {
      author: 'ann',
    },
  );
  expect(await versions(null)).toMatchObject([
    { version: 2, author: 'ann', added: ['vertex type B'] },
    { version: 1, author: '', at: null, added: [], dropped: [] },
  ]);
  const text = await store.read((transaction) => readVersionText(transaction, null, 1));
  expect(text).toContain('ADD VERTEX A(');
  expect(text).not.toContain('B(');
});

it('go from the oldest on when their texts are too long together', async () => {
  const { store, versions } = await open();
  const long = 'x'.repeat(6_000_000);
  await store.changeCatalog((catalog) =>
    applySchemaChange(catalog, null, { addVertexTypes: [vertex('A', long)] }),
  );
  for (const name of ['B', 'C'])
    await store.changeCatalog((catalog) =>
      applySchemaChange(catalog, null, { addVertexTypes: [vertex(name)] }),
    );
  expect((await versions(null)).map(({ version }) => version)).toEqual([3, 2]);
});
