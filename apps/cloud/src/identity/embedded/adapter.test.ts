import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { oidcPayloads } from '../../database/sign-in-tables.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { createAdapter, sweepExpired } from './adapter.ts';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.migrated();
});
afterAll(() => postgres.stop());

test('finds what it keeps by id, uid and user code, of its own model alone', async () => {
  const { db } = database;
  const sessions = createAdapter(db, 'Session');
  await sessions.upsert('s1', { uid: 'u1', userCode: 'c1', accountId: 'a' }, 60);
  const kept = { uid: 'u1', userCode: 'c1', accountId: 'a' };
  expect(await sessions.find('s1')).toEqual(kept);
  expect(await sessions.findByUid('u1')).toEqual(kept);
  expect(await sessions.findByUserCode('c1')).toEqual(kept);
  expect(await createAdapter(db, 'Grant').find('s1')).toBeUndefined();
  await sessions.upsert('s1', { uid: 'u1', accountId: 'b' }, 60);
  expect(await sessions.find('s1')).toEqual({ uid: 'u1', accountId: 'b' });
  await sessions.destroy('s1');
  expect(await sessions.find('s1')).toBeUndefined();
});

test('says when something was used, and forgets a whole grant', async () => {
  const tokens = createAdapter(database.db, 'RefreshToken');
  await tokens.upsert('t1', { grantId: 'g1' }, 60);
  await tokens.upsert('t2', { grantId: 'g2' }, 60);
  await tokens.consume('t1');
  const used = await tokens.find('t1');
  expect(Number(used?.['consumed'])).toBeGreaterThan(Date.now() / 1000 - 60);
  await tokens.revokeByGrantId('g1');
  expect(await tokens.find('t1')).toBeUndefined();
  expect(await tokens.find('t2')).toEqual({ grantId: 'g2' });
});

test('what has expired is gone at once, and removed by and by', async () => {
  const { db } = database;
  const codes = createAdapter(db, 'AuthorizationCode');
  await codes.upsert('old', { grantId: 'g' }, 60);
  await codes.upsert('new', { grantId: 'g' }, 60);
  await database.pool.query(
    "update oidc_payloads set expires_at = now() - interval '1 second' where id = 'old'",
  );
  expect(await codes.find('old')).toBeUndefined();
  expect(await codes.find('new')).toBeDefined();
  await sweepExpired(db);
  const left = await db.select({ id: oidcPayloads.id }).from(oidcPayloads);
  expect(left.map(({ id }) => id)).not.toContain('old');
  expect(left.map(({ id }) => id)).toContain('new');
});
