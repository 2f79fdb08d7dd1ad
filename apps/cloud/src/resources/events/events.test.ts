/** The stream of events on a listening control plane, over a real PostgreSQL. */
import type { AddressInfo } from 'node:net';
import { EVENTS_PATH, type CloudEvent, type UserSession } from '@acacia/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roleGrants, workspaceReadings } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let origin: string;
let workgroup_id: string;
let workspace_id: string;

async function listen({ plane }: TestServer): Promise<string> {
  await plane.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = plane.app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  origin = await listen(server);
  workgroup_id = await server.workgroup();
  workspace_id = (await server.workspace(workgroup_id)).id;
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: CloudEvent[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  readonly cut: () => void;
}

let cuts: (() => void)[] = [];
afterEach(() => {
  for (const cut of cuts) cut();
  cuts = [];
});

async function open(token = server.admin, at = origin): Promise<Stream> {
  const leave = new AbortController();
  const response = await fetch(`${at}/api${EVENTS_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  const events: CloudEvent[] = [];
  const read = async () => {
    const { body } = response;
    if (body === null || response.status !== 200) return;
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: change\ndata: (.*)$/.exec(block)?.[1];
        if (data !== undefined) events.push(JSON.parse(data) as CloudEvent);
      }
    }
  };
  const ended = read().catch(() => undefined);
  const cut = () => leave.abort();
  cuts.push(cut);
  return { status: response.status, headers: response.headers, events, ended, cut };
}

const ofWorkspace = () => expect.objectContaining({ kind: 'workspace', workspace_id }) as unknown;
const here = () => ({ workgroup_id, workspace_id });
/** Changes the workspace by a call, and by the operation that follows from it. */
async function turn(call: 'pauseWorkspace' | 'resumeWorkspace'): Promise<void> {
  expect((await server.call(call, { params: here() })).status).toBe(200);
  await server.settled(workspace_id, call === 'pauseWorkspace' ? 'Idle' : 'Active');
}

describe('the stream of events', () => {
  it('names what has changed, and holds nothing of it', async () => {
    const stream = await open();
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    await turn('pauseWorkspace');
    await turn('resumeWorkspace');
    await expect.poll(() => stream.events).toContainEqual({ kind: 'workspace', ...here() });
    // The call itself, as something that an admin may see.
    await expect
      .poll(() => stream.events)
      .toContainEqual({ kind: 'organization', workgroup_id: null, workspace_id: null });
    for (const event of stream.events) expect(Object.keys(event)).toHaveLength(3);
  });

  it('tells of the first vertices of a workspace and of the loss of the last, and of no other count', async () => {
    const { db } = server.database;
    // Of the control plane's own readings, none is of it.
    const { id } = await server.workspace(workgroup_id);
    const zero = { memoryPercent: 0, dataMemoryPercent: 0, volumePercent: 0, graphBytes: 0 };
    await db.delete(workspaceReadings).where(eq(workspaceReadings.workspaceId, id));
    await db.insert(workspaceReadings).values({ ...zero, workspaceId: id, at: new Date(), vertexCount: 0 });
    const stream = await open();
    const told = () => stream.events.filter((event) => event.workspace_id === id).length;
    const count = async (vertexCount: number | null) => {
      await db.update(workspaceReadings).set({ vertexCount }).where(eq(workspaceReadings.workspaceId, id));
      // What was told before it has arrived.
      const before = stream.events.length;
      await server.call('giveFeedback', { body: { category: 'Admin', rowData: ['5', 'x'] } });
      await expect.poll(() => stream.events.length).toBeGreaterThan(before);
      return told();
    };
    expect([await count(0), await count(9), await count(10), await count(0)]).toEqual([0, 1, 1, 2]);
  });

  it('tells each person what their roles let them see', async () => {
    const other = (await server.workspace(workgroup_id)).id;
    const role = { name: 'workspace-users' as const, workgroup_id };
    const [admin, user, neighbour, member, stranger] = await Promise.all([
      open(),
      open(await server.person([{ ...role, workspace_id }])),
      open(await server.person([{ ...role, workspace_id: other }])),
      open(await server.person()),
      open(await server.person([{ name: 'org-admins' }], await server.organization())),
    ]);
    await turn('pauseWorkspace');
    await turn('resumeWorkspace');
    for (const stream of [admin, user]) await expect.poll(() => stream.events).toContainEqual(ofWorkspace());
    // A later event that all of the organization may see: what was told before it has arrived.
    await server.call('giveFeedback', { body: { category: 'Admin', rowData: ['5', 'x'] } });
    for (const { events } of [neighbour, member]) {
      await expect.poll(() => events).toContainEqual(expect.objectContaining({ kind: 'organization' }));
      expect(events).not.toContainEqual(ofWorkspace());
    }
    expect(stranger.events).toEqual([]);
  });

  it('tells nothing more of what a role was lost for, and of the loss', async () => {
    const { db } = server.database;
    const token = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id }]);
    const [user, admin] = [await open(token), await open()];
    await turn('pauseWorkspace');
    await expect.poll(() => user.events).toContainEqual(ofWorkspace());
    const { result } = await server.call('getMe', { token });
    await db
      .delete(roleGrants)
      .where(
        sql`${roleGrants.membershipId} in (select id from memberships where account_id = ${String(result['id'])})`,
      );
    await expect.poll(() => user.events.at(-1)?.kind).toBe('access');
    const before = [user.events.length, admin.events.length] as const;
    await turn('resumeWorkspace');
    await expect.poll(() => admin.events.slice(before[1])).toContainEqual(ofWorkspace());
    await server.call('giveFeedback', { body: { category: 'Admin', rowData: ['5', 'x'] } });
    await expect.poll(() => user.events.length).toBeGreaterThan(before[0]);
    expect(user.events.slice(before[0])).not.toContainEqual(ofWorkspace());
  });

  it('ends with the session of its token, in the midst of it', async () => {
    const token = await server.person([{ name: 'org-admins' }]);
    const stream = await open(token);
    const { result } = await server.call('listMySessions', { token });
    const [session] = result as unknown as UserSession[];
    const params = { session_id: session?.session_id ?? '' };
    expect((await server.call('endMySession', { token, params })).status).toBe(200);
    await stream.ended;
    expect((await open(token)).status).toBe(401);
  });

  it('is told to each tab of a person, of which there are so many', async () => {
    const token = await server.person([{ name: 'org-admins' }]);
    const tabs = await Promise.all(Array.from({ length: 12 }, () => open(token)));
    expect(tabs.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const refused = await open(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
    await turn('pauseWorkspace');
    await turn('resumeWorkspace');
    for (const { events } of tabs) await expect.poll(() => events).toContainEqual(ofWorkspace());
    // Whoever leaves makes room.
    for (const tab of tabs) tab.cut();
    await expect.poll(async () => (await open(token)).status).toBe(200);
  });

  it('tells of what happens by itself, and the list shows it from then on', async () => {
    const { id } = await server.workspace(workgroup_id);
    const stream = await open();
    const listed = async () => JSON.stringify((await server.call('listWorkgroups')).result);
    expect(await listed()).not.toContain('It died.');
    server.driver.report(id, { state: 'failed', restarts: 5, reason: 'It died.' });
    await expect
      .poll(() => stream.events)
      .toContainEqual(expect.objectContaining({ kind: 'workspace', workspace_id: id }));
    expect(await listed()).toContain('It died.');
  });

  it('is closed to who is not signed in', async () => {
    expect((await fetch(`${origin}/api${EVENTS_PATH}`)).status).toBe(401);
    expect((await open('none')).status).toBe(401);
  });

  it('ends where the database is not heard any more, and goes on anew', async () => {
    const stream = await open();
    await server.database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen acacia_events' and datname = current_database()`,
    );
    await stream.ended;
    const again = await open();
    await turn('pauseWorkspace');
    await turn('resumeWorkspace');
    await expect.poll(() => again.events).toContainEqual(ofWorkspace());
  });

  it('hears of what another control plane does, and ends when its own stops', async () => {
    const other = await startTestServer(postgres, { database: server.database, start: false });
    const there = await open(server.admin, await listen(other));
    await turn('pauseWorkspace');
    await turn('resumeWorkspace');
    await expect.poll(() => there.events).toContainEqual(ofWorkspace());
    await other.plane.stop();
    await there.ended;
    await other.stop();
  });
});
