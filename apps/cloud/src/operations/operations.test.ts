import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditEntries, operations, workspaces } from '../database/schema.ts';
import { loadCatalog } from '../catalog/catalog.ts';
import { afterQuery } from '../testing/after-query.ts';
import { createMemoryDriver } from '../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/server.ts';
import { forgetEnded, operation, take } from './queue.ts';
import { performers } from '../resources/performers.ts';
import { NotYet, type Performers } from './performer.ts';
import { reconcile } from './reconcile.ts';
import { createRunner } from './runner.ts';

/** Timeout of work in the background, generous for a busy machine. */
const SOON = { timeout: 50_000, interval: 10 };

let postgres: TestPostgres;
const running: TestServer[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => postgres.stop());

async function serve(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(postgres, options);
  running.push(server);
  return server;
}

/** A workspace whose creation the driver blocks. */
async function held(server: TestServer) {
  const release = server.driver.hold('start');
  const workgroup_id = await server.workgroup();
  const tg_database_id = await server.createDatabase(workgroup_id);
  const { result } = await server.call('createWorkspace', {
    params: { workgroup_id },
    body: { name: 'W', tg_database_id, tg_version: '4.2.1', workspace_type_name: 'TG-00' },
  });
  return { release, workgroup_id, workspace_id: String(result['workspace_id']) };
}

async function errorOf(server: TestServer, id: string) {
  const [row] = await server.database.db.select().from(workspaces).where(eq(workspaces.id, id));
  return row?.errMessage;
}

describe('an operation', () => {
  test('shows since when it runs, and Active when it has ended', async () => {
    const server = await serve();
    const { release, ...params } = await held(server);
    const during = (await server.call('getWorkspace', { params })).result;
    expect(during).toMatchObject({ status: 'Pending' });
    expect(Date.parse(String(during['operation_started_at']))).toBeGreaterThan(Date.now() - 60_000);
    release();
    await server.settled(params.workspace_id, 'Active');
  });

  test('that fails leaves Error with the reason, and can be tried again', async () => {
    const server = await serve();
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    await server.call('pauseWorkspace', { params });
    await server.settled(id, 'Idle');
    server.driver.failOnce('start', 'There is no memory left on this machine.');
    await server.call('resumeWorkspace', { params });
    await server.settled(id, 'Error');
    expect((await server.call('getWorkspace', { params })).result['err_message']).toBe(
      'There is no memory left on this machine.',
    );
    await server.call('resumeWorkspace', { params });
    await server.settled(id, 'Active');
    expect(await errorOf(server, id)).toBe('');
  });

  test('terminating during a creation ends in no workspace', async () => {
    const server = await serve();
    const { release, ...params } = await held(server);
    await expect.poll(() => server.driver.calls, SOON).toContain(`start ${params.workspace_id}`);
    expect((await server.call('deleteWorkspace', { params })).status).toBe(200);
    release();
    await server.settled(params.workspace_id, null);
    expect(server.driver.calls.at(-1)).toBe(`delete ${params.workspace_id}`);
  });

  test('is run by one runner, of however many', async () => {
    const server = await serve({ start: false });
    const { release, workspace_id } = await held(server);
    release();
    const { db } = server.database;
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => take(db, owner)));
    expect(taken.filter((row) => row !== undefined)).toHaveLength(1);
    expect(taken.find((row) => row !== undefined)?.workspaceId).toBe(workspace_id);
  });
});

describe('an operation that waits for another one', () => {
  /** A creation that waits until `end` says how it goes on, and runners of it that look when they are told to. */
  async function waiting() {
    const server = await serve({ start: false });
    const { release, workgroup_id, workspace_id } = await held(server);
    release();
    const { db } = server.database;
    let looks = 0;
    let outcome: 'wait' | 'go on' | Error = 'wait';
    const undone: string[] = [];
    const waits: Performers = {
      ...performers,
      create: {
        ...performers.create,
        steps: async (performance) => [
          {
            name: 'Waiting for another one',
            async do() {
              looks += 1;
              if (outcome === 'wait') throw new NotYet();
              if (outcome !== 'go on') throw outcome;
            },
            undo: {
              name: 'Going back',
              async do(failure) {
                undone.push(failure);
                return async () => undefined;
              },
            },
          },
          ...(await performers.create.steps(performance)),
        ],
      },
    };
    const runnerOf = (owner: string) =>
      createRunner({
        ...{ db, driver: server.driver, performers: waits, owner, log: pino({ level: 'silent' }) },
        catalog: loadCatalog(null, server.driver.promise),
      });
    const row = async () => {
      const [found] = await db.select().from(operations).where(eq(operations.workspaceId, workspace_id));
      return found;
    };
    return {
      ...{ server, workgroup_id, workspace_id, undone, runnerOf, row },
      /** Has the runner look once more, as it does when the pause is over, until the operation is back in the queue. */
      look: async (runner: ReturnType<typeof createRunner>) => {
        const before = looks;
        await db.update(operations).set({ runAfter: sql`now()` });
        runner.kick();
        await expect.poll(() => looks, SOON).toBe(before + 1);
        await expect.poll(async () => (await row())?.state, SOON).not.toBe('running');
      },
      end: (how: typeof outcome) => {
        outcome = how;
      },
    };
  }

  test('is in the queue meanwhile, however often it is looked at, and counts no attempt', async () => {
    const { server, workspace_id, undone, runnerOf, row, look, end } = await waiting();
    const runner = runnerOf('one');
    await runner.start();
    for (let times = 1; times <= 7; times++) await look(runner);
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, error: '', leaseOwner: null });
    expect(undone).toEqual([]);
    end('go on');
    await look(runner);
    await server.settled(workspace_id, 'Active');
    expect(await row()).toMatchObject({ state: 'succeeded', attempts: 1 });
    await runner.stop();
  });

  test('is taken by another runner when this one is killed', async () => {
    const { server, workspace_id, runnerOf, look, end } = await waiting();
    const killed = runnerOf('one');
    await killed.start();
    await look(killed);
    end('go on');
    const other = runnerOf('two');
    await other.start();
    await look(other);
    await server.settled(workspace_id, 'Active');
    await other.stop();
  });

  test('is undone once, when it fails in the end', async () => {
    const { runnerOf, row, look, end, undone } = await waiting();
    const runner = runnerOf('one');
    await runner.start();
    await look(runner);
    end(new Error('The other one has failed.'));
    await look(runner);
    expect(undone).toEqual(['The other one has failed.']);
    expect(await row()).toMatchObject({ state: 'failed', error: 'The other one has failed.' });
    await runner.stop();
  });

  test('does not keep its workspace from being terminated', async () => {
    const { server, workgroup_id, workspace_id, runnerOf, look } = await waiting();
    const runner = runnerOf('one');
    await runner.start();
    await look(runner);
    expect((await server.call('deleteWorkspace', { params: { workgroup_id, workspace_id } })).status).toBe(
      200,
    );
    runner.kick();
    await server.settled(workspace_id, null);
    await runner.stop();
  });
});

test('ended operations are forgotten after a month, open ones never', async () => {
  const server = await serve({ start: false });
  const { release } = await held(server);
  release();
  const { db, pool } = server.database;
  await forgetEnded(db);
  expect(await db.select().from(operations)).toHaveLength(1);
  await pool.query("update operations set state = 'failed', finished_at = now() - interval '31 days'");
  await forgetEnded(db);
  expect(await db.select().from(operations)).toHaveLength(0);
});

test('what an absence of the database cut off goes on as soon as it is back, not when its lease runs out', async () => {
  const server = await serve();
  server.driver.failOnce('start', 'Connection terminated unexpectedly');
  const { release, workspace_id } = await held(server);
  release();
  const starts = () => server.driver.calls.filter((call) => call === `start ${workspace_id}`).length;
  // A lease lasts for twice the time of this poll.
  await expect.poll(starts, SOON).toBe(2);
  await server.settled(workspace_id, 'Active');
});

describe('after the process was killed', () => {
  test('what was cut off goes on at the next start', async () => {
    const first = await serve();
    const { release, workspace_id } = await held(first);
    await expect.poll(() => first.driver.calls, SOON).toContain(`start ${workspace_id}`);
    expect(first.driver.calls[0]).toMatch(/^createDatabase /);
    // The first control plane hangs in its driver, as if it were killed.
    const second = await serve({ database: first.database });
    await second.settled(workspace_id, 'Active');
    // Its database was made: a driver that no longer has it has lost it.
    expect(second.driver.calls).toEqual([`start ${workspace_id}`]);
    release();
  });

  test('a lease of another installation is respected until it runs out', async () => {
    const server = await serve({ start: false });
    const { release } = await held(server);
    release();
    const { db } = server.database;
    expect(await take(db, 'other')).toBeDefined();
    expect(await take(db, 'us')).toBeUndefined();
    await db.update(operations).set({ leaseUntil: new Date(Date.now() - 1000) });
    expect((await take(db, 'us'))?.attempts).toBe(2);
  });

  test('is heard of when it ends between a look at it and the wait for its end', async () => {
    const server = await serve({ start: false });
    const { release, workspace_id } = await held(server);
    const { db, pool } = server.database;
    const [row] = await db.select().from(operations).where(eq(operations.workspaceId, workspace_id));
    const runner = createRunner({
      db,
      driver: server.driver,
      catalog: loadCatalog(null, server.driver.promise),
      performers,
      owner: 'test',
      log: pino({ level: 'silent' }),
    });
    let looks = 0;
    const restore = afterQuery(pool, /select .* from "operations" where "operations"."id"/, async () => {
      looks += 1;
      await runner.start();
      release();
      await server.settled(workspace_id, 'Active');
      await runner.stop();
      // From here on no timeout elapses.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
    });
    try {
      await runner.ended(row?.id ?? '');
      expect(looks).toBe(1);
    } finally {
      vi.useRealTimers();
      restore();
    }
  });

  test('what this runner is still doing is not begun a second time when its lease runs out meanwhile', async () => {
    const server = await serve();
    const { release, workspace_id } = await held(server);
    await expect.poll(() => server.driver.calls, SOON).toContain(`start ${workspace_id}`);
    const { db, pool } = server.database;
    // As after half a minute in which the database could not be reached.
    await db.update(operations).set({ leaseUntil: new Date(0) });
    const looked = new Promise<void>((resolve) => {
      afterQuery(pool, /attempts" \+ 1/, async () => resolve());
    });
    await server.workgroup();
    await looked;
    release();
    await server.settled(workspace_id, 'Active');
    const [row] = await db.select().from(operations).where(eq(operations.workspaceId, workspace_id));
    expect(row).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  test('a shutdown waits for an operation that is just being taken', async () => {
    const server = await serve({ start: false });
    const { release, workspace_id } = await held(server);
    release();
    const { db, pool } = server.database;
    const runner = createRunner({
      db,
      driver: server.driver,
      catalog: loadCatalog(null, server.driver.promise),
      performers,
      owner: 'test',
      log: pino({ level: 'silent' }),
    });
    const stopped = new Promise<void>((resolve) => {
      afterQuery(pool, /attempts" \+ 1/, async () => resolve(runner.stop()));
    });
    await runner.start();
    await stopped;
    const [row] = await db.select().from(operations).where(eq(operations.workspaceId, workspace_id));
    expect(row?.state).toBe('succeeded');
  });

  test('an operation that is cut off again and again is given up with a clear error', async () => {
    const server = await serve({ start: false });
    const { release, workspace_id } = await held(server);
    release();
    const { db } = server.database;
    await db.update(operations).set({ attempts: 5 });
    const runner = createRunner({
      db,
      driver: server.driver,
      catalog: loadCatalog(null, createMemoryDriver().promise),
      performers,
      owner: 'test',
      log: pino({ level: 'silent' }),
    });
    await runner.start();
    await server.settled(workspace_id, 'Error');
    await runner.stop();
    expect(await errorOf(server, workspace_id)).toBe(
      'The action was given up: the server stopped 5 times in the midst of it.',
    );
  });

  test('Active workspaces are started again, Idle and Stopped ones stay down', async () => {
    const first = await serve();
    const workgroup_id = await first.workgroup();
    const [active, idle, stopped] = await Promise.all([1, 2, 3].map(() => first.workspace(workgroup_id)));
    await first.call('pauseWorkspace', { params: { workgroup_id, workspace_id: idle?.id ?? '' } });
    await first.call('stopWorkspace', { params: { workgroup_id, workspace_id: stopped?.id ?? '' } });
    await first.settled(idle?.id ?? '', 'Idle');
    await first.settled(stopped?.id ?? '', 'Stopped');
    await first.stop();
    const second = await serve({ database: first.database, driver: createMemoryDriver() });
    await second.settled(active?.id ?? '', 'Active');
    expect(second.driver.calls).toEqual([`start ${active?.id}`]);
  });

  test('what needs a running workspace goes on when that has been started again', async () => {
    const first = await serve();
    const { id, databaseId } = await first.workspace(await first.workgroup());
    const { db } = first.database;
    await first.stop();
    await db.insert(operations).values({
      id: 'cut-off',
      kind: 'install-solution',
      workspaceId: id,
      databaseId,
      state: 'running',
      step: 'Loading',
      actor: 'someone',
      // The solution is gone: there is nothing to do.
      payload: { solution_id: 'gone' },
      attempts: 1,
      leaseOwner: 'test',
      leaseUntil: new Date(Date.now() + 60_000),
    });
    const second = await serve({ database: first.database, driver: createMemoryDriver() });
    await second.settled(id, 'Active');
    const ended = async () => (await operation(db, 'cut-off'))?.state;
    await expect.poll(ended, SOON).toBe('succeeded');
    const rows = await db.select().from(operations).orderBy(asc(operations.finishedAt));
    expect(rows.slice(-2).map(({ kind }) => kind)).toEqual(['resume', 'install-solution']);
  });

  test.each([
    ['it ends well', undefined, 'Active', 'succeeded', ''],
    ['its failure is told', 'The disk is full.', 'Error', 'failed', 'The disk is full.'],
  ] as const)(
    'a change that the previous release left without what to go back to is done: %s',
    async (_, failure, status, state, error) => {
      const first = await serve();
      const { id, databaseId } = await first.workspace(await first.workgroup());
      const { db } = first.database;
      await first.stop();
      await db.update(workspaces).set({ status: 'Updating' }).where(eq(workspaces.id, id));
      await db.insert(operations).values({
        id: 'left',
        kind: 'reconfigure',
        workspaceId: id,
        databaseId,
        state: 'queued',
        step: 'Waiting',
        actor: 'someone',
        payload: { restart: true },
      });
      const driver = createMemoryDriver();
      if (failure !== undefined) driver.failOnce('start', failure);
      const second = await serve({ database: first.database, driver });
      await second.settled(id, status);
      expect(await operation(db, 'left')).toMatchObject({ state, error });
    },
  );

  test('a change whose operation is gone is done anew', async () => {
    const first = await serve();
    const { id } = await first.workspace(await first.workgroup());
    await first.stop();
    await first.database.db.update(workspaces).set({ status: 'Resizing' }).where(eq(workspaces.id, id));
    const second = await serve({ database: first.database, driver: createMemoryDriver() });
    await second.settled(id, 'Active');
  });

  test('a shutdown in the midst of a creation is no failure of it', async () => {
    const first = await serve();
    const { release, workspace_id } = await held(first);
    await expect.poll(() => first.driver.calls, SOON).toContain(`start ${workspace_id}`);
    first.driver.failOnce('start', 'The driver is closed.');
    const stopped = first.plane.stop();
    release();
    await stopped;
    const second = await serve({ database: first.database });
    await second.settled(workspace_id, 'Active');
  });
});

test('a start waits for changes of workspaces that are under way, and they never for it', async () => {
  const server = await serve();
  const { id } = await server.workspace(await server.workgroup());
  const { db, pool } = server.database;
  const change = await pool.connect();
  try {
    await change.query('begin');
    await change.query('select from workspaces where id = $1 for update', [id]);
    const start = reconcile(db, createMemoryDriver(), 'another');
    // Background tasks may wait for the same row: only the start asks for all rows in order.
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
             and query like '%order by "workspaces"."id" for update%'`,
        )
      ).rowCount;
    await expect.poll(waiting, SOON).toBe(1);
    await change.query('update usage_intervals set started_at = now() where workspace_id = $1', [id]);
    await change.query('commit');
    await start;
  } finally {
    change.release();
  }
});

describe('what the driver sees', () => {
  test('a death and the restart are shown, and giving up is an Error', async () => {
    const server = await serve();
    const { id } = await server.workspace(await server.workgroup());
    server.driver.report(id, { state: 'starting', restarts: 1, lastExit: 'killed by SIGKILL' });
    await expect
      .poll(() => errorOf(server, id), SOON)
      .toBe('The server stopped unexpectedly (killed by SIGKILL) and is being started again.');
    server.driver.report(id, { state: 'running', restarts: 1 });
    await expect.poll(() => errorOf(server, id), SOON).toBe('');
    server.driver.report(id, { state: 'failed', restarts: 5, reason: 'It died 5 times in a minute.' });
    await server.settled(id, 'Error');
    expect(await errorOf(server, id)).toBe('It died 5 times in a minute.');
  });
});

describe('what the driver sees while nothing can be stored', () => {
  test('is stored as soon as it can be', async () => {
    const server = await serve();
    const { id } = await server.workspace(await server.workgroup());
    const { db } = server.database;
    // A sequence goes on counting in transactions that fail.
    await db.execute('create sequence tries');
    await db.execute(
      `alter table workspaces add constraint away check (restarts = 0 or nextval('tries') < 0)`,
    );
    server.driver.report(id, { state: 'running', restarts: 1, degraded: true });
    const tried = async () => (await db.execute('select is_called from tries')).rows;
    await expect.poll(tried, SOON).toEqual([{ is_called: true }]);
    await db.execute('alter table workspaces drop constraint away');
    const stored = async () => {
      const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
      return row?.conditionType;
    };
    await expect.poll(stored, SOON).toBe('Degraded');
  });
});

describe("the gateway's directory", () => {
  const cause = {
    caller: { userId: 'someone', email: 'someone@example.org' },
    request: 'GET /restpp/echo',
    remoteAddress: '127.0.0.1',
  };

  test('wakes an Idle workspace once for many requests, and says in the audit log who did', async () => {
    const server = await serve();
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id);
    const { directory } = server.plane;
    await directory.suspend(id);
    expect((await directory.workspace(id))?.status).toBe('Idle');
    await Promise.all([1, 2, 3].map(() => directory.wake(id, cause)));
    expect((await directory.workspace(id))?.status).toBe('Active');
    expect(server.driver.calls.filter((call) => call === `start ${id}`)).toHaveLength(2);
    const rows = await server.database.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(rows.filter(({ resource }) => resource === `workspace/${id}`).slice(-2)).toMatchObject([
      { action: 'suspendWorkspace', actor: 'gateway', message: 'Nothing used it for 60 minutes' },
      {
        action: 'wakeWorkspace',
        actor: cause.caller.email,
        actorId: cause.caller.userId,
        address: '127.0.0.1',
        message: 'GET /restpp/echo from 127.0.0.1',
      },
    ]);
  });

  test('wakes one that is being suspended just now', async () => {
    const server = await serve();
    const { id } = await server.workspace(await server.workgroup());
    const release = server.driver.hold('stop');
    const suspended = server.plane.directory.suspend(id);
    await server.settled(id, 'Pausing');
    const awake = server.plane.directory.wake(id, cause);
    release();
    await Promise.all([suspended, awake]);
    expect((await server.plane.directory.workspace(id))?.status).toBe('Active');
  });

  test('does not wake a Stopped one; without auto-resume suspending stops it', async () => {
    const server = await serve();
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id, 'Sleeper');
    const params = { workgroup_id, workspace_id: id };
    await server.call('updateWorkspace', { params, body: { enable_auto_start: false } });
    await server.plane.directory.suspend(id);
    expect((await server.plane.directory.workspace(id))?.status).toBe('Stopped');
    await expect(server.plane.directory.wake(id, cause)).rejects.toThrow(
      'The workspace Sleeper is stopped. Resume it in the console first.',
    );
  });

  test('rejects with the reason when a workspace does not come up', async () => {
    const server = await serve();
    const { id } = await server.workspace(await server.workgroup());
    await server.plane.directory.suspend(id);
    server.driver.failOnce('start', 'The disk is full.');
    await expect(server.plane.directory.wake(id, cause)).rejects.toThrow('The disk is full.');
  });

  test('knows who may do what in the data', async () => {
    const server = await serve();
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id);
    const { directory } = server.plane;
    expect(await directory.identify(id, server.admin)).toMatchObject({ databaseRole: 'superuser' });
    const member = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id: id }]);
    expect(await directory.identify(id, member)).toMatchObject({ databaseRole: 'globalobserver' });
    expect(await directory.identify(id, await server.person())).toMatchObject({ status: 403 });
    const stranger = await server.person([{ name: 'org-admins' }], await server.organization());
    expect(await directory.identify(id, stranger)).toMatchObject({ allowed: false, status: 403 });
    expect(await directory.identify(id, 'nonsense')).toMatchObject({ allowed: false, status: 401 });
  });
});
