/** Promises to operators and programs beside the answers: lines as they come, ids of requests, and kills that are done. */
import { parseJson } from '@acacia/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace({ workers: 2 });
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql(`USE GRAPH social
    CREATE QUERY people() { P = {person.*}; PRINT P; PRINT 1 AS one, 2 AS two; }
    CREATE QUERY begun() {
      SumAccum<INT> @@n;
      P = {person.*}; PRINT P; PRINT 1 AS one;
      WHILE TRUE LIMIT 100000000000 DO @@n += 1; END;
      PRINT @@n;
    }
    CREATE QUERY failing(INT zero, BOOL late) { IF late THEN PRINT 1 AS one; END; PRINT 1 / zero AS none; }
    CREATE QUERY many(INT rows, STRING text) {
      SumAccum<INT> @@n;
      WHILE @@n < rows LIMIT 1000000 DO PRINT text; @@n += 1; END;
    }
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

/** The answer of a query in lines, with its parts as they come. */
async function inLines(path: string, headers: Readonly<Record<string, string>> = {}) {
  const leaving = new AbortController();
  const answer = await fetch(`${workspace.origin}/restpp/query/social/${path}`, {
    headers: {
      authorization: `Basic ${btoa('tigergraph:tigergraph')}`,
      accept: 'application/x-ndjson',
      ...headers,
    },
    signal: leaving.signal,
  });
  if (answer.body === null) throw new Error('The answer has no body.');
  const text: ReadableStream<string> = (answer.body as ReadableStream<BufferSource>).pipeThrough(
    new TextDecoderStream(),
  );
  const reader = text.getReader();
  return { answer, reader, leave: () => leaving.abort() };
}
const running = async () =>
  (await workspace.call('GET', '/restpp/showprocesslist/social')).json['results'] as { requestid: string }[];

it('sends rows while the query runs, and ends the query of a client that leaves', async () => {
  const { answer, reader, leave } = await inLines('begun', { 'GSQL-TIMEOUT': '600000' });
  let text = '';
  while (text.split('\n').length < 6) text += (await reader.read()).value ?? '';
  expect(text.trimEnd().split('\n')).toHaveLength(5);
  expect(text).toContain('{"one":1}\n');
  expect(await running()).toMatchObject([{ requestid: answer.headers.get('x-request-id') }]);
  leave();
  await expect.poll(running, { timeout: 30_000 }).toEqual([]);
});

it('tells of a failure by the status, or by the last line once there are others', async () => {
  const early = await inLines('failing?zero=0&late=false');
  expect(early.answer.status).toBe(400);
  const late = await inLines('failing?zero=0&late=true');
  expect(late.answer.status).toBe(200);
  const lines = (await readAll(late.reader)).trimEnd().split('\n');
  expect(lines.slice(1, -1)).toEqual(['{"one":1}']);
  expect(parseJson(lines.at(-1) ?? '')).toMatchObject({ error: true, code: 'GSQL-2500' });
  const limited = await inLines('many?rows=1000&text=0123456789', { 'RESPONSE-LIMIT': '5000' });
  const last = (await readAll(limited.reader)).trimEnd().split('\n').at(-1) ?? '';
  expect(parseJson(last)).toMatchObject({ error: true, code: 'REST-4000' });
});

it('runs a query no faster than its client reads', async () => {
  const [rows, text] = [20_000, 'x'.repeat(2_000)];
  const path = `many?rows=${rows}&text=${text}`;
  const headers = { 'GSQL-TIMEOUT': '600000' };
  const waiting = await inLines(path, headers);
  await waiting.reader.read();
  // The same query for a client that reads ends, however long that takes.
  const whole = rows * (text.length + '{"text":""}\n'.length);
  expect((await readAll((await inLines(path, headers)).reader)).length).toBeGreaterThanOrEqual(whole);
  expect(await running()).toMatchObject([{ requestid: waiting.answer.headers.get('x-request-id') }]);
  expect((await readAll(waiting.reader)).length).toBeGreaterThan(whole / 2);
  await expect.poll(running, { timeout: 30_000 }).toEqual([]);
});

async function readAll(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
}

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
  await expect.poll(running, { timeout: 30_000 }).toMatchObject([{ requestid: id }]);
  const aborted = await workspace.call('GET', `/restpp/abortquery/social?requestid=${id}`);
  expect(aborted.json['results']).toMatchObject([{ aborted_queries: [{ requestid: id }] }]);
  expect(await running()).toEqual([]);
});
