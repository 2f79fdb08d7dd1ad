/** The gateway and the local driver with the real workspace server behind them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { begin } from './testing/client.ts';
import { createTestCloud, ourToken } from './testing/cloud.ts';
import type { TestCloud } from './testing/cloud.ts';
import { BUILT_WORKSPACE } from '../testing/built-servers.ts';

const ANN = { authorization: `Bearer ${ourToken('ann')}` };
const BOB = { authorization: `Bearer ${ourToken('bob')}` };
const SCHEMA = `CREATE VERTEX Airport (PRIMARY_ID id STRING, state STRING)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport)
CREATE GRAPH air (Airport, Flight)`;
const until = { timeout: 50_000, interval: 20 };

let cloud: TestCloud;
const call = (path: string, init: RequestInit = {}) => fetch(cloud.url + path, { headers: ANN, ...init });
const gsql = (text: string, headers: Record<string, string> = ANN) =>
  call('/gsql/v1/statements', {
    method: 'POST',
    body: text,
    headers: { ...headers, 'content-type': 'text/plain' },
  });

async function airports(): Promise<unknown> {
  const response = await call('/restpp/graph/air/vertices/Airport');
  return ((await response.json()) as { results: unknown }).results;
}

async function fill(): Promise<void> {
  expect((await gsql(SCHEMA)).status).toBe(200);
  const vertices = { Airport: { JFK: { state: { value: 'NY' } } } };
  const response = await call('/restpp/graph/air', { method: 'POST', body: JSON.stringify({ vertices }) });
  expect(response.status).toBe(200);
}
const JFK = [{ v_id: 'JFK', v_type: 'Airport', attributes: { state: 'NY' } }];

function pid(): number {
  const file = readFileSync(join(cloud.home, 'run', `${cloud.workspaceId}.json`), 'utf8');
  return (JSON.parse(file) as { process: { pid: number } }).process.pid;
}

beforeEach(async () => {
  cloud = await createTestCloud({ entry: BUILT_WORKSPACE });
  cloud.callers.set(ourToken('ann'), {
    allowed: true,
    userId: 'ann',
    email: 'ann@acacia.local',
    databaseRole: 'superuser',
  });
  cloud.callers.set(ourToken('bob'), {
    allowed: true,
    userId: 'bob',
    email: 'bob@acacia.local',
    databaseRole: 'globalobserver',
  });
  await cloud.startWorkspace();
});
afterEach(() => cloud.close());

it('wakes with its data when it is idle, and after it was killed', async () => {
  await fill();
  await cloud.driver.stop(cloud.workspaceId);
  cloud.row.status = 'Idle';
  cloud.gateway.changed(cloud.workspaceId);
  expect(await airports()).toEqual(JFK);
  expect(cloud.wakes).toHaveLength(1);

  const killed = pid();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(
    () => expect(cloud.driver.condition(cloud.workspaceId)).toMatchObject({ restarts: 1 }),
    until,
  );
  expect(await airports()).toEqual(JFK);
  expect(pid()).not.toBe(killed);
});

it('believes the gateway who calls, and judges everything else itself', async () => {
  expect((await gsql(SCHEMA, BOB)).status).toBe(403);
  const forged = { 'x-acacia-user': 'root', 'x-acacia-role': 'superuser', 'x-acacia-key': 'x' };
  expect((await gsql(SCHEMA, forged)).status).toBe(401);
  expect((await gsql(SCHEMA, { authorization: `Basic ${btoa('tigergraph:wrong')}` })).status).toBe(401);
  expect((await gsql(SCHEMA)).status).toBe(200);
});

it('stops a query whose client has gone', async () => {
  await fill();
  const query = 'INTERPRET QUERY () FOR GRAPH air { INT i = 0; WHILE TRUE DO i = i + 1; END; PRINT i; }';
  const { request } = begin(`${cloud.url}/gsql/v1/queries/interpret`, {
    method: 'POST',
    headers: { ...ANN, 'content-type': 'text/plain', 'gsql-timeout': '600000' },
  });
  request.end(query);
  const running = async () => (await cloud.driver.activity(cloud.workspaceId)).runningQueries;
  await vi.waitFor(async () => expect(await running()).toBe(1), until);
  request.destroy();
  await vi.waitFor(async () => expect(await running()).toBe(0), until);
});

it('answers for the workspace what is too large for it, and goes on with requests on the same connections', async () => {
  const path = (bytes: number) => `/restpp/echo?x=${'%22'.repeat(bytes / 3)}`;
  // A request that the workspace takes whole, with a body that nobody reads.
  for (const method of ['GET', 'POST', 'PUT']) {
    const long = await call(path(60_000), {
      method,
      ...(method === 'GET' ? {} : { body: 'x'.repeat(200_000) }),
    });
    expect([200, 404, 405], method).toContain(long.status);
  }
  for (let turn = 0; turn < 20; turn++) {
    const refused = await call(path(90_000), { method: 'POST', body: 'x'.repeat(200_000) });
    expect(refused.status).toBe(431);
    expect(await refused.json()).toMatchObject({
      error: true,
      message: 'The address and the headers of the request are larger than 64 KB together.',
    });
    expect((await call('/restpp/allpaths/air', { method: 'POST', body: '{}' })).status).toBeLessThan(500);
  }
});
