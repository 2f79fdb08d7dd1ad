/** Counters of a workspace for the control plane. */
import { InternalStatus, LATENCY_BOUNDS_MS } from '@acacia/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type TestWorkspace,
} from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
}, 120_000);
afterAll(() => workspace.close());

async function status() {
  const answer = await workspace.call('GET', '/internal/status', {
    as: 'nobody',
    headers: gatewayHeaders('x', 'superuser'),
  });
  return InternalStatus.parse(answer.json);
}
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

it('counts queries by how they ended and how long they took', async () => {
  const { counters: before, startedAt } = await status();
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now());
  const interpret = (text: string, headers?: Record<string, string>) =>
    workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', {
      body: text,
      ...(headers === undefined ? {} : { headers }),
    });
  expect((await interpret('INTERPRET QUERY () { PRINT 1; }')).status).toBe(200);
  expect((await interpret('INTERPRET QUERY () { PRINT 1 / 0; }')).status).toBe(400);
  const endless = 'INTERPRET QUERY () { WHILE TRUE DO INT a = 1; END; }';
  expect((await interpret(endless, { 'gsql-timeout': '50' })).status).toBe(504);
  // A query of the shell counts like one of the REST API.
  await workspace.gsql('INTERPRET QUERY () { PRINT 2; }', 'social');
  const { counters: after } = await status();
  expect(after.queries - before.queries).toBe(4);
  expect(after.queryErrors - before.queryErrors).toBe(2);
  expect(after.queryTimeouts - before.queryTimeouts).toBe(1);
  expect(sum(after.queryLatency) - sum(before.queryLatency)).toBe(4);
  const slow = LATENCY_BOUNDS_MS.findIndex((bound) => bound >= 50);
  expect(sum(after.queryLatency.slice(slow)) - sum(before.queryLatency.slice(slow))).toBeGreaterThan(0);
  expect(after.cpuMicroseconds).toBeGreaterThan(before.cpuMicroseconds);
});

it('counts requests and those that failed, but not those that only watch', async () => {
  // A request is counted when its answer is out, which may be after the client has it.
  const { counters: before } = await status();
  await status();
  await workspace.call('GET', '/api/ping');
  await workspace.call('GET', '/nowhere');
  await workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', {
    body: 'INTERPRET QUERY () { WHILE TRUE DO INT a = 1; END; }',
    headers: { 'gsql-timeout': '20' },
  });
  await vi.waitFor(
    async () => {
      const { counters: after } = await status();
      expect(after.requests - before.requests).toBe(3);
      expect(after.requestErrors - before.requestErrors).toBe(1);
    },
    { timeout: 30_000 },
  );
});

it('counts loads and their rows', async () => {
  await workspace.gsql(
    'CREATE LOADING JOB cities FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX city VALUES ($0, $1) USING SEPARATOR=","; }',
    'social',
  );
  const { counters: before } = await status();
  const loaded = await workspace.call('POST', '/restpp/ddl/social?tag=cities&filename=f', {
    body: 'rome,Rome\nparis,Paris\nshort\n',
  });
  expect(loaded.status).toBe(200);
  const { counters: after } = await status();
  expect(after.loads - before.loads).toBe(1);
  expect(after.loadErrors - before.loadErrors).toBe(0);
  expect(after.rowsLoaded - before.rowsLoaded).toBe(2);
  expect(after.rowsRejected - before.rowsRejected).toBe(1);
  const [load] = (await status()).loads;
  expect(load).toMatchObject({
    state: 'finished',
    by: 'tigergraph',
    made: 2,
    updated: 0,
    rejected: 1,
    error: null,
  });
});

it('tells vertices and edges over all graphs, which counts as no activity', async () => {
  const { activity } = await status();
  // Numbers are at most some seconds old.
  await vi.waitFor(
    async () => {
      const { vertexCount, edgeCount } = await status();
      expect([vertexCount, edgeCount]).toEqual([6, 3]);
    },
    { timeout: 50_000, interval: 200 },
  );
  expect((await status()).activity.lastActivityAt).toBe(activity.lastActivityAt);
});
