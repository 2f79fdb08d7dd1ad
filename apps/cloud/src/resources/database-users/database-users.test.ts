/** Database users through the cloud, kept by a real workspace; of other states over a memory driver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blockedFromGroup, dbUsersNeedActive, type CloudCall } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaces } from '../../database/schema.ts';
import { createLocalDriver } from '../../drivers/local/local-driver.ts';
import type { Driver } from '../../drivers/driver.ts';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const PASSWORD = 'a long enough one';
/** The discard port of this machine, where nothing listens. */
const NOBODY = 'http://127.0.0.1:9';

let postgres: TestPostgres;
let server: TestServer;
let local: Driver;
let home: string;
/** Whether nothing answers where the workspace should be. */
let away = false;
let place: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-dbusers-'));
  postgres = await startTestPostgres();
  local = createLocalDriver({
    home,
    nodePath: process.execPath,
    log: pino({ level: 'silent' }),
    entry: BUILT_WORKSPACE,
    credentialDays: 30,
  });
  const address: Driver['address'] = (id) => (away ? { kind: 'url', origin: NOBODY } : local.address(id));
  server = await startTestServer(postgres, { driver: { ...createMemoryDriver(), ...local, address } });
  const workgroup_id = await server.workgroup();
  place = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
}, 120_000);
afterAll(async () => {
  await server.stop();
  await local.close();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

const ask = (name: CloudCall, body?: object, token = server.admin) =>
  server.call(name, { params: place, token, ...(body === undefined ? {} : { body }) });
const users = async () =>
  ((await ask('listDbUsers')).result as unknown as { username: string }[]).map(({ username }) => username);

/** The status of a sign-in in the workspace itself. */
function signIn(username: string, password: string): Promise<number | undefined> {
  const address = local.address(place.workspace_id);
  if (address.kind !== 'socket') throw new Error('The local driver listens on sockets.');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const options = { socketPath: address.path, path: '/gsql/v1/auth/simple', headers: { authorization } };
    request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('database users', () => {
  it('are made, sign in at the workspace, get another password and are deleted', async () => {
    expect(await users()).toEqual([]);
    const made = await ask('createDbUser', { username: '../o"x', password: PASSWORD });
    expect([made.status, made.result]).toEqual([200, { username: '../o"x' }]);
    expect(await signIn('../o"x', PASSWORD)).toBe(200);
    await ask('createDbUser', { username: 'ann', password: PASSWORD });
    // Neither the superuser that every workspace has, nor people of the organisation.
    expect(await users()).toEqual(['../o"x', 'ann']);

    expect((await ask('updateDbUser', { username: 'ann', password: 'another good one' })).status).toBe(200);
    expect(await signIn('ann', PASSWORD)).toBe(401);
    expect(await signIn('ann', 'another good one')).toBe(200);

    expect((await ask('deleteDbUser', { username: '../o"x' })).status).toBe(200);
    expect(await users()).toEqual(['ann']);
    // As a second tab does that has not seen it.
    const again = await ask('deleteDbUser', { username: '../o"x' });
    expect([again.status, again.body.Message]).toEqual([404, `The user "../o"x" doesn't exist.`]);
    const gone = await ask('updateDbUser', { username: '../o"x', password: PASSWORD });
    expect(gone.status).toBe(404);
  });

  it('are refused by the name of the field', async () => {
    const refused = async (body: object, name: CloudCall = 'createDbUser') => {
      const answer = await ask(name, body);
      return [answer.status, answer.body.ErrorDetails?.[0]?.FieldName, answer.body.Message];
    };
    expect(await refused({ username: '', password: '' })).toEqual([400, 'username', 'required']);
    expect(await refused({ username: 'bea', password: '' })).toEqual([400, 'password', 'required']);
    const short = 'A password must have at least 12 characters.';
    expect(await refused({ username: 'bea', password: 'elevensigns' })).toEqual([400, 'password', short]);
    expect(await refused({ username: 'ann', password: 'elevensigns' }, 'updateDbUser')).toEqual([
      400,
      'password',
      short,
    ]);
    for (const username of ['x'.repeat(10_000), 'a b', 'a\u202eb', 'a:b', '__GSQL__secret', '..'])
      expect((await refused({ username, password: PASSWORD })).slice(0, 2)).toEqual([400, 'username']);
    expect((await refused({ username: 'a\0b', password: PASSWORD }))[0]).toBe(400);
    const person = await refused({ username: 'ann@acacia.local', password: PASSWORD });
    expect(person).toEqual([400, 'username', expect.stringContaining("those of the organisation's members")]);
    await ask('createDbUser', { username: 'bea', password: PASSWORD });
    expect(await refused({ username: 'bea', password: PASSWORD })).toEqual([
      409,
      'username',
      'The user "bea" already exists.',
    ]);
    expect(await refused({ username: 'tigergraph' }, 'deleteDbUser')).toEqual([
      400,
      'username',
      'The user "tigergraph" cannot be dropped.',
    ]);
    const unknown = await ask('deleteDbUser', { username: 'bea', cascade: true });
    expect([unknown.status, unknown.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'cascade']);
  });

  it('are managed by administrators of the workspace alone', async () => {
    const user = await server.person([{ name: 'workspace-users', ...place }]);
    const admin = await server.person([{ name: 'workspace-admins', ...place }]);
    const elsewhere = await server.person([
      { name: 'workgroup-admins', workgroup_id: await server.workgroup() },
    ]);
    const body = { username: 'cy', password: PASSWORD };
    for (const token of [user, elsewhere]) {
      expect((await ask('listDbUsers', undefined, token)).status).toBe(403);
      expect((await ask('createDbUser', body, token)).status).toBe(403);
      expect((await ask('updateDbUser', body, token)).status).toBe(403);
      expect((await ask('deleteDbUser', { username: 'ann' }, token)).status).toBe(403);
    }
    expect((await ask('createDbUser', body, admin)).status).toBe(200);
  });

  it('are in the audit log, without their passwords', async () => {
    const answer = await server.call('listAuditEntries');
    const log = answer.result as unknown as { action: string; outcome: string; after: unknown }[];
    const made = log.find(({ action, outcome }) => action === 'createDbUser' && outcome === 'ok');
    expect(made?.after).toEqual({ database_user: 'cy' });
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  });

  it('of a read-only workspace are seen and not changed', async () => {
    const set = (isRw: boolean) =>
      server.database.db.update(workspaces).set({ isRw }).where(eq(workspaces.id, place.workspace_id));
    await set(false);
    expect(await users()).toContain('ann');
    const refused = await ask('deleteDbUser', { username: 'ann' });
    expect([refused.status, refused.body.Message]).toEqual([409, 'The workspace is read-only.']);
    await set(true);
  });

  it('of a workspace that does not answer are not to be had for the moment', async () => {
    away = true;
    const lost = await ask('createDbUser', { username: 'dan', password: PASSWORD });
    away = false;
    expect([lost.status, lost.body.Message]).toEqual([503, expect.stringContaining('connection refused')]);
    expect(await users()).not.toContain('dan');
  });

  it('of a workspace that idles or is shut out are not to be had, and nothing wakes it', async () => {
    await server.call('enableAllowList', {
      params: { workgroup_id: place.workgroup_id },
      body: { accept_lockout: true },
    });
    const blocked = await ask('listDbUsers');
    expect([blocked.status, blocked.body.Message]).toEqual([403, blockedFromGroup('127.0.0.1')]);
    await server.call('disableAllowList', { params: { workgroup_id: place.workgroup_id } });

    const { name } = (await server.call('getWorkspace', { params: place })).result;
    await server.call('pauseWorkspace', { params: place });
    await server.settled(place.workspace_id, 'Idle');
    for (const call of ['listDbUsers', 'deleteDbUser'] as const) {
      const refused = await ask(call, call === 'listDbUsers' ? undefined : { username: 'ann' });
      expect([refused.status, refused.body.Message]).toEqual([409, dbUsersNeedActive(String(name), 'Idle')]);
    }
    await server.settled(place.workspace_id, 'Idle');
  });
});
