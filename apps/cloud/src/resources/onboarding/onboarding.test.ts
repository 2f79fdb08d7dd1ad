/** Survey and terms of an organisation, and the founding of one by a person who has none. */
import { repeats } from '@acacia/base/testing';
import { FeedbackEntry, type OnboardingTask } from '@acacia/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedback } from '../../database/feedback-table.ts';
import { completedTasks } from '../../database/organization-tables.ts';
import {
  accounts,
  auditEntries,
  mails,
  memberships,
  operations,
  organizations,
  solutionInstances,
  usageIntervals,
  workgroups,
  workspaceReadings,
  workspaces,
} from '../../database/schema.ts';
import { issueAccessToken } from '../../identity/embedded/issue.ts';
import { loadKeys } from '../../identity/embedded/keys.ts';
import { createMemoryDriver, type MemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startWorkspaceServer, type WorkspaceServer } from '../../testing/workspace-server.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { environment: { ACACIA_STRANGERS: 'open' } });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

describe('the first administrator', () => {
  it('has accepted the terms and answered the survey', async () => {
    const me = await server.call('getMe');
    expect(me.result['metadata']).toMatchObject({ accepted_tos: true, accepted_toc_version: '1.0.1' });
    const organization = await server.call('getMyOrganization');
    expect(organization.result['marketing_done']).toBe(true);
  });
});

describe('the survey', () => {
  const answers = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Engines',
    role: 'Student',
    use_for: 'Other',
    biz_use_case: ['Fraud', 'Routing'],
    savanna: true,
  };

  it('is kept once for each person, and by whoever belongs to the organisation', async () => {
    const orgId = await server.organization();
    const token = await server.person([], orgId);
    for (const company of ['Engines', 'Looms']) {
      const { status } = await server.call('answerSurvey', { token, body: { ...answers, company } });
      expect(status).toBe(200);
    }
    const kept = await server.database.db.select().from(memberships).where(eq(memberships.orgId, orgId));
    expect(kept.map(({ survey }) => survey)).toEqual([{ ...answers, company: 'Looms' }]);
    const done = await server.call('finishSurvey', {
      token,
      params: { org_id: orgId },
      body: { marketing_done: true },
    });
    expect([done.status, done.result['marketing_done']]).toEqual([200, true]);
  });

  it('of another organisation is not there, and nothing but the end of the survey can be set', async () => {
    const params = { org_id: await server.organization() };
    const other = await server.call('finishSurvey', { params, body: { marketing_done: true } });
    expect(other.status).toBe(404);
    for (const body of [{ marketing_done: false }, { marketing_done: true, org_name: 'mine' }]) {
      expect((await server.call('finishSurvey', { params, body })).status, JSON.stringify(body)).toBe(400);
    }
    const [row] = await server.database.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, params.org_id));
    expect(row?.marketingDone).toBe(false);
  });

  it.each([
    ['company', 'x'.repeat(101)],
    ['role', 'Emperor'],
    ['biz_use_case', Array.from({ length: 21 }, (_, n) => `case ${n}`)],
    ['savanna', 'yes'],
    ['more', 1],
  ])('names the field %s at fault', async (field, value) => {
    const { status, body } = await server.call('answerSurvey', { body: { ...answers, [field]: value } });
    expect([status, body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });

  it('keeps no long text as a version of terms', async () => {
    const body = { accepted_tos: true, accepted_toc_version: 'x'.repeat(21) };
    const { status, body: answer } = await server.call('updateMyMetadata', { body });
    expect([status, answer.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'accepted_toc_version']);
  });
});

describe('the to-do list', () => {
  const tasksOf = async (token: string): Promise<Record<string, boolean>> => {
    const { result } = await server.call('listOnboardingTasks', { token });
    const tasks = result as unknown as OnboardingTask[];
    return Object.fromEntries(tasks.map(({ id, completed }) => [id, completed]));
  };
  const complete = (token: string, task_id: string) =>
    server.call('completeOnboardingTask', { token, body: { task_id } });

  it('is completed by what there is, and by nobody’s word', async () => {
    const { db } = server.database;
    const orgId = await server.organization();
    const token = await server.person([{ name: 'org-admins' }], orgId);
    const id = String((await server.call('getMe', { token })).result['id']);
    await db.update(accounts).set({ acceptedTos: false }).where(eq(accounts.id, id));
    const nothing = {
      signup: false,
      'create workspace': false,
      'invite member': false,
      'load data': false,
      'give feedback': false,
    };
    expect(await tasksOf(token)).toEqual(nothing);
    const early = await complete(token, 'load data');
    expect([early.status, early.body.Message]).toEqual([
      409,
      'Nothing shows yet that the task "load data" is done.',
    ]);
    // The installation charges nothing: the task is not there.
    expect((await complete(token, 'add payment')).status).toBe(409);

    await server.call('updateMyMetadata', {
      token,
      body: { accepted_tos: true, accepted_toc_version: '1.0.1' },
    });
    const users = [{ email: 'to-do@x.example', roles: ['users'] }];
    const query = { is_new_cloud: 'true' };
    expect((await server.call('inviteUsers', { token, query, body: { users } })).status).toBe(200);
    expect(await tasksOf(token)).toEqual({ ...nothing, signup: true, 'invite member': true });
    // A step that is done stays done.
    await db.delete(memberships).where(and(eq(memberships.orgId, orgId), ne(memberships.accountId, id)));
    expect(await tasksOf(token)).toMatchObject({ 'invite member': true });
  });

  it('earns each credit once, however many complete it at the same time, and for its organization alone', async () => {
    const { db } = server.database;
    const orgId = await server.organization();
    const token = await server.person([{ name: 'org-admins' }], orgId);
    const workgroup = await server.workgroup();
    const { id: workspaceId } = await server.workspace(workgroup);
    await db.update(workgroups).set({ orgId }).where(eq(workgroups.id, workgroup));
    const at = { at: new Date(), memoryPercent: 1, dataMemoryPercent: 1, volumePercent: 1, graphBytes: 1 };
    await db
      .insert(workspaceReadings)
      .values({ ...at, workspaceId, vertexCount: 7 })
      .onConflictDoUpdate({ target: workspaceReadings.workspaceId, set: { vertexCount: 7 } });
    const both = Array.from({ length: 10 }, () => [tasksOf(token), complete(token, 'load data')]).flat();
    await Promise.all(both);
    const earned = await db.select().from(completedTasks).where(eq(completedTasks.orgId, orgId));
    expect(earned.map(({ task, credits }) => [task, credits]).sort()).toEqual([
      ['create workspace', 10],
      ['load data', 30],
    ]);
    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.resource, `onboarding/${orgId}`));
    expect(rows.flatMap(({ after }) => (after as { completed: string[] }).completed).sort()).toEqual([
      'create workspace',
      'load data',
    ]);
    const elsewhere = await server.person([], await server.organization());
    expect(await tasksOf(elsewhere)).toMatchObject({ 'create workspace': false, 'load data': false });
  });
});

describe('feedback', () => {
  const give = (token: string, rowData: readonly string[], category = 'Query Editor') =>
    server.call('giveFeedback', { token, body: { category, rowData } });
  const list = async (token: string, before?: string) => {
    const { status, result } = await server.call('listFeedback', {
      token,
      query: before === undefined ? {} : { before },
    });
    return { status, entries: status === 200 ? FeedbackEntry.array().parse(result) : [] };
  };

  it('is kept, mailed, listed to the admins of the organization alone, and completes its task', async () => {
    const { db } = server.database;
    const orgId = await server.organization();
    const admin = await server.person([{ name: 'org-admins' }], orgId);
    const member = await server.person([], orgId);
    const { result: me } = await server.call('getMe', { token: member });
    const given = await give(member, ['4', 'Quick.\nAnd <b>calm</b>.']);
    expect([given.status, given.body.Message]).toEqual([200, 'Feedback submitted successfully']);
    expect((await list(admin)).entries).toMatchObject([
      { category: 'Query Editor', rowData: ['4', 'Quick.\nAnd <b>calm</b>.'], from: me['email'] },
    ]);
    expect((await list(member)).status).toBe(403);
    const stranger = await server.person([{ name: 'org-admins' }], await server.organization());
    expect((await list(stranger)).entries).toEqual([]);
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.subject, 'Feedback about Acacia: Query Editor'));
    expect([mail?.recipients, mail?.text]).toEqual([
      ['admin@acacia.local'],
      `${String(me['email'])} says:\n\nRating\n  4\n\nMessage\n  Quick.\n  And <b>calm</b>.\n`,
    ]);
    const { result: tasks } = await server.call('listOnboardingTasks', { token: admin });
    expect(tasks).toContainEqual(expect.objectContaining({ id: 'give feedback', completed: true }));
    // Whoever has left is not named any more.
    await db.delete(memberships).where(eq(memberships.accountId, String(me['id'])));
    expect((await list(admin)).entries).toMatchObject([{ from: null }]);
  });

  it('is refused where an answer is missing, and by its place', async () => {
    const { status, body } = await give(await server.person([], await server.organization()), ['', 'x']);
    expect([status, body.ErrorDetails]).toEqual([
      400,
      [expect.objectContaining({ FieldName: 'rowData.0', Reason: 'This field is required.' })],
    ]);
  });

  it('is given twenty times a day by one person, however many come at once', async () => {
    const token = await server.person([], await server.organization());
    const answers = await Promise.all(Array.from({ length: 24 }, () => give(token, ['5', 'Again'])));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.Message)).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining('at most 20 times a day') as string),
    );
  });

  it('is listed by pages, and the oldest goes where there would be too much', async () => {
    const { db } = server.database;
    const orgId = await server.organization();
    const token = await server.person([{ name: 'org-admins' }], orgId);
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      orgId,
      category: 'Admin' as const,
      rowData: ['1', `${n}`],
    }));
    await db.insert(feedback).values(rows);
    expect((await give(token, ['5', 'newest'])).status).toBe(200);
    const kept = await db.select().from(feedback).where(eq(feedback.orgId, orgId)).orderBy(feedback.id);
    expect([kept.length, kept[0]?.rowData[1]]).toEqual([1_000, '2']);
    const first = await list(token);
    const second = await list(token, first.entries.at(-1)?.id);
    expect([first.entries[0]?.rowData[1], first.entries.length]).toEqual(['newest', 50]);
    expect([second.entries[0]?.rowData[1], second.entries.length]).toEqual(['951', 50]);
    const wrong = await server.call('listFeedback', { token, query: { before: '9'.repeat(19) } });
    expect([wrong.status, wrong.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'before']);
  });
});

describe('the first workspace', () => {
  it('is made once, however many tabs ask at once, and is given to who asks again', async () => {
    const orgId = await server.organization();
    const token = await server.person([{ name: 'org-admins' }], orgId);
    const ask = () => server.call('acquireWorkgroup', { token });
    const answers = await Promise.all([1, 2, 3].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = new Set([...answers, await ask()].map(({ result }) => result['workgroup_id']));
    expect(ids.size).toBe(1);
    const listed = await server.call('listWorkgroups', { token });
    expect(listed.result).toMatchObject([
      {
        name: 'Workgroup-1',
        workspaces: [{ name: 'Workspace-1', is_rw: true, database_name: 'Database-1' }],
      },
    ]);
    const rows = await server.database.db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId));
    expect(rows.map(({ action }) => action)).toEqual(['acquireWorkgroup']);
  });

  it('needs the right to create workgroups, and a size within the memory of the organisation', async () => {
    const orgId = await server.organization();
    const member = await server.call('acquireWorkgroup', { token: await server.person([], orgId) });
    expect(member.status).toBe(403);
    await server.database.db
      .update(organizations)
      .set({ maxWorkspaceMemory: 1 })
      .where(eq(organizations.id, orgId));
    const token = await server.person([{ name: 'org-admins' }], orgId);
    const { status, body } = await server.call('acquireWorkgroup', { token });
    expect([status, body.Message]).toEqual([
      409,
      'There is no place for a first workspace: no active cloud provider, or no size that is allowed.',
    ]);
    expect((await server.call('listWorkgroups', { token })).result).toEqual([]);
  });
});

describe('the pool', () => {
  const [size, people] = [repeats(5, 200), repeats(12, 200)];
  let pooled: TestServer;
  const poolRows = () =>
    pooled.database.db
      .select({ id: workgroups.id, status: workspaces.status, workspaceId: workspaces.id })
      .from(workgroups)
      .leftJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
      .where(eq(workgroups.orgId, 'pool'));
  const ready = async () => (await poolRows()).filter(({ status }) => status === 'Active');
  beforeAll(async () => {
    pooled = await startTestServer(postgres, {
      environment: { ACACIA_POOL: String(size), ACACIA_POOL_DATA: 'none' },
    });
  });
  const filled = () => expect.poll(async () => (await ready()).length).toBe(size);
  afterAll(() => pooled.stop());

  it('gives each of many who ask at once another workspace, renamed and theirs, and is filled again', async () => {
    await filled();
    const before = new Set((await ready()).map(({ id }) => id));
    const admins = await Promise.all(
      Array.from({ length: people }, async () =>
        pooled.person([{ name: 'org-admins' }], await pooled.organization()),
      ),
    );
    const answers = await Promise.all(admins.map((token) => pooled.call('acquireWorkgroup', { token })));
    expect(answers.map(({ status }) => status)).toEqual(admins.map(() => 200));
    const ids = answers.map(({ result }) => String(result['workgroup_id']));
    expect(new Set(ids).size).toBe(people);
    expect(ids.filter((id) => before.has(id)).length).toBeGreaterThanOrEqual(size);
    for (const [at, token] of admins.entries()) {
      const { result: me } = await pooled.call('getMe', { token });
      const { result } = await pooled.call('listWorkgroups', { token });
      expect(result).toMatchObject([
        {
          workgroup_id: ids[at],
          name: 'Workgroup-1',
          creator: me['email'],
          workspaces: [{ name: 'Workspace-1', creator: me['email'] }],
        },
      ]);
    }
    await filled();
  });

  it('is seen by nobody, and charges nothing for the time in it', async () => {
    const orgId = await pooled.organization();
    const token = await pooled.person([{ name: 'org-admins' }], orgId);
    expect((await pooled.call('listWorkgroups', { token })).result).toEqual([]);
    await filled();
    const [room] = await ready();
    const params = { workgroup_id: room?.id ?? '', workspace_id: room?.workspaceId ?? '' };
    expect((await pooled.call('getWorkspace', { token, params })).status).toBe(404);
    const since = new Date();
    const { result } = await pooled.call('acquireWorkgroup', { token });
    const intervals = await pooled.database.db
      .select()
      .from(usageIntervals)
      .where(eq(usageIntervals.workgroupId, String(result['workgroup_id'])));
    for (const { startedAt } of intervals)
      expect(startedAt.getTime()).toBeGreaterThanOrEqual(since.getTime());
  });

  it('keeps its workspaces where an organisation may have none, and says so', async () => {
    await filled();
    const orgId = await pooled.organization();
    await pooled.database.db
      .update(organizations)
      .set({ maxWorkspaceMemory: 1 })
      .where(eq(organizations.id, orgId));
    const before = (await ready()).map(({ id }) => id);
    const token = await pooled.person([{ name: 'org-admins' }], orgId);
    const { status, body } = await pooled.call('acquireWorkgroup', { token });
    expect([status, body.Message]).toEqual([
      409,
      'There is no place for a first workspace: no active cloud provider, or no size that is allowed.',
    ]);
    expect((await ready()).map(({ id }) => id)).toEqual(before);
    expect((await pooled.call('listWorkgroups', { token })).result).toEqual([]);
  });

  it('ends a workspace that failed a while ago and makes another, and leaves one that failed now', async () => {
    await filled();
    const [room, young] = await ready();
    const fail = (workspaceId: string | null | undefined, createdAt: Date) =>
      pooled.database.db
        .update(workspaces)
        .set({ status: 'Error', createdAt })
        .where(eq(workspaces.id, workspaceId ?? ''));
    // A change of any workgroup makes the pool look now, not in ten seconds.
    const look = () => pooled.workgroup();
    await fail(young?.workspaceId, new Date());
    await fail(room?.workspaceId, new Date(Date.now() - 11 * 60_000));
    await look();
    await expect.poll(async () => (await poolRows()).some(({ id }) => id === room?.id)).toBe(false);
    // It keeps its place: where each one fails, few are tried.
    await expect.poll(async () => (await ready()).length).toBe(size - 1);
    expect(await poolRows()).toContainEqual({ ...young, status: 'Error' });
    await fail(young?.workspaceId, new Date(0));
    await look();
    await filled();
  });
});

describe('a pool with the fraud graph', () => {
  it('gives a workspace once its graph is there, whose solution is then of whoever asked', async () => {
    const answers = await startWorkspaceServer();
    let open = (): void => {};
    answers.gate = new Promise<void>((resolve) => (open = resolve));
    const driver: MemoryDriver = {
      ...createMemoryDriver(),
      address: () => ({ kind: 'url', origin: answers.origin }),
    };
    const pooled = await startTestServer(postgres, {
      driver,
      environment: { ACACIA_POOL: '2', ACACIA_POOL_DATA: 'sample' },
    });
    const solutions = () =>
      pooled.database.db
        .select({
          orgId: workgroups.orgId,
          status: solutionInstances.status,
          owner: solutionInstances.ownerEmail,
          workspace: workspaces.status,
        })
        .from(solutionInstances)
        .innerJoin(workspaces, eq(workspaces.id, solutionInstances.workspaceId))
        .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
        .where(eq(workgroups.orgId, 'pool'));
    const admin = async () => pooled.person([{ name: 'org-admins' }], await pooled.organization());
    try {
      // One is loaded at a time, and is not given meanwhile.
      await expect.poll(async () => (await solutions())[0]?.workspace, { timeout: 30_000 }).toBe('Active');
      expect(await solutions()).toMatchObject([{ status: 'install_pending', owner: 'pool' }]);
      const early = await admin();
      await pooled.call('acquireWorkgroup', { token: early });
      expect((await pooled.call('listAttachedWorkspaces', { token: early })).result).toEqual([]);
      open();
      const ready = async () => (await solutions()).some(({ status }) => status === 'installed');
      await expect.poll(ready, { timeout: 60_000 }).toBe(true);
      const token = await admin();
      const { result } = await pooled.call('acquireWorkgroup', { token });
      const { result: me } = await pooled.call('getMe', { token });
      const query = { workgroup_id: String(result['workgroup_id']) };
      expect((await pooled.call('listSolutions', { token, query })).result).toMatchObject([
        { solution_catalog_id: 'transaction-fraud', solution_status: 'installed', owner_email: me['email'] },
      ]);
    } finally {
      open();
      await pooled.stop();
      answers.close();
    }
  }, 120_000);
});

describe('the sample that is made ahead of time', () => {
  const steps = async (sample: boolean, prepare: (answers: WorkspaceServer) => void = () => undefined) => {
    const answers = await startWorkspaceServer();
    prepare(answers);
    const driver: MemoryDriver = {
      ...createMemoryDriver(),
      address: () => ({ kind: 'url', origin: answers.origin }),
    };
    const made = await startTestServer(postgres, { driver, environment: { ACACIA_SAMPLE_AHEAD: 'on' } });
    const ended = async () => {
      const kind = eq(operations.kind, 'make-sample');
      const [row] = await made.database.db.select().from(operations).where(kind);
      return row?.state;
    };
    return {
      made,
      answers,
      ended,
      /** An administrator's first workspace, once its solution is there. */
      first: async () => {
        const token = await made.person([{ name: 'org-admins' }], await made.organization());
        const query: Record<string, string> = sample ? { sample: 'true' } : {};
        const { result } = await made.call('acquireWorkgroup', { token, query });
        const { result: groups } = await made.call('listWorkgroups', { token });
        const [group] = groups as unknown as { workspaces: { workspace_id: string }[] }[];
        const id = group?.workspaces[0]?.workspace_id ?? '';
        await made.settled(id, 'Active');
        const solutions = async () =>
          (
            await made.call('listSolutions', {
              token,
              query: { workgroup_id: String(result['workgroup_id']) },
            })
          ).result as unknown as { solution_status: string; gsql_log: string }[];
        return { solutions };
      },
      stop: async () => {
        await made.stop();
        answers.close();
      },
    };
  };
  const patient = { timeout: 60_000 };

  it('begins the database of a first workspace that asks for it, which is installed at once', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { made, answers, ended, first, stop } = await steps(true, (server) => {
      server.gate = gate;
    });
    try {
      // Asked for while it is being made: it is waited for, not loaded beside it.
      await expect.poll(ended, patient).toBe('running');
      const early = first();
      open();
      const { solutions } = await early;
      expect(await ended()).toBe('succeeded');
      await expect.poll(async () => (await solutions())[0]?.solution_status, patient).toBe('installed');
      expect(made.driver.calls.filter((call) => / from sample-/.test(call))).toHaveLength(1);
      const asked = answers.asked.length;
      const second = await first();
      await expect
        .poll(async () => (await second.solutions())[0]?.solution_status, patient)
        .toBe('installed');
      // Not a step was run for it, and nobody's workspace is left over.
      expect(answers.asked.slice(asked).filter((call) => call.includes('loading-jobs'))).toEqual([]);
      expect(await made.database.db.$count(operations, eq(operations.kind, 'make-sample'))).toBe(1);
      const sample = made.driver.calls.find((call) => call.startsWith('delete sample-'));
      expect(sample).toBeDefined();
    } finally {
      open();
      await stop();
    }
  }, 120_000);

  it('is waited for no longer than two minutes', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { made, ended, first, stop } = await steps(true, (server) => {
      server.gate = gate;
    });
    try {
      await expect.poll(ended, patient).toBe('running');
      const early = first();
      const creation = eq(operations.kind, 'create');
      const waiting = () =>
        made.database.db.$count(operations, and(creation, eq(operations.state, 'queued')));
      await expect.poll(waiting, patient).toBe(1);
      await made.database.db
        .update(operations)
        .set({ createdAt: sql`${operations.createdAt} - interval '3 minutes'` })
        .where(creation);
      await early;
      expect(await ended()).toBe('running');
      expect(made.driver.calls.filter((call) => / from sample-/.test(call))).toEqual([]);
    } finally {
      open();
      await stop();
    }
  }, 120_000);

  it('stays out of a workspace for other files', async () => {
    const { made, ended, first, stop } = await steps(false);
    try {
      await expect.poll(ended, patient).toBe('succeeded');
      const { solutions } = await first();
      expect(await solutions()).toEqual([]);
      expect(made.driver.calls.filter((call) => / from sample-/.test(call))).toEqual([]);
    } finally {
      await stop();
    }
  }, 120_000);

  it('is loaded by its steps where it could not be made, or its database is gone', async () => {
    let broken = true;
    const { made, ended, first, stop } = await steps(true, (server) => {
      server.refuse = () => (broken ? 'The disk is full.' : undefined);
    });
    try {
      await expect.poll(ended, patient).toBe('failed');
      broken = false;
      // What the attempt left is removed.
      expect(made.driver.calls.filter((call) => call.startsWith('deleteDatabase sample-'))).toHaveLength(2);
      const { solutions } = await first();
      await expect.poll(async () => (await solutions())[0]?.solution_status, patient).toBe('installed');
      expect((await solutions())[0]?.gsql_log).toContain('Install the queries');
      expect(made.driver.calls.filter((call) => / from sample-/.test(call))).toEqual([]);
      // It is tried again for those who come an hour later, and not before.
      const { db } = made.database;
      const makings = eq(operations.kind, 'make-sample');
      await made.organization();
      expect(await db.$count(operations, makings)).toBe(1);
      await db
        .update(operations)
        .set({ finishedAt: sql`now() - interval '2 hours'` })
        .where(makings);
      const succeeded = () => db.$count(operations, and(makings, eq(operations.state, 'succeeded')));
      await expect.poll(succeeded, patient).toBe(1);
    } finally {
      await stop();
    }
  }, 120_000);
});

describe('a person without an organisation', () => {
  /** A control plane of the same database that runs no operation. */
  let idle: TestServer;
  const idleWith = (ACACIA_STRANGERS: string) =>
    startTestServer(postgres, { database: server.database, environment: { ACACIA_STRANGERS }, start: false });
  beforeAll(async () => {
    idle = await idleWith('open');
  });
  afterAll(() => idle.stop());

  /** Resolves with the job once it has ended. */
  const ended = async (token: string, job_id: string) => {
    for (;;) {
      const { result } = await server.call('getJob', { token, params: { job_id } });
      if (result['job_status'] === 'SUCCESS' || result['job_status'] === 'FAILURE') return result;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const ask = async (token: string, of = server): Promise<string> => {
    const { status, body, result } = await of.call('createMyOrganization', { token });
    return status === 200 ? String(result['job_id']) : `${status} ${body.Message}`;
  };
  /** Lets the running control plane look into its queue, as after each change. */
  const wake = () => server.workgroup();
  /** Adds a person with an address and no organisation. */
  const personWith = async (email: string): Promise<string> => {
    const token = await server.personIn([]);
    const { result } = await server.call('getMe', { token });
    await server.database.db
      .update(accounts)
      // Without a name of their own.
      .set({ email, name: email })
      .where(eq(accounts.id, String(result['id'])));
    return token;
  };

  it('founds none while the directory of the organization that they joined has deactivated them', async () => {
    const orgId = await server.organization();
    const token = await server.person([], orgId);
    const id = String((await server.call('getMe', { token })).result['id']);
    const theirs = and(eq(memberships.accountId, id), eq(memberships.orgId, orgId));
    const { db } = server.database;
    await db.update(memberships).set({ deactivatedAt: new Date() }).where(theirs);
    const asking = await server.personIn([]);
    const stranger = String((await server.call('getMe', { token: asking })).result['id']);
    // An invitation that its directory took back keeps nobody out.
    const taken = { id: stranger, orgId, accountId: stranger, deactivatedAt: new Date() };
    await db.insert(memberships).values(taken);
    const free = await issueAccessToken(db, await loadKeys(db), `${server.settings.publicUrl}/oidc`, id);
    expect(await ask(free, idle)).toBe(
      '403 The directory of your organization has deactivated you, and you belong to no other one.',
    );
    expect(await ask(asking, idle)).not.toContain(' ');
  });

  it('founds one by a job: one, however many tabs ask at once, and none beside it', async () => {
    const token = await personWith('ada.lovelace@example.org');
    expect((await server.call('getMe', { token })).result['org_id']).toBeNull();
    expect((await server.call('listWorkgroups', { token })).status).toBe(403);
    const answers = new Set(await Promise.all([1, 2, 3, 4].map(() => ask(token, idle))));
    // The running control plane also looks by itself, and may have done the job before the last of them had its turn.
    answers.delete('409 You belong to an organisation already.');
    expect(answers.size).toBe(1);
    await wake();
    const job = await ended(token, [...answers].join());
    const orgId = String(job['org_id']);
    expect(job).toMatchObject({
      job_status: 'SUCCESS',
      detail: '',
      job_params: { org_name: 'ada-lovelace' },
    });
    expect(await ask(token)).toBe('409 You belong to an organisation already.');

    const roles = [{ name: 'org-admins', workgroup_id: null, workspace_id: null }];
    expect((await server.call('getMe', { token })).result).toMatchObject({ org_id: orgId, roles });
    const listed = await server.call('listMyOrganizations', { token });
    expect(listed.result).toMatchObject([
      {
        org_id: orgId,
        org_name: 'ada-lovelace',
        org_display_name: "Ada Lovelace's organization",
        marketing_done: false,
        last_login: true,
      },
    ]);
    expect((await server.call('getQuota', { token })).result['tier']).toBe('free');
    const theirs = and(eq(auditEntries.orgId, orgId), eq(auditEntries.resource, `organization/${orgId}`));
    expect(await server.database.db.select().from(auditEntries).where(theirs)).toMatchObject([
      { action: 'createMyOrganization', actor: 'ada.lovelace@example.org', outcome: 'ok' },
    ]);
  });

  it('gets another name than one that is taken', async () => {
    const names: unknown[] = [];
    for (const domain of ['a.example', 'b.example', 'c.example']) {
      const token = await personWith(`twin@${domain}`);
      await ended(token, await ask(token));
      names.push((await server.call('getMyOrganization', { token })).result['org_name']);
    }
    expect(names).toEqual(['twin', 'twin-2', 'twin-3']);
  });

  it('reads why it failed, and founds one by asking again', async () => {
    const { db } = server.database;
    const token = await personWith('unlucky@example.org');
    await db.execute(sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no organisations today'; END $$`);
    await db.execute(
      sql`CREATE TRIGGER refuse BEFORE INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    let first: string;
    try {
      first = await ask(token);
      const failed = await ended(token, first);
      expect(failed).toMatchObject({ job_status: 'FAILURE', org_id: null });
      expect(failed['detail']).toBe('The database of the control plane failed.');
    } finally {
      await db.execute(sql`DROP TRIGGER refuse ON organizations`);
      await db.execute(sql`DROP FUNCTION refuse`);
    }
    const second = await ask(token);
    expect(second).not.toBe(first);
    expect(await ended(token, second)).toMatchObject({ job_status: 'SUCCESS' });
  });

  it('who has accepted an invitation meanwhile works there, and no other is made', async () => {
    const { db } = server.database;
    const token = await server.personIn([]);
    const job = await ask(token, idle);
    const { result } = await server.call('getMe', { token });
    const [orgId, accountId] = [await server.organization(), String(result['id'])];
    await db.insert(memberships).values({ id: 'accepted', orgId, accountId, joinedAt: new Date() });
    const before = await db.$count(organizations);
    await wake();
    expect(await ended(token, job)).toMatchObject({ job_status: 'SUCCESS', org_id: orgId });
    expect(await db.$count(organizations)).toBe(before);
  });

  it.each([
    ['invited', 'ann@example.org', false],
    ['example.org,example.net', 'ann@example.net', true],
    ['example.org', 'ann@below.example.org', false],
  ])('where ACACIA_STRANGERS is %s, %s may found one: %s', async (setting, email, may) => {
    const other = await idleWith(setting);
    const token = await personWith(email);
    const answer = await ask(token, other);
    if (may) expect(answer).toMatch(/^[\w-]{36}$/);
    else {
      expect(answer).toBe(
        '403 You belong to no organisation yet. Open the link in the mail of your invitation, or ask an administrator for one.',
      );
    }
    await other.stop();
  });

  it('sees no job of somebody else, nor another operation', async () => {
    const [mine, theirs] = [await server.personIn([]), await server.personIn([])];
    const job_id = await ask(theirs);
    expect((await server.call('getJob', { token: mine, params: { job_id } })).status).toBe(404);
    await server.workspace(await server.workgroup());
    const [other] = await server.database.db.select().from(operations).where(eq(operations.kind, 'create'));
    expect((await server.call('getJob', { params: { job_id: other?.id ?? '' } })).status).toBe(404);
    expect((await server.call('createMyOrganization', { token: null })).status).toBe(401);
    expect(await ask(server.admin)).toContain('409');
  });
});

describe('organisations of a person', () => {
  it('are searched by what they hold, and those of others do not show', async () => {
    const groupId = await server.workgroup();
    const { id: workspaceId } = await server.workspace(groupId);
    const { result: own } = await server.call('getMyOrganization');
    const orgId = String(own['org_id']);
    const elsewhere = await server.organization();
    const grants = [{ name: 'org-admins' as const }];
    const both = await server.personIn([
      { orgId: elsewhere, grants },
      { orgId, grants: [] },
    ]);
    const stranger = await server.personIn([{ orgId: elsewhere, grants }]);
    const holders = async (token: string, holds: string) =>
      (
        (await server.call('listMyOrganizations', { token, query: { holds } })).result as unknown as object[]
      ).map((each) => (each as { org_id: string }).org_id);
    expect(await holders(both, groupId)).toEqual([orgId]);
    expect(await holders(both, workspaceId)).toEqual([orgId]);
    expect(await holders(both, 'none')).toEqual([]);
    expect(await holders(stranger, groupId)).toEqual([]);
  });
});
