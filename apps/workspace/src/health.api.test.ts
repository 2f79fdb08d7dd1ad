/** The health check and the slow queries, which the admin portal shows. */
import { HealthReport, SLOW_QUERY_MS, SlowQuery } from '@acacia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.gsql('CREATE USER -u reader -p reader-of-nothing-7');
}, 120_000);
afterAll(() => workspace.close());

const READER = { authorization: `Basic ${btoa('reader:reader-of-nothing-7')}` };
async function check() {
  const { json } = await workspace.call('POST', '/api/health-check', { body: {} });
  return HealthReport.parse((json as { results: unknown }).results).checks;
}
async function slow(as: typeof READER | 'observer' | 'tigergraph') {
  const { json } = await workspace.call('GET', '/api/slow-queries', { as });
  const queries = z.array(SlowQuery).parse((json as { results: unknown }).results);
  // On a busy machine the query of the health check is slow as well.
  return queries.filter(({ outcome }) => outcome === 'timeout');
}

it('finds nothing wrong with a workspace that is well', async () => {
  const checks = await check();
  expect(checks.map(({ name }) => name)).toEqual([
    ...['Query workers', 'Storage', 'Disk space', 'Memory', 'Stored queries', 'Data sources', 'Requests'],
  ]);
  const failed = checks.filter(({ name, state }) => name !== 'Disk space' && state !== 'ok');
  expect(failed).toEqual([]);
  expect(checks[0]?.detail).toMatch(/^A query was run in \d+ ms\.$/);
});

it('names the queries that cannot be run', async () => {
  await workspace.gsql('CREATE QUERY broken() { PRINT nobody; }', 'social');
  const stored = (await check()).find(({ name }) => name === 'Stored queries');
  expect(stored?.state).toBe('warning');
  expect(stored?.detail).toContain('social.broken');
});

it('is made for superusers alone, and takes nothing', async () => {
  const body = {};
  expect((await workspace.call('POST', '/api/health-check', { body, as: READER })).status).toBe(403);
  expect((await workspace.call('POST', '/api/health-check', { body, as: 'nobody' })).status).toBe(401);
});

it('lists queries that met their time limit or were slow, to those who may see them', async () => {
  const endless = 'INTERPRET QUERY () { WHILE TRUE DO INT a = 1; END; }';
  const headers = { 'gsql-timeout': String(SLOW_QUERY_MS + 200) };
  await workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', { body: endless, headers });
  const [query, ...others] = await slow('tigergraph');
  expect(query).toMatchObject({ graph: 'social', query: '', outcome: 'timeout' });
  expect(query?.milliseconds).toBeGreaterThanOrEqual(SLOW_QUERY_MS);
  expect(others).toEqual([]);
  expect(await slow('observer')).toHaveLength(1);
  expect(await slow(READER)).toEqual([]);
});

it('has no portal of its own, and says so', async () => {
  const { status, json } = await workspace.call('GET', '/admin', { as: 'nobody' });
  expect([status, (json as { message: string }).message]).toEqual([
    400,
    expect.stringContaining("page of Acacia's console"),
  ]);
});
