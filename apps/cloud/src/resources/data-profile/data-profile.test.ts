/** Data profiles over a driver whose workspace is a small HTTP server. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockedFromGroup, type DataProfile } from '@acacia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const PROFILE: DataProfile = {
  graph: 'social',
  measured_at: '2026-11-21T12:00:00.000Z',
  vertices: [{ type: 'person', count: 3, attributes: [] }],
  edges: [],
  sample_rows: 50_000,
};
const refusal = (message: string) => JSON.stringify({ error: true, message, results: null });
const GOOD = { status: 200, body: JSON.stringify({ error: false, message: '', results: PROFILE }) };

let postgres: TestPostgres;
let server: TestServer;
let workspaceServer: Server;
let asked: string[] = [];
/** Responses that the workspace has yet to give. */
const held: ServerResponse[] = [];
/** Response of the workspace; null: it closes the connection. */
let answer: { readonly status: number; readonly body: string } | null = GOOD;
let workgroup_id: string;
let workspace_id: string;

beforeAll(async () => {
  workspaceServer = createServer((request, response) => {
    // Lists of people with access may come at any time.
    if (request.url !== '/internal/people') asked.push(request.url ?? '');
    if (request.url?.startsWith('/api/data-profile/slow') === true) held.push(response);
    else if (answer === null) response.destroy();
    else response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => workspaceServer.listen(0, '127.0.0.1', resolve));
  const { port } = workspaceServer.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, {
    driver: { ...createMemoryDriver(), address: () => ({ kind: 'url', origin }) },
  });
  workgroup_id = await server.workgroup();
  workspace_id = (await server.workspace(workgroup_id)).id;
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  workspaceServer.close();
});
beforeEach(() => {
  asked = [];
  answer = GOOD;
});

const profile = (graph = 'social', more: { token?: string; workspace?: string } = {}) =>
  server.call('getDataProfile', {
    params: { workgroup_id, workspace_id: more.workspace ?? workspace_id, id: graph },
    ...(more.token === undefined ? {} : { token: more.token }),
  });

describe('the data profile of a graph', () => {
  it('is what the workspace says', async () => {
    const { status, result } = await profile();
    expect(status).toBe(200);
    expect(result).toMatchObject({ id: 'social', workspace_id, cache_status: 'success', cache_error: '' });
    expect(result['profile']).toEqual(PROFILE);
    expect(asked).toEqual(['/api/data-profile/social']);
  });

  it('is asked for by a name that cannot lead elsewhere', async () => {
    await profile(encodeURIComponent('../../internal/status'));
    expect(asked).toEqual(['/api/data-profile/..%2F..%2Finternal%2Fstatus']);
  });

  it('is read by those who use the workspace, not by those of another', async () => {
    const user = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id }]);
    expect((await profile('social', { token: user })).status).toBe(200);
    const other = (await server.workspace(workgroup_id, 'Other')).id;
    const stranger = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id: other }]);
    expect((await profile('social', { token: stranger })).status).toBe(403);
    const elsewhere = await server.person([], await server.organization());
    expect((await profile('social', { token: elsewhere })).status).toBeGreaterThanOrEqual(403);
  });

  it('is not there for a graph or a workspace that is not', async () => {
    answer = { status: 404, body: refusal("The graph 'nowhere' does not exist.") };
    const missing = await profile('nowhere');
    expect([missing.status, missing.body.Message]).toEqual([404, 'There is no such graph.']);
    expect((await profile('social', { workspace: 'none' })).status).toBe(404);
  });

  it('tells why the workspace does not answer', async () => {
    answer = {
      status: 504,
      body: refusal("The statistics of the graph 'social' took longer than 20 seconds."),
    };
    const slow = await profile();
    expect(slow.status).toBe(503);
    expect(slow.body.Message).toContain('took longer than 20 seconds');
    answer = null;
    expect((await profile()).status).toBe(503);
  });

  it.each([
    ['success', GOOD, ''],
    ['failed', { status: 504, body: refusal('It took longer than 20 seconds.') }, 'longer than 20 seconds'],
  ])('is pending while it takes long, for all who ask, and %s then', async (cache_status, given, error) => {
    const graph = `slow-${cache_status}`;
    const heard: unknown[] = [];
    const listener = await server.database.pool.connect();
    listener.on('notification', ({ payload = '' }) => void heard.push(JSON.parse(payload)));
    await listener.query('listen acacia_events');
    const first = await Promise.all([profile(graph), profile(graph)]);
    for (const { status, result } of first) {
      expect([status, result['cache_status'], result['profile']]).toEqual([200, 'pending', null]);
    }
    expect(asked).toEqual([`/api/data-profile/${graph}`]);
    held.pop()?.writeHead(given.status).end(given.body);
    const state = async () => (await profile(graph)).result['cache_status'];
    await expect.poll(state).toBe(cache_status);
    // Whoever may see it is told.
    await expect
      .poll(() => heard)
      .toContainEqual(expect.objectContaining({ kind: 'profile', workspace: workspace_id }));
    listener.release(true);
    const { result } = await profile(graph);
    expect(result['cache_error']).toContain(error);
    expect(result['profile'] === null).toBe(cache_status === 'failed');
  });

  it('does not pass on what breaks the contract', async () => {
    answer = {
      status: 200,
      body: JSON.stringify({ error: false, message: '', results: { graph: 'social' } }),
    };
    const broken = await profile();
    expect(broken.status).toBe(500);
    expect(JSON.stringify(broken.body)).not.toContain('vertices');
  });

  it('never wakes a workspace that sleeps', async () => {
    const sleeping = await server.workspace(workgroup_id, 'Sleeper');
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id: sleeping.id } });
    await server.settled(sleeping.id, 'Idle');
    const refused = await profile('social', { workspace: sleeping.id });
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      "The workspace 'Sleeper' is Idle. Resume it to see the statistics of its data.",
    ]);
    expect(asked).toEqual([]);
    await server.settled(sleeping.id, 'Idle');
  });

  it('is kept from addresses that the list does not allow', async () => {
    await server.call('addAllowedIp', {
      params: { workgroup_id },
      body: { cidr: '192.0.2.0/24', note: 'office' },
    });
    await server.call('enableAllowList', { params: { workgroup_id }, body: { accept_lockout: true } });
    const blocked = await profile();
    expect([blocked.status, blocked.body.Message]).toEqual([403, blockedFromGroup('127.0.0.1')]);
    expect(asked).toEqual([]);
    await server.call('disableAllowList', { params: { workgroup_id } });
    expect((await profile()).status).toBe(200);
  });
});
