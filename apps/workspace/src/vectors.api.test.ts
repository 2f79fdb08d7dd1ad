import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`CREATE VERTEX doc (PRIMARY_ID id STRING, year INT)
CREATE GRAPH docs (*)
CREATE GLOBAL SCHEMA_CHANGE JOB j { ALTER VERTEX doc ADD VECTOR ATTRIBUTE emb (DIMENSION=3, METRIC="L2"); }
RUN GLOBAL SCHEMA_CHANGE JOB j`);
});
afterAll(() => workspace.close());

const upsert = (emb: unknown) =>
  workspace.call('POST', '/restpp/graph/docs', {
    body: { vertices: { doc: { a: { emb: { value: emb } }, b: { emb: { value: [0, 1, 0] } } } } },
  });

describe('vectors over HTTP', () => {
  it('stand in the schema', async () => {
    const answer = await workspace.call('GET', '/gsql/v1/schema/graphs/docs');
    expect(answer.json['results']).toMatchObject({
      VertexTypes: [
        {
          EmbeddingAttributes: [
            { Name: 'emb', Dimension: 3, IndexType: 'HNSW', DataType: 'FLOAT', Metric: 'L2' },
          ],
        },
      ],
    });
  });

  it('are upserted and found', async () => {
    expect((await upsert([1, 0, 0.5])).json['results']).toMatchObject([{ accepted_vertices: 2 }]);
    const text = `INTERPRET QUERY (LIST<FLOAT> q) FOR GRAPH docs { S = vectorSearch({doc.emb}, q, 1); PRINT S WITH VECTOR; }`;
    const answer = await workspace.call('POST', '/gsql/v1/queries/interpret?q=1&q=0&q=0', { body: text });
    expect(answer.json['results']).toEqual([
      { S: [{ v_id: 'a', v_type: 'doc', attributes: { year: 0 }, Embeddings: { emb: [1, 0, 0.5] } }] },
    ]);
  });

  it.each([
    [[1, 2], '3 numbers are expected, 2 are given'],
    [7, 'must be a list'],
    [[1, 2, 'x'], 'the one at place 2 is none'],
  ])('refuse %j', async (value, message) => {
    const answer = await upsert(value);
    expect(answer.status).toBe(400);
    expect(answer.json['message']).toContain(message);
  });

  it('tell whether their indexes are ready', async () => {
    for (const path of ['', '/docs', '/docs/doc', '/docs/doc/emb']) {
      expect(await workspace.call('GET', `/restpp/vector/status${path}`)).toMatchObject({
        status: 200,
        json: {
          error: false,
          message: 'fetched status success',
          code: 'REST-0000',
          results: { NeedRebuildServers: [] },
        },
      });
    }
    const verbose = await workspace.call('GET', '/restpp/vector/status/docs?verbose=true');
    expect(verbose.json['results']).toEqual({ 'NeedRebuildInstances({SEGID}_{VECTOR_ID})': {} });
    const unknown = await workspace.call('GET', '/restpp/vector/status/docs/doc/nope');
    expect(unknown).toMatchObject({ status: 400, json: { error: true } });
  });
});
