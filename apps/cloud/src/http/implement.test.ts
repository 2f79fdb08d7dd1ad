/** The pipeline of calls, over calls of its own. */
import { randomUUID } from 'node:crypto';
import { route } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import { auditEntries, installationMarks } from '../database/schema.ts';
import { envelopeOf, problem } from '../errors/problem.ts';
import type { Person } from '../identity/person.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { implementAll } from './implement.ts';

const common = { tag: 'test', summary: 'A call of the tests', result: z.object({}) } as const;
const CALLS = {
  see: route({ method: 'GET', path: '/see', permission: 'signedIn', ...common }),
  visit: route({ method: 'GET', path: '/visit', permission: 'signedIn', changes: true, ...common }),
  enter: route({ method: 'POST', path: '/enter', permission: 'org.read', ...common }),
};

let postgres: TestPostgres;
let database: Database;
let app: FastifyInstance;
let person: Person;
let fails: boolean;
const committed: string[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.seeded();
  app = fastify();
  app.decorateRequest('user', null);
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = envelopeOf(error, request.id);
    return reply.code(status).send(body);
  });
  const visit = async ({ db, changed }: { db: Db; changed: (change: { resource: string }) => void }) => {
    await db.insert(installationMarks).values({ name: randomUUID() });
    changed({ resource: 'visit/1' });
    if (fails) throw problem('anotherAction');
    return {};
  };
  implementAll(
    app,
    {
      db: database.db,
      authenticate: async () => person,
      handlers: { see: async () => ({}), visit, enter: visit } as never,
      limit: () => undefined,
      committed: async (resource) => void committed.push(resource),
    },
    CALLS,
  );
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

/** The status of a call, with the marks and audit rows that it left. */
async function left(call: keyof typeof CALLS, by: Partial<Person>, failing = false) {
  const { db } = database;
  person = {
    ...{ userId: 'u', email: 'u@example.org', name: 'U', orgId: null, membershipId: null },
    ...{ grants: [], sid: 's', isElsewhere: false },
    ...by,
  };
  fails = failing;
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

const IN_ONE = { orgId: 'o', membershipId: 'm' };

test('a GET that changes state is one transaction with its audit row; another GET leaves nothing', async () => {
  expect(await left('visit', IN_ONE)).toEqual({
    status: 200,
    marks: 1,
    audit: [['visit', 'ok', true]],
    committed: ['visit/1'],
  });
  expect(await left('visit', IN_ONE, true)).toEqual({
    status: 409,
    marks: 0,
    audit: [['visit', 'failed', true]],
    committed: [],
  });
  expect(await left('see', IN_ONE)).toEqual({ status: 200, marks: 0, audit: [], committed: [] });
});

test('a person without an organisation makes only calls that need none, and fills no log with refusals', async () => {
  expect(await left('see', {})).toMatchObject({ status: 200 });
  // The row is the first organisation's.
  expect(await left('visit', {})).toMatchObject({ status: 200, audit: [['visit', 'ok', false]] });
  expect(await left('visit', {}, true)).toMatchObject({ status: 409, marks: 0, audit: [] });
  expect(await left('enter', {})).toMatchObject({ status: 403, marks: 0, audit: [] });
  expect(await left('enter', IN_ONE)).toMatchObject({ status: 200, marks: 1 });
});
