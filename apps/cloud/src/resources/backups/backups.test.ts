import {
  BACKUP_NEEDS_ACTIVE,
  INVALID_BACKUP_NAME,
  operationDenied,
  type Backup,
  type BackupTaskStatus,
} from '@acacia/contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { auditEntries, backups, databases, operations, workspaces } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';

/** Timeout of work in the background, generous for a busy machine. */
const SOON = { timeout: 50_000, interval: 10 };

/** The task id that a restore returns. */
const taskId = (result: unknown): string => z.string().parse(result);

let postgres: TestPostgres;
/** A server for tests that need only a workgroup of their own. */
let shared: TestServer;
const running: TestServer[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  shared = await startTestServer(postgres);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(async () => {
  await shared.stop();
  await postgres.stop();
});

async function serve(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(postgres, options);
  running.push(server);
  return server;
}

interface Place {
  readonly server: TestServer;
  readonly params: { readonly workgroup_id: string; readonly workspace_id: string };
  readonly databaseId: string;
}

async function place(server = shared): Promise<Place> {
  const workgroup_id = await server.workgroup();
  const { id, databaseId } = await server.workspace(workgroup_id);
  return { server, params: { workgroup_id, workspace_id: id }, databaseId };
}

const list = async ({ server, params }: Place) =>
  (await server.call('listBackups', { params })).result as unknown as Backup[];

const take = ({ server, params }: Place, name: string) =>
  server.call('createBackup', { params, body: { name } });

async function taken(at: Place, name: string): Promise<Backup> {
  const { result } = await take(at, name);
  await expect
    .poll(async () => (await list(at)).find(({ tag }) => tag === name)?.status, SOON)
    .toBe('Succeed');
  return { ...(result as unknown as Backup), status: 'Succeed' };
}

const task = async ({ server, params }: Place, task_id: string | null) =>
  (await server.call('getBackupTaskStatus', { params: { ...params, task_id: task_id ?? '' } }))
    .result as unknown as BackupTaskStatus;

const restore = ({ server, params }: Place, body: object, token?: string) =>
  server.call('restoreBackup', { params, body, ...(token === undefined ? {} : { token }) });

/** The workspace that gets a restore's data. */
async function filledBy({ server }: Place, taskId: string): Promise<string> {
  const [row] = await server.database.db.select().from(operations).where(eq(operations.id, taskId));
  return row?.workspaceId ?? '';
}

async function pause({ server, params }: Place) {
  await server.call('pauseWorkspace', { params });
  await server.settled(params.workspace_id, 'Idle');
}

const callsSince = ({ server }: Place, from: number) => server.driver.calls.slice(from);

describe('taking a backup', () => {
  test('answers with its task at once, and has succeeded a little later', async () => {
    const at = await place(await serve());
    const release = at.server.driver.hold('backUp');
    const answer = await take(at, 'before_4-2');
    expect(answer.status).toBe(200);
    const begun = answer.result as unknown as Backup;
    expect(begun).toMatchObject({
      tag: 'before_4-2',
      is_automatic: false,
      status: 'Scheduled',
      type: 'full',
      version: '4.2.1',
      size_bytes: 0,
    });
    await expect.poll(async () => (await task(at, begun.task_id)).status, SOON).toBe('Active');
    expect(await task(at, begun.task_id)).toMatchObject({
      name: 'backup',
      output: 'Copying the data into the store',
    });
    release();
    await expect.poll(async () => (await task(at, begun.task_id)).status, SOON).toBe('Succeed');
    expect(await list(at)).toMatchObject([{ id: begun.id, status: 'Succeed', size_bytes: 4096 }]);
    const { workgroup_id } = at.params;
    const databases = (await at.server.call('listDatabases', { params: { workgroup_id } })).result;
    expect(databases).toMatchObject([{ backup_count: 1, folder_statistics: { backup_size: 4096 } }]);
    const [audit] = await at.server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'createBackup'));
    expect(audit).toMatchObject({
      resource: `workspace/${at.params.workspace_id}`,
      after: { backup: 'before_4-2' },
      outcome: 'ok',
    });
  });

  test('keeps nobody waiting: the workspace can be paused meanwhile', async () => {
    const at = await place();
    const release = at.server.driver.hold('backUp');
    await take(at, 'slow');
    await pause(at);
    release();
    await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Succeed');
  });

  test('is listed newest first, under the path of the public API too', async () => {
    const at = await place();
    await taken(at, 'first');
    await taken(at, 'second');
    expect((await list(at)).map(({ tag }) => tag)).toEqual(['second', 'first']);
    const response = await at.server.plane.app.inject({
      url: `/api/v2/workspaces/${at.params.workspace_id}/backups`,
      headers: { authorization: `Bearer ${at.server.admin}` },
    });
    expect(response.json<{ Result: Backup[] }>().Result).toHaveLength(2);
  });

  test.each([[''], ['two words'], ['naïve'], ['a/b'], ['x'.repeat(65)], [undefined]])(
    'refuses the name %j',
    async (name) => {
      const at = await place();
      const answer = await at.server.call('createBackup', { params: at.params, body: { name } });
      expect([answer.status, answer.body.ErrorDetails?.[0]]).toMatchObject([
        400,
        { FieldName: 'name', Reason: INVALID_BACKUP_NAME },
      ]);
    },
  );

  test('refuses a name that is taken', async () => {
    const at = await place();
    await taken(at, 'one');
    const answer = await take(at, 'one');
    expect([answer.status, answer.body.Message]).toEqual([409, "'one' is exist, please use another name"]);
    expect(answer.body.ErrorDetails?.[0]?.FieldName).toBe('name');
  });

  test('two at once of one name leave one', async () => {
    const at = await place();
    const answers = await Promise.all([take(at, 'one'), take(at, 'one'), take(at, 'one')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('keeps to the quota, which failed ones do not count for', async () => {
    const at = await place(await serve({ environment: { ACACIA_TIER: 'premium' } }));
    at.server.driver.failOnce('backUp', 'no');
    for (const name of ['a', 'b', 'c']) await taken(at, name);
    const over = await take(at, 'd');
    expect([over.status, over.body.ErrorDetails?.[0]]).toMatchObject([403, { Type: 'Quota-Exceed' }]);
    expect(over.body.Message).toBe(
      "Your organization's quota is 3 manual backups for each workspace, and this one has 3. Delete one first.",
    );
    await at.server.database.db.update(backups).set({ status: 'Failed' }).where(eq(backups.tag, 'a'));
    expect((await take(at, 'a')).status).toBe(200);
  });

  test('needs an active read-write workspace', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    await pause(at);
    const { server, params } = at;
    for (const answer of [
      await take(at, 'two'),
      await server.call('deleteBackup', { params, body: { backup_id: id } }),
      await restore(at, { backup_id: id }),
    ]) {
      expect([answer.status, answer.body.Message]).toEqual([409, BACKUP_NEEDS_ACTIVE]);
    }
    await server.database.db
      .update(workspaces)
      .set({ status: 'Active', isRw: false })
      .where(eq(workspaces.id, params.workspace_id));
    expect((await take(at, 'two')).body.Message).toBe(
      'A read-only workspace cannot be backed up or restored.',
    );
    expect(await list(at)).toHaveLength(1);
  });

  test('is tried again after a failure, and says so', async () => {
    const at = await place();
    at.server.driver.failOnce('backUp', 'The store is away.');
    await take(at, 'one');
    await expect
      .poll(async () => (await list(at))[0], SOON)
      .toMatchObject({ status: 'Retrying', message: 'The store is away.' });
    await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Succeed');
    expect((await list(at))[0]?.message).toBe('');
  });

  test('that fails for good says why, leaves nothing in the store and frees its name', async () => {
    const at = await place(await serve());
    const { driver, database } = at.server;
    const release = driver.hold('backUp');
    const { result } = await take(at, 'one');
    await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Active');
    // The next attempt is the last one.
    await database.pool.query("update operations set attempts = 9 where kind = 'backup'");
    await database.pool.query("update operations set state = 'queued' where kind = 'backup'");
    release();
    await expect
      .poll(async () => (await list(at))[0], SOON)
      .toMatchObject({ status: 'Failed', message: expect.stringContaining('given up') as string });
    expect(await task(at, String(result['task_id']))).toMatchObject({ status: 'Failed' });
    await expect.poll(() => driver.calls.at(-1), SOON).toBe(`deleteBackup ${String(result['id'])}`);
    expect((await take(at, 'one')).status).toBe(200);
  });

  test('goes on after the process was killed', async () => {
    const at = await place(await serve());
    const release = at.server.driver.hold('backUp');
    await take(at, 'one');
    await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Active');
    const second = await serve({ database: at.server.database });
    await expect.poll(async () => (await list({ ...at, server: second }))[0]?.status, SOON).toBe('Succeed');
    release();
  });
});

describe('deleting a backup', () => {
  const remove = ({ server, params }: Place, backup_id: string) =>
    server.call('deleteBackup', { params, body: { backup_id } });

  test('removes it and erases its files', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    expect((await remove(at, id)).status).toBe(200);
    expect(await list(at)).toEqual([]);
    await expect.poll(() => at.server.driver.calls, SOON).toContain(`deleteBackup ${id}`);
    expect((await remove(at, id)).status).toBe(404);
  });

  test('is refused while it is taken, and while it is restored', async () => {
    const at = await place();
    const { driver } = at.server;
    const { id } = await taken(at, 'one');
    let release = driver.hold('backUp');
    const { result } = await take(at, 'two');
    const refused = await remove(at, String(result['id']));
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      "The backup 'two' is being taken. Wait until that has ended.",
    ]);
    release();
    await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Succeed');

    release = driver.hold('restore');
    const [first] = (await list(at)).slice(0, 1);
    await restore(at, {
      backup_id: id,
      new_workspace: { name: 'New', database_name: 'New', workspace_type_name: 'TG-00' },
    });
    expect((await remove(at, id)).body.Message).toBe(
      "The backup 'one' is being restored. Wait until that has ended.",
    );
    expect((await remove(at, first?.id ?? '')).status).toBe(200);
    release();
  });

  test('knows nothing of the backups of another workspace', async () => {
    const at = await place();
    const other = await place(at.server);
    const { id } = await taken(at, 'one');
    expect((await remove(other, id)).body.Message).toBe('There is no such backup.');
    expect((await restore(other, { backup_id: id })).status).toBe(404);
    expect(await list(at)).toHaveLength(1);
  });
});

describe('restoring in place', () => {
  test('stops the workspace, replaces its data and starts it again', async () => {
    const at = await place();
    const { driver } = at.server;
    const { id } = await taken(at, 'one');
    const from = driver.calls.length;
    const release = driver.hold('restore');
    const { status, result } = await restore(at, { backup_id: id });
    expect([status, typeof result]).toEqual([200, 'string']);
    const during = await at.server.call('getWorkspace', { params: at.params });
    expect(during.result['status']).toBe('Updating');
    await expect.poll(async () => (await task(at, taskId(result))).status, SOON).toBe('Active');
    release();
    await at.server.settled(at.params.workspace_id, 'Active');
    expect(await task(at, taskId(result))).toMatchObject({ name: 'restore', status: 'Succeed' });
    const { workspace_id } = at.params;
    expect(callsSince(at, from)).toEqual([`stop ${workspace_id}`, `restore ${id}`, `start ${workspace_id}`]);
  });

  test('that fails goes on with the data as they were, and says why', async () => {
    const at = await place();
    const { driver } = at.server;
    const { id } = await taken(at, 'one');
    const from = driver.calls.length;
    driver.failOnce('restore', 'The file graph.duckdb is damaged in the store.');
    const { result } = await restore(at, { backup_id: id });
    await expect
      .poll(() => task(at, taskId(result)), SOON)
      .toMatchObject({ status: 'Failed', output: 'The file graph.duckdb is damaged in the store.' });
    await at.server.settled(at.params.workspace_id, 'Active');
    const { workspace_id } = at.params;
    expect(callsSince(at, from)).toEqual([`stop ${workspace_id}`, `restore ${id}`, `start ${workspace_id}`]);
    const { result: shown } = await at.server.call('getWorkspace', { params: at.params });
    expect(shown['err_message']).toBe(
      'The restore failed, and the data are as they were: The file graph.duckdb is damaged in the store.',
    );
  });

  test('goes on after the process was killed', async () => {
    const at = await place(await serve());
    const { id } = await taken(at, 'one');
    const release = at.server.driver.hold('restore');
    await restore(at, { backup_id: id });
    await expect.poll(() => at.server.driver.calls, SOON).toContain(`restore ${id}`);
    const second = await serve({ database: at.server.database });
    await second.settled(at.params.workspace_id, 'Active');
    expect(second.driver.calls).toContain(`restore ${id}`);
    release();
  });

  test('is refused while a backup is taken, and for one that has not succeeded', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    const release = at.server.driver.hold('backUp');
    const { result } = await take(at, 'two');
    expect((await restore(at, { backup_id: id })).body.Message).toBe(
      "The backup 'two' is being taken. Wait until that has ended.",
    );
    const unfinished = await restore(at, { backup_id: String(result['id']) });
    expect([unfinished.status, unfinished.body.Message]).toMatchObject([
      409,
      expect.stringMatching(/^The backup 'two' is (Scheduled|Active): only one that has succeeded/) as string,
    ]);
    release();
  });

  test('wants a backup that is there', async () => {
    const at = await place();
    expect((await restore(at, { backup_id: 'none' })).status).toBe(404);
    expect((await restore(at, {})).status).toBe(400);
    const unknown = await at.server.call('getBackupTaskStatus', {
      params: { ...at.params, task_id: 'none' },
    });
    expect([unknown.status, unknown.body.Message]).toEqual([404, 'There is no such task.']);
  });
});

describe('restoring into a new workspace', () => {
  const NEW = { name: 'Copy', database_name: 'CopyData', workspace_type_name: 'TG-00' };

  test('creates both, and starts it when its data are there', async () => {
    const at = await place();
    const { driver } = at.server;
    const { id } = await taken(at, 'one');
    const from = driver.calls.length;
    const { status, result } = await restore(at, { backup_id: id, new_workspace: NEW });
    expect(status).toBe(200);
    const workspace_id = await filledBy(at, taskId(result));
    expect(workspace_id).not.toBe(at.params.workspace_id);
    await at.server.settled(workspace_id, 'Active');
    const databaseId = driver.spec(workspace_id)?.databaseId ?? '';
    expect(callsSince(at, from)).toEqual([
      `createDatabase ${databaseId}`,
      `restore ${id}`,
      `start ${workspace_id}`,
    ]);
    expect(await task(at, taskId(result))).toMatchObject({ name: 'restore', status: 'Succeed' });
    const shown = await at.server.call('getWorkspace', { params: { ...at.params, workspace_id } });
    expect(shown.result).toMatchObject({ name: 'Copy', database_name: 'CopyData', is_rw: true });
    expect(databaseId).not.toBe(at.databaseId);
  });

  test('that is cut off fills it before it is started, however often', async () => {
    const at = await place(await serve());
    const { id } = await taken(at, 'one');
    const release = at.server.driver.hold('start');
    const { result } = await restore(at, { backup_id: id, new_workspace: NEW });
    const workspace_id = await filledBy(at, taskId(result));
    await expect.poll(() => at.server.driver.calls, SOON).toContain(`start ${workspace_id}`);
    const second = await serve({ database: at.server.database });
    await second.settled(workspace_id, 'Active');
    // The data are restored already: they are not replaced again.
    const calls = second.driver.calls.filter((call) => call.endsWith(workspace_id) || call.endsWith(id));
    release();
    expect(calls).toEqual([`start ${workspace_id}`]);
  });

  test('that fails leaves neither workspace nor database', async () => {
    const at = await place(await serve());
    const { driver, database } = at.server;
    const { id } = await taken(at, 'one');
    driver.failOnce('restore', 'The disk is full.');
    const { result } = await restore(at, { backup_id: id, new_workspace: NEW });
    const workspace_id = await filledBy(at, taskId(result));
    await at.server.settled(workspace_id, null);
    expect(await task(at, taskId(result))).toMatchObject({
      status: 'Failed',
      output: 'The disk is full.',
    });
    expect(await database.db.select().from(databases).where(eq(databases.name, 'CopyData'))).toEqual([]);
    await expect.poll(() => driver.calls, SOON).toContain(`delete ${workspace_id}`);
    await expect.poll(() => driver.calls.some((call) => call.startsWith('deleteDatabase')), SOON).toBe(true);
    expect((await restore(at, { backup_id: id, new_workspace: NEW })).status).toBe(200);
  });

  test('whose server does not start keeps the data', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    at.server.driver.failOnce('start', 'There is no memory left.');
    const { result } = await restore(at, { backup_id: id, new_workspace: NEW });
    const workspace_id = await filledBy(at, taskId(result));
    await at.server.settled(workspace_id, 'Error');
    await at.server.call('resumeWorkspace', { params: { ...at.params, workspace_id } });
    await at.server.settled(workspace_id, 'Active');
  });

  test.each([
    [{ name: 'no name' }, 400, 'new_workspace.name'],
    [{ database_name: '' }, 400, 'new_workspace.database_name'],
    [{ workspace_type_name: 'TG-X' }, 400, 'workspace_type_name'],
  ])('refuses %j', async (change, status, field) => {
    const at = await place();
    const { id } = await taken(at, 'one');
    const answer = await restore(at, { backup_id: id, new_workspace: { ...NEW, ...change } });
    expect([answer.status, answer.body.ErrorDetails?.[0]?.FieldName]).toEqual([status, field]);
  });

  test('refuses names that are taken, at their fields', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    const { result } = await at.server.call('getWorkspace', { params: at.params });
    const { name, database_name } = result as { name: string; database_name: string };
    for (const [change, field] of [
      [{ name }, 'new_workspace.name'],
      [{ database_name }, 'new_workspace.database_name'],
    ] as const) {
      const answer = await restore(at, { backup_id: id, new_workspace: { ...NEW, ...change } });
      expect([answer.status, answer.body.ErrorDetails?.[0]?.FieldName]).toEqual([409, field]);
    }
  });

  test('needs the right to create workspaces, which an admin of one workspace has not', async () => {
    const at = await place();
    const { id } = await taken(at, 'one');
    const token = await at.server.person([{ name: 'workspace-admins', ...at.params }]);
    const refused = await restore(at, { backup_id: id, new_workspace: NEW }, token);
    expect([refused.status, refused.body.Message]).toEqual([403, operationDenied('database.create')]);
    expect((await restore(at, { backup_id: id }, token)).status).toBe(200);
  });
});

test('backups outlive their workspace', async () => {
  const at = await place();
  await taken(at, 'one');
  await at.server.call('deleteWorkspace', { params: at.params });
  await at.server.settled(at.params.workspace_id, null);
  const rows = await at.server.database.db
    .select()
    .from(backups)
    .where(eq(backups.databaseId, at.databaseId));
  expect(rows).toMatchObject([{ tag: 'one', status: 'Succeed' }]);
});

test('a backup whose operation was forgotten while it ran has failed', async () => {
  const at = await place(await serve());
  const { id } = await taken(at, 'one');
  const { db } = at.server.database;
  await db.update(backups).set({ status: 'Scheduled' }).where(eq(backups.id, id));
  await db.delete(operations).where(eq(operations.kind, 'backup'));
  expect(await list(at)).toMatchObject([{ status: 'Failed', message: 'It was cut off.' }]);
});

test('a backup waits for an older operation on its database', async () => {
  const at = await place(await serve());
  const release = at.server.driver.hold('backUp');
  await take(at, 'one');
  await expect.poll(async () => (await list(at))[0]?.status, SOON).toBe('Active');
  const { database } = at.server;
  await take(at, 'two');
  await database.pool.query(
    "update operations set state = 'queued', attempts = 0, run_after = now() + interval '1 hour' where id = (select operation_id from backups where tag = 'two')",
  );
  const [second] = await database.db.select().from(backups).orderBy(desc(backups.createdAt)).limit(1);
  expect((await list(at)).find(({ id }) => id === second?.id)?.status).toBe('Waiting');
  release();
});
