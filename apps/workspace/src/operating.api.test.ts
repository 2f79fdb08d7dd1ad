/** Promises to operators and programs beside the answers: lines as they come, ids of requests, and kills that are done. */
import { parseJson } from '@acacia/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql(`USE GRAPH social
    CREATE QUERY people() { P = {person.*}; PRINT P; PRINT 1 AS one, 2 AS two; }
    CREATE QUERY endless() { SumAccum<INT> @@n; WHILE TRUE LIMIT 100000000000 DO @@n += 1; END; PRINT @@n; }
    INSTALL QUERY *`);
}, 240_000);
afterAll(() => workspace.close());

it('sends the rows of a query as lines of JSON to who asks for them', async () => {
  const answer = await workspace.call('GET', '/restpp/query/social/people', {
    headers: { accept: 'application/x-ndjson' },
  });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const [head, ...rows] = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line));
  expect(head).toMatchObject({ error: false, version: { api: 'v2' } });
  expect(head).not.toHaveProperty('results');
  expect(rows).toHaveLength(4);
  expect(rows.slice(0, 3)).toEqual(
    ['ann', 'bob', 'c/d e'].map((v_id) => ({ P: expect.objectContaining({ v_id }) as unknown })),
  );
  expect(rows[3]).toEqual({ one: 1, two: 2 });
});

it('names each request by an id of its own', async () => {
  const ids = await Promise.all(
    ['/api/ping', '/restpp/echo', '/nothing'].map(async (path) =>
      (await workspace.call('GET', path)).headers.get('x-request-id'),
    ),
  );
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
});

it('answers an abort when the query is gone', async () => {
  const started = await workspace.call('GET', '/restpp/query/social/endless', {
    headers: { 'GSQL-ASYNC': 'true', 'GSQL-TIMEOUT': '600000' },
  });
  const id = String(started.json['request_id']);
  const running = async () =>
    (await workspace.call('GET', '/restpp/showprocesslist/social')).json['results'] as {
      requestid: string;
    }[];
  await expect.poll(running, { timeout: 30_000 }).toMatchObject([{ requestid: id }]);
  const aborted = await workspace.call('GET', `/restpp/abortquery/social?requestid=${id}`);
  expect(aborted.json['results']).toMatchObject([{ aborted_queries: [{ requestid: id }] }]);
  expect(await running()).toEqual([]);
});
