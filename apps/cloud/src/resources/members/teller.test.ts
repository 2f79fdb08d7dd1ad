/** Lists of people with access, sent to real workspaces: while they run, after idling, and after a stop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { GATEWAY_HEADERS, type RoleName } from '@acacia/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticatorApps } from '../../database/factor-tables.ts';
import { apiKeys } from '../../database/organization-tables.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { createLocalDriver } from '../../drivers/local/local-driver.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { eq } from 'drizzle-orm';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';

const SOON = { timeout: 50_000, interval: 100 };

let postgres: TestPostgres;
let server: TestServer;
let local: Driver;
let home: string;
let place: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-people-'));
  postgres = await startTestPostgres();
  local = createLocalDriver({
    home,
    nodePath: process.execPath,
    log: pino({ level: 'silent' }),
    entry: BUILT_WORKSPACE,
    credentialDays: 30,
  });
  server = await startTestServer(postgres, { driver: { ...createMemoryDriver(), ...local } });
  const workgroup_id = await server.workgroup();
  place = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
}, 120_000);
afterAll(async () => {
  await server.stop();
  await local.close();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls the workspace as the gateway does. */
async function ask(
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const address = local.address(place.workspace_id);
  if (address.kind !== 'socket') throw new Error('The local driver listens on sockets.');
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: address.path, method, path: target, headers, agent: false },
      (answer) => {
        readJson(answer).then(
          (content) => resolve({ status: answer.statusCode ?? 0, body: content as Answer['body'] }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

interface Person {
  readonly email: string;
  readonly user_id: string;
  readonly credentials: readonly string[];
}

/** A person with a role in the workspace, with a secret and a token that is valid for ten years. */
async function person(role: RoleName): Promise<Person> {
  const token = await server.person();
  const { result } = await server.call('getMe', { token });
  const email = String(result['email']);
  const given = await server.call('setWorkspaceRole', { params: place, body: { email, role } });
  const databaseRole = role === 'workspace-users' ? 'globalobserver' : 'superuser';
  const credentials = await credentialsOf(email, databaseRole);
  return { email, user_id: String(given.result['user_id']), credentials };
}

/** A secret of somebody, and a token for ten years that is valid for thirty days. */
async function credentialsOf(email: string, databaseRole: string): Promise<string[]> {
  const headers = {
    ...local.trust(place.workspace_id),
    [GATEWAY_HEADERS.address]: '192.0.2.1',
    [GATEWAY_HEADERS.user]: email,
    [GATEWAY_HEADERS.role]: databaseRole,
  };
  const secret = await ask('POST', '/gsql/v1/secrets', headers);
  const { value } = secret.body['results'] as { value: string };
  const lifetime = 10 * 365 * 86_400;
  const issued = await ask('POST', '/restpp/requesttoken', headers, { lifetime });
  expect(Math.round((Number(issued.body['expiration']) - Date.now() / 1000) / 86_400)).toBe(30);
  return [`GSQL-Secret ${value}`, `Bearer ${String(issued.body['token'])}`];
}

/** An API key with a role in the workspace, and a secret and a token of its account there. */
async function key(): Promise<Person & { readonly name: string }> {
  const body = { description: 'Program', life_time_in_seconds: null };
  const { result } = await server.call('createApiKey', { body });
  const user_id = String(result['user_id']);
  const { db } = server.database;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, user_id));
  const email = account?.email ?? '';
  const workspacesToAssignAdmin = [place.workspace_id];
  await server.call('assignRoles', { body: { userEmail: email, workspacesToAssignAdmin } });
  return {
    email,
    user_id,
    name: String(result['key_name']),
    credentials: await credentialsOf(email, 'superuser'),
  };
}

/** The access that each of the person's credentials gives. */
const worth = ({ credentials }: Person) =>
  Promise.all(
    credentials.map(async (authorization) => {
      const { status, body } = await ask('GET', '/gsql/v1/auth/simple', { authorization });
      return status === 200 ? body['isSuperUser'] : status;
    }),
  );
const remove = async ({ user_id }: Person) =>
  expect((await server.call('removeWorkspaceRole', { params: { ...place, user_id } })).status).toBe(200);
async function act(call: 'pauseWorkspace' | 'stopWorkspace' | 'resumeWorkspace', status: string) {
  expect((await server.call(call, { params: place })).status).toBe(200);
  await server.settled(place.workspace_id, status);
}

// Each test starts a workspace, which takes long.
describe('credentials of a workspace', { timeout: 60_000 }, () => {
  test('end when their person is removed, before that is answered, and become less with their role', async () => {
    const [ann, bob] = [await person('workspace-admins'), await person('workspace-admins')];
    expect([await worth(ann), await worth(bob)]).toEqual([
      [true, true],
      [true, true],
    ]);
    await remove(ann);
    expect(await worth(ann)).toEqual([401, 401]);
    const body = { email: bob.email, role: 'workspace-users' };
    await server.call('setWorkspaceRole', { params: place, body });
    expect(await worth(bob)).toEqual([false, false]);
  });

  test.each([
    ['pauseWorkspace', 'Idle'],
    ['stopWorkspace', 'Stopped'],
  ] as const)('end or become less after %s too, and nobody asks before', async (call, status) => {
    const [gone, lowered, stays] = [
      await person('workspace-admins'),
      await person('workspace-admins'),
      await person('workspace-admins'),
    ];
    await act(call, status);
    await remove(gone);
    const body = { email: lowered.email, role: 'workspace-users' };
    await server.call('setWorkspaceRole', { params: place, body });
    await act('resumeWorkspace', 'Active');
    expect([await worth(gone), await worth(lowered), await worth(stays)]).toEqual([
      [401, 401],
      [false, false],
      [true, true],
    ]);
  });

  test('of an API key end with it: at once when it is deleted, within seconds when it expires', async () => {
    const [deleted, expired] = [await key(), await key()];
    expect([await worth(deleted), await worth(expired)]).toEqual([
      [true, true],
      [true, true],
    ]);
    await server.call('deleteApiKey', { body: { key_name: deleted.name } });
    expect(await worth(deleted)).toEqual([401, 401]);
    const { db } = server.database;
    await db.update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.id, expired.name));
    await expect.poll(() => worth(expired), SOON).toEqual([401, 401]);
  });

  test('rest while the organization demands a second factor that their person lacks, asleep or not', async () => {
    const [with_, without] = [await person('workspace-admins'), await person('workspace-admins')];
    const { db } = server.database;
    const app = { sealed: '', lastStep: 0 };
    const { result: me } = await server.call('getMe');
    for (const accountId of [String(me['id']), with_.user_id])
      await db.insert(authenticatorApps).values({ accountId, ...app });
    const demand = (require_second_factor: boolean) =>
      server.call('updateOrganizationSecurity', { body: { require_second_factor } });
    expect((await demand(true)).status).toBe(200);
    // Judged with the answer: nobody waits for a round.
    expect([await worth(with_), await worth(without)]).toEqual([
      [true, true],
      [403, 403],
    ]);
    await act('pauseWorkspace', 'Idle');
    await act('resumeWorkspace', 'Active');
    expect(await worth(without)).toEqual([403, 403]);
    await db.insert(authenticatorApps).values({ accountId: without.user_id, ...app });
    // Any change of people or their organisation tells the workspaces at once.
    await demand(true);
    expect(await worth(without)).toEqual([true, true]);
    await db.delete(authenticatorApps).where(eq(authenticatorApps.accountId, with_.user_id));
    await demand(true);
    expect(await worth(with_)).toEqual([403, 403]);
    expect((await demand(false)).status).toBe(200);
    expect(await worth(with_)).toEqual([true, true]);
  });

  test('end when the role is taken by whatever way', async () => {
    const eve = await person('workspace-admins');
    const { db } = server.database;
    const [row] = await db
      .select({ id: memberships.id })
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(eq(accounts.email, eve.email));
    await db.delete(roleGrants).where(eq(roleGrants.membershipId, row?.id ?? ''));
    await expect.poll(() => worth(eve), SOON).toEqual([401, 401]);
  });
});
