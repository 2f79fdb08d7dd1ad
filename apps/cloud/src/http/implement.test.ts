/** The pipeline of calls, over calls of its own. */
import { randomUUID } from 'node:crypto';
import { route } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import { accounts, auditEntries, installationMarks, memberships, roleGrants } from '../database/schema.ts';
import { envelopeOf, problem } from '../errors/problem.ts';
import type { Person } from '../identity/person.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { implementAll } from './implement.ts';

const common = { tag: 'test', summary: 'A call of the tests', result: z.object({}) } as const;
const CALLS = {
  see: route({ method: 'GET', path: '/see', permission: 'signedIn', ...common }),
  visit: route({ method: 'GET', path: '/visit', permission: 'signedIn', changes: true, ...common }),
  enter: route({ method: 'POST', path: '/enter', permission: 'org.read', ...common }),
  found: route({ method: 'POST', path: '/found', permission: 'workgroup.create', ...common }),
};

let postgres: TestPostgres;
let database: Database;
let app: FastifyInstance;
let person: Person;
let fails: boolean;
/** Called by a handler that has begun; it goes on when the promise resolves. */
let begun: () => Promise<void>;
/** A joined member of the seeded organisation. */
let member: { orgId: string; membershipId: string };
const committed: string[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.seeded();
  const [first] = await database.db.select().from(memberships);
  member = await join(first?.orgId ?? '');
  app = fastify();
  app.decorateRequest('user', null);
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = envelopeOf(error, request.id);
    return reply.code(status).send(body);
  });
  const visit = async ({ db, changed }: { db: Db; changed: (change: { resource: string }) => void }) => {
    await db.insert(installationMarks).values({ name: randomUUID() });
    changed({ resource: 'visit/1' });
    await begun();
    if (fails) throw problem('anotherAction');
    return {};
  };
  implementAll(
    app,
    {
      db: database.db,
      authenticate: async () => person,
      handlers: { see: async () => ({}), visit, enter: visit, found: visit } as never,
      limit: () => undefined,
      used: () => undefined,
      committed: async (resource) => void committed.push(resource),
    },
    CALLS,
  );
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

async function join(orgId: string): Promise<{ orgId: string; membershipId: string }> {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await database.db.insert(accounts).values({ id: accountId, email: `${accountId}@example.org`, name: 'U' });
  await database.db.insert(memberships).values({ id, orgId, accountId, joinedAt: new Date() });
  return { orgId, membershipId: id };
}

/** The status of a call, with the marks and audit rows that it left. */
async function left(
  call: keyof typeof CALLS,
  by: Partial<Person>,
  failing = false,
  during = async (): Promise<void> => undefined,
) {
  const { db } = database;
  person = {
    ...{ userId: 'u', email: 'u@example.org', name: 'U', orgId: null, membershipId: null },
    ...{ grants: [], kind: 'person' as const, sid: 's', isElsewhere: false },
    ...{ hasSecondFactor: false, lacksSecondFactor: false, hasProvenEmail: true, operator: [] },
    ...by,
  };
  fails = failing;
  begun = during;
  committed.length = 0;
  await db.delete(auditEntries);
  const marks = await db.$count(installationMarks);
  const { path, method } = CALLS[call];
  const headers = { authorization: 'Bearer token' };
  const { statusCode } = await app.inject({ method, url: `/api${path}`, headers });
  const log = await db.select().from(auditEntries).where(eq(auditEntries.actor, 'u@example.org'));
  return {
    status: statusCode,
    marks: (await db.$count(installationMarks)) - marks,
    audit: log.map(({ action, outcome, orgId }) => [action, outcome, orgId === person.orgId]),
    committed: [...committed],
  };
}

test('a GET that changes state is one transaction with its audit row; another GET leaves nothing', async () => {
  expect(await left('visit', member)).toEqual({
    status: 200,
    marks: 1,
    audit: [['visit', 'ok', true]],
    committed: ['visit/1'],
  });
  expect(await left('visit', member, true)).toEqual({
    status: 409,
    marks: 0,
    audit: [['visit', 'failed', true]],
    committed: [],
  });
  expect(await left('see', member)).toEqual({ status: 200, marks: 0, audit: [], committed: [] });
});

test('a person without an organisation makes only calls that need none, and fills no log with refusals', async () => {
  expect(await left('see', {})).toMatchObject({ status: 200 });
  // The row is the first organisation's.
  expect(await left('visit', {})).toMatchObject({ status: 200, audit: [['visit', 'ok', false]] });
  expect(await left('visit', {}, true)).toMatchObject({ status: 409, marks: 0, audit: [] });
  expect(await left('enter', {})).toMatchObject({ status: 403, marks: 0, audit: [] });
  expect(await left('enter', member)).toMatchObject({ status: 200, marks: 1 });
});

describe('a member who is removed in the midst of a call', () => {
  const remove = (id: string) => database.db.delete(memberships).where(eq(memberships.id, id));

  test('before it acts is refused, and nothing is stored', async () => {
    const gone = await join(member.orgId);
    await remove(gone.membershipId);
    expect(await left('enter', gone)).toMatchObject({ status: 403, marks: 0, committed: [] });
    expect(await left('visit', gone)).toMatchObject({ status: 403, marks: 0, committed: [] });
  });

  test('has lost a role before it acts: the role at that moment counts', async () => {
    const grants = [{ name: 'org-admins', workgroup_id: null, workspace_id: null }] as const;
    expect(await left('found', { ...member, grants })).toMatchObject({ status: 403, marks: 0 });
    await database.db.insert(roleGrants).values({ membershipId: member.membershipId, name: 'org-admins' });
    expect(await left('found', member)).toMatchObject({ status: 200, marks: 1 });
    await database.db.delete(roleGrants).where(eq(roleGrants.membershipId, member.membershipId));
  });

  test('while it acts: the removal waits for it, and nothing is stored after the removal', async () => {
    const leaving = await join(member.orgId);
    const marks = await database.db.$count(installationMarks);
    let removed: Promise<number> | undefined;
    const answer = await left('enter', leaving, false, async () => {
      removed = remove(leaving.membershipId).then(() => database.db.$count(installationMarks));
      await expect.poll(waiting, { timeout: 50_000 }).toBe(1);
    });
    expect(answer).toMatchObject({ status: 200, marks: 1 });
    expect(await removed).toBe(marks + 1);
  });

  async function waiting(): Promise<number> {
    const { rows } = await database.pool.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return Number(rows[0]?.count);
  }
});
