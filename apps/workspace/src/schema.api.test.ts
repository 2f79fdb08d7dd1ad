import { SchemaChangePreview, SchemaRevertPreview, SchemaVersion, WireGraphSchema } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
});
afterAll(() => workspace.close());

async function schemaOf(graph?: string) {
  const answer = await workspace.call(
    'GET',
    `/gsql/v1/schema${graph === undefined ? '' : `?graph=${graph}`}`,
  );
  return WireGraphSchema.parse(answer.json['results']);
}

const vertexType = (Name: string) => ({
  Name,
  PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true },
  Attributes: [{ AttributeName: 'price', AttributeType: { Name: 'DOUBLE' }, DefaultValue: '1.5' }],
});

describe('schema', () => {
  it('is the same below every prefix, in the wire form', async () => {
    const schema = await schemaOf('social');
    expect(schema.VertexTypes.map((type) => type.Name)).toEqual(['person', 'city']);
    expect(schema.EdgeTypes.find((type) => type.Name === 'lives_in')).toMatchObject({
      IsDirected: true,
      FromVertexTypeName: 'person',
      Config: { REVERSE_EDGE: 'inhabited_by' },
    });
    const gui = await workspace.call('GET', '/api/gsql-server/gsql/v1/schema?graph=social');
    expect(WireGraphSchema.parse(gui.json['results'])).toEqual(schema);
    const one = await workspace.call('GET', '/gsql/v1/schema/vertices/city?graph=social');
    expect(one.json['results']).toMatchObject({ Name: 'city' });
    expect((await workspace.call('GET', '/gsql/v1/schema/edges/nope?graph=social')).status).toBe(404);
    expect((await workspace.call('GET', '/gsql/v1/schema?graph=nope')).json['message']).toBe(
      "The graph 'nope' does not exist.",
    );
  });

  it('makes graphs, adds local types, changes and drops them', async () => {
    const made = await workspace.call('POST', '/gsql/v1/schema/graphs?gsql=false', {
      body: { GraphName: 'shop', VertexTypes: [], EdgeTypes: [] },
    });
    expect(made.json).toMatchObject({ error: false, message: 'Successfully created graph: [shop].' });
    const again = await workspace.call('POST', '/gsql/v1/schema/graphs', { body: { GraphName: 'shop' } });
    expect(again.status).toBe(400);

    const changed = await workspace.call('POST', '/gsql/v1/schema/change?graph=shop', {
      body: {
        addVertexTypes: [vertexType('item'), vertexType('bill')],
        addEdgeTypes: [
          {
            Name: 'holds',
            IsDirected: true,
            FromVertexTypeName: 'bill',
            ToVertexTypeName: 'item',
            Attributes: [],
          },
        ],
      },
    });
    expect(changed.json).toMatchObject({ error: false, message: 'Schema change job runs successfully' });
    const shop = await schemaOf('shop');
    expect(shop.VertexTypes).toMatchObject([
      { Name: 'item', IsLocal: true, Attributes: [{ AttributeName: 'price', DefaultValue: '1.5' }] },
      { Name: 'bill' },
    ]);

    const altered = await workspace.call('POST', '/gsql/v1/schema/change', {
      body: {
        graph: 'shop',
        reinstall: false,
        schemaChange: {
          alterVertexTypes: [
            {
              name: 'item',
              addAttributes: [{ AttributeName: 'stock', AttributeType: { Name: 'INT' } }],
              dropAttributes: ['price'],
            },
          ],
          dropEdgeTypes: ['holds'],
        },
      },
    });
    expect(altered.json['error']).toBe(false);
    const after = await schemaOf('shop');
    expect(after.VertexTypes[0]?.Attributes.map((attribute) => attribute.AttributeName)).toEqual(['stock']);
    expect(after.EdgeTypes).toEqual([]);

    const list = await workspace.call('GET', '/gsql/v1/schema/graphs');
    expect(list.json['graphs']).toContainEqual({ graphName: 'shop', vertices: ['item', 'bill'], edges: [] });
    const dropped = await workspace.call('DELETE', '/gsql/v1/schema/graphs/shop?cascade=true');
    expect(dropped.json['message']).toBe('Successfully dropped graph: shop.');
    expect((await workspace.call('DELETE', '/gsql/v1/schema/graphs/shop')).status).toBe(404);
  });

  it('changes global types without a graph', async () => {
    const body = { addVertexTypes: [vertexType('country')] };
    const answer = await workspace.call('POST', '/gsql/v1/schema/change', { body });
    expect(answer.json['message']).toBe('Global schema change runs successfully');
    expect((await schemaOf()).VertexTypes.map((type) => type.Name)).toContain('country');
  });

  it('gives a graph vectors, indexes, pairs and global types, and takes them away', async () => {
    const change = (graph: string, body: unknown) =>
      workspace.call('POST', `/gsql/v1/schema/change?graph=${graph}`, { body });
    await workspace.call('POST', '/gsql/v1/schema/change', {
      body: { addVertexTypes: [vertexType('shared')] },
    });
    await workspace.call('POST', '/gsql/v1/schema/graphs', { body: { GraphName: 'deep' } });
    const doc = {
      ...vertexType('doc'),
      Attributes: [{ AttributeName: 'isbn', AttributeType: { Name: 'STRING' }, HasIndex: true }],
    };
    const cites = { Name: 'cites', IsDirected: true, FromVertexTypeName: 'doc', ToVertexTypeName: 'doc' };
    const made = await change('deep', {
      addVertexTypes: [doc],
      addEdgeTypes: [cites],
      addGlobalTypes: ['shared'],
    });
    expect(made.json['error']).toBe(false);
    const emb = { Name: 'emb', Dimension: 4, Metric: 'L2' };
    const altered = await change('deep', {
      alterVertexTypes: [{ name: 'doc', addEmbeddingAttributes: [emb], dropIndexAttributes: ['isbn_index'] }],
      alterEdgeTypes: [{ name: 'cites', addEdgePairs: [{ From: 'doc', To: 'shared' }] }],
    });
    expect(altered.json['error']).toBe(false);
    const deep = await schemaOf('deep');
    expect(deep.VertexTypes.map(({ Name, IsLocal }) => [Name, IsLocal])).toEqual([
      ['shared', false],
      ['doc', true],
    ]);
    expect(deep.VertexTypes[1]).toMatchObject({ EmbeddingAttributes: [emb] });
    expect(deep.VertexTypes[1]?.Attributes[0]).not.toHaveProperty('HasIndex');
    expect(deep.EdgeTypes[0]?.EdgePairs).toHaveLength(2);
    const refused = await change('deep', { dropVertexTypes: ['shared'] });
    expect([refused.status, refused.json['message']]).toEqual([
      400,
      expect.stringContaining('shared is a global type, used by: deep.'),
    ]);
    expect((await change('deep', { dropGlobalTypes: ['shared'] })).json['error']).toBe(false);
    expect((await schemaOf('deep')).VertexTypes.map(({ Name }) => Name)).toEqual(['doc']);
    expect((await schemaOf()).VertexTypes.map(({ Name }) => Name)).toContain('shared');
    const tooLarge = { name: 'doc', addEmbeddingAttributes: [{ Name: 'big', Dimension: 32_769 }] };
    expect((await change('deep', { alterVertexTypes: [tooLarge] })).json['message']).toContain('32768');
  });

  it('tells the job, the erased rows and the broken queries of a change, and makes none', async () => {
    await workspace.gsql(
      `CREATE VERTEX base (PRIMARY_ID id STRING)
CREATE GRAPH plan ()
CREATE SCHEMA_CHANGE JOB j FOR GRAPH plan {
  ADD VERTEX part (PRIMARY_ID id STRING, size INT, note STRING);
  ADD VERTEX shop (PRIMARY_ID id STRING);
  ADD DIRECTED EDGE sold (FROM part, TO shop);
}
RUN SCHEMA_CHANGE JOB j
DROP JOB j
CREATE QUERY sizes() FOR GRAPH plan { S = {part.*}; R = SELECT s FROM S:s WHERE s.size > 1; PRINT R; }`,
    );
    await workspace.call('POST', '/restpp/graph/plan', {
      body: {
        vertices: { part: { a: { size: { value: 1 } }, b: {} }, shop: { s: {} } },
        edges: { part: { a: { sold: { shop: { s: {} } } } } },
      },
    });
    const change = {
      addVertexTypes: [
        {
          ...vertexType('city'),
          Attributes: [
            { AttributeName: 'zip', AttributeType: { Name: 'STRING' }, DefaultValue: '0', HasIndex: true },
          ],
          EmbeddingAttributes: [{ Name: 'emb', Dimension: 3, Metric: 'L2' }],
        },
      ],
      addEdgeTypes: [
        {
          Name: 'near',
          IsDirected: true,
          FromVertexTypeName: 'city',
          ToVertexTypeName: 'city',
          Config: { REVERSE_EDGE: 'raen' },
        },
      ],
      dropVertexTypes: ['shop'],
      alterVertexTypes: [
        {
          name: 'part',
          dropAttributes: ['size'],
          addAttributes: [
            { AttributeName: 'color', AttributeType: { Name: 'LIST', ValueTypeName: 'STRING' } },
          ],
          addIndexAttributes: [{ indexName: 'by_note', attributeName: 'note' }],
          addEmbeddingAttributes: [{ Name: 'look', Dimension: 2 }],
        },
      ],
      addGlobalTypes: ['base'],
    };
    const before = await schemaOf('plan');
    const path = '/gsql/v1/schema/change/preview?graph=plan';
    const preview = SchemaChangePreview.parse(
      (await workspace.call('POST', path, { body: change })).json['results'],
    );
    expect(preview.erased).toEqual([
      { kind: 'vertex', type: 'part', attribute: 'size', rows: 2 },
      { kind: 'vertex', type: 'shop', rows: 1 },
      { kind: 'edge', type: 'sold', rows: 1 },
    ]);
    expect(preview.queries).toEqual([{ graph: 'plan', name: 'sizes' }]);
    expect(await schemaOf('plan')).toEqual(before);
    const refused = await workspace.call('POST', path, { body: { dropVertexTypes: ['nope'] } });
    expect(refused.status).toBe(400);
    expect((await workspace.call('POST', path, { as: 'observer', body: change })).status).toBe(403);

    // The job makes the same schema as the call.
    const output = await workspace.gsql(preview.job);
    expect(output).toContain('Local schema change succeeded.');
    const made = await schemaOf('plan');
    expect(made.VertexTypes.map(({ Name }) => Name).sort()).toEqual(['base', 'city', 'part']);
    const { Attributes, EmbeddingAttributes } = made.VertexTypes.find(({ Name }) => Name === 'part') ?? {};
    expect(Attributes).toMatchObject([
      { AttributeName: 'note', HasIndex: true },
      { AttributeName: 'color', AttributeType: { Name: 'LIST' } },
    ]);
    expect(EmbeddingAttributes).toMatchObject([{ Name: 'look', Dimension: 2 }]);
    expect(made.EdgeTypes).toMatchObject([{ Name: 'near', Config: { REVERSE_EDGE: 'raen' } }]);
  });

  it('keeps the versions of a schema, whoever made them and however', async () => {
    await workspace.gsql('CREATE GRAPH kept ()');
    await workspace.call('POST', '/gsql/v1/schema/change?graph=kept', {
      body: {
        addVertexTypes: [
          {
            Name: 'part',
            PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' } },
            Attributes: [{ AttributeName: 'size', AttributeType: { Name: 'INT' } }],
            Config: {},
          },
        ],
      },
    });
    await workspace.gsql(
      'CREATE SCHEMA_CHANGE JOB j FOR GRAPH kept { ALTER VERTEX part DROP ATTRIBUTE (size); ADD UNDIRECTED EDGE near (FROM part, TO part); }\nRUN SCHEMA_CHANGE JOB j',
      'kept',
    );
    await workspace.gsql('CREATE QUERY q() FOR GRAPH kept { PRINT 1; }');
    const path = '/gsql/v1/schema/versions';
    const answer = await workspace.call('GET', `${path}?graph=kept`);
    const versions = z.array(SchemaVersion).parse(answer.json['results']);
    const author = 'tigergraph';
    expect(versions).toMatchObject([
      { version: 3, author, added: ['edge type near'], dropped: ['attribute part.size INT'] },
      { version: 2, author, added: ['vertex type part'], dropped: [] },
      { version: 1, author, added: [], dropped: [] },
    ]);
    expect(Date.parse(versions[0]?.made_at ?? '')).toBeGreaterThan(Date.now() - 600_000);
    const second = await workspace.call('GET', `${path}/2?graph=kept`);
    expect(second.text).toContain('size INT');
    for (const number of ['9', 'x', '99999999999999999999']) {
      const missing = await workspace.call('GET', `${path}/${number}?graph=kept`);
      expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('There is no version')]);
    }
    expect((await workspace.call('GET', `${path}?graph=nowhere`)).status).toBe(404);

    await workspace.gsql('DROP GRAPH kept');
    await workspace.gsql('CREATE GRAPH kept ()');
    const anew = await workspace.call('GET', `${path}?graph=kept`);
    expect(anew.json['results']).toMatchObject([{ version: 1 }]);
  });

  it('reverts a version with its data, erases what is kept for that, and judges who may', async () => {
    await workspace.gsql('CREATE GRAPH back ()');
    const job = (steps: string) =>
      workspace.gsql(
        `CREATE SCHEMA_CHANGE JOB j FOR GRAPH back { ${steps} }\nRUN SCHEMA_CHANGE JOB j\nDROP JOB j`,
        'back',
      );
    await job('ADD VERTEX part (PRIMARY_ID id STRING, size INT);');
    await workspace.call('POST', '/restpp/graph/back', {
      body: { vertices: { part: { bolt: { size: { value: 7 } } } } },
    });
    await job('ALTER VERTEX part DROP ATTRIBUTE (size);');
    const path = '/gsql/v1/schema/versions';
    const listed = await workspace.call('GET', `${path}?graph=back`);
    const [dropped] = z.array(SchemaVersion).parse(listed.json['results']);
    expect(dropped?.revert?.bytes).toBeGreaterThan(0);
    expect(Date.parse(dropped?.revert?.until ?? '')).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
    const revert = `${path}/${dropped?.version}/revert?graph=back`;
    const preview = SchemaRevertPreview.parse((await workspace.call('GET', revert)).json['results']);
    const restored = [{ kind: 'vertex', type: 'part', attribute: 'size', rows: 1 }];
    expect(preview).toMatchObject({ restored, erased: [], kept: true });
    expect(preview.job).toContain('ALTER VERTEX part ADD ATTRIBUTE (size INT');
    expect((await workspace.call('POST', revert)).json['results']).toEqual({ restored });
    expect((await workspace.call('GET', '/restpp/graph/back/vertices/part')).json['results']).toMatchObject([
      { v_id: 'bolt', attributes: { size: 7 } },
    ]);
    const gone = await workspace.call('POST', revert);
    expect([gone.status, gone.text]).toEqual([400, expect.stringContaining('cannot be reverted any more')]);

    await job('DROP VERTEX part;');
    const versions = z
      .array(SchemaVersion)
      .parse((await workspace.call('GET', `${path}?graph=back`)).json['results']);
    const last = `${path}/${versions[0]?.version}/revert?graph=back`;
    const unknown = await workspace.call('GET', `${path}/x/revert?graph=back`);
    expect(unknown.status).toBe(400);
    expect((await workspace.call('DELETE', last)).json['error']).toBe(false);
    expect((await workspace.call('GET', last)).status).toBe(400);
  });

  it('refuses a graph name of 300 characters', async () => {
    const body = { GraphName: 'x'.repeat(300) };
    const answer = await workspace.call('POST', '/gsql/v1/schema/graphs', { body });
    expect([answer.status, answer.json['message']]).toEqual([
      400,
      expect.stringContaining('it has more than 100 characters'),
    ]);
  });

  it('says what is wrong with a change, and leaves everything as it was', async () => {
    const change = (body: unknown) => workspace.call('POST', '/gsql/v1/schema/change?graph=social', { body });
    const before = await schemaOf('social');
    const faulty = {
      ...vertexType('bad'),
      Attributes: [{ AttributeName: 'x', AttributeType: { Name: 'LIST' } }],
    };
    expect((await change({ addVertexTypes: [vertexType('good'), faulty] })).json['message']).toBe(
      "ValueTypeName is missing (attribute 'x' of 'bad').",
    );
    expect((await change({ addVertexTypes: [vertexType('good'), vertexType('good')] })).status).toBe(400);
    expect((await change({ dropVertexTypes: ['nope'] })).json['message']).toContain('nope');
    expect((await change({ addVertexTypes: [{ Name: 'x' }] })).json['message']).toContain('PrimaryId');
    expect((await change('{"addVertexTypes": [}')).json).toMatchObject({
      error: true,
      message: expect.stringMatching(/not valid JSON: .* at line 1, column 21/) as string,
    });
    expect(await schemaOf('social')).toEqual(before);
  });
});

describe('what pages store', () => {
  it('is kept by graph and deleted for real', async () => {
    for (const path of [
      '/api/graph-styles/local/social',
      '/api/loading-job-info/social',
      '/api/queries/social/drafts',
      '/api/exploration-results/social',
    ]) {
      const body = {
        vertexStyles: { person: { fillColor: '#fff', x: 1, icon: 'user', other: { size: 2 } } },
        edgeStyles: { knows: { fillColor: '#000' } },
        other: { zoom: 2 },
      };
      expect((await workspace.call('PUT', path, { body })).json['error']).toBe(false);
      expect((await workspace.call('GET', path)).json['results']).toEqual(body);
      expect((await workspace.call('DELETE', path)).json['results']).toEqual({ removed: true });
      expect((await workspace.call('DELETE', path)).json['results']).toEqual({ removed: false });
      expect((await workspace.call('GET', path)).json['results']).not.toHaveProperty('vertexStyles.person');
    }
    const drafts = '/api/loading-job-info/social';
    const people = Array.from({ length: 20 }, (_, index) => `draft:${index}`);
    await Promise.all(people.map((key) => workspace.call('PATCH', drafts, { body: { [key]: { a: key } } })));
    await workspace.call('PATCH', drafts, { body: { 'draft:0': null, 'draft:1': 'new' } });
    expect((await workspace.call('GET', drafts)).json['results']).toEqual({
      ...Object.fromEntries(people.slice(2).map((key) => [key, { a: key }])),
      'draft:1': 'new',
    });
    for (const styles of ['/api/graph-styles/local/social', '/api/graph-styles/global']) {
      const change = (body: unknown) => workspace.call('PATCH', styles, { body });
      await workspace.call('PUT', styles, {
        body: {
          vertexStyles: { person: { icon: 'user', other: 1 }, gone: { x: 1 } },
          edgeStyles: {},
          kept: 1,
        },
      });
      // Two people at once: each has what the other one set.
      await Promise.all(
        people.map((name, x) => change({ vertexStyles: { [name]: { x }, person: { [name]: x } } })),
      );
      await change({ vertexStyles: { gone: null, person: { icon: null, y: 2 } }, kept: null, rules: [1] });
      const results = (await workspace.call('GET', styles)).json['results'] as Record<string, object>;
      const all = people.map((name, x) => [name, x] as const);
      expect(results).toEqual({
        vertexStyles: {
          ...Object.fromEntries(all.map(([name, x]) => [name, { x }])),
          person: { other: 1, y: 2, ...Object.fromEntries(all) },
        },
        edgeStyles: {},
        rules: [1],
      });
      const wrong = await change({ vertexStyles: { person: { x: 'far' } } });
      expect([wrong.status, wrong.json['message']]).toEqual([
        400,
        expect.stringContaining('vertexStyles.person.x'),
      ]);
    }
    await workspace.call('PUT', '/api/graph-styles/global', {
      body: { vertexStyles: { city: { icon: 'home' } } },
    });
    await workspace.restart();
    expect((await workspace.call('GET', '/api/graph-styles/global')).json['results']).toMatchObject({
      vertexStyles: { city: { icon: 'home' } },
    });
    const unknown = await workspace.call('PUT', '/api/graph-styles/local/nope', { body: {} });
    expect(unknown.status).toBe(404);
  });
});
