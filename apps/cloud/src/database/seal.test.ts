import { afterAll, beforeAll, expect, test } from 'vitest';
import { secrets } from './schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import type { Database } from './database.ts';
import { seal, unseal } from './seal.ts';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.migrated();
});
afterAll(async () => {
  await postgres.stop();
});

test('what is sealed opens again, for its owner and with its key alone', async () => {
  const { db } = database;
  const sealed = await seal(db, 'addon-configs', 'one', 'sk-ä-1234');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('1234');
  expect(await unseal(db, 'addon-configs', 'one', sealed)).toBe('sk-ä-1234');
  await expect(unseal(db, 'addon-configs', 'another', sealed)).rejects.toThrow();
  await expect(unseal(db, 'second-factors', 'one', sealed)).rejects.toThrow();
});

test('the same text is sealed differently each time, and a change of one bit is seen', async () => {
  const { db } = database;
  const [first, second] = await Promise.all([
    seal(db, 'addon-configs', 'one', 'text'),
    seal(db, 'addon-configs', 'one', 'text'),
  ]);
  expect(first).not.toBe(second);
  const bytes = Buffer.from(first, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  await expect(unseal(db, 'addon-configs', 'one', bytes.toString('base64'))).rejects.toThrow();
});

test('there is one key, whoever comes first', async () => {
  const { db } = database;
  await Promise.all([1, 2, 3].map((n) => seal(db, 'addon-configs', 'one', String(n))));
  const kept = await db.select().from(secrets);
  expect(kept.filter(({ name }) => name === 'addon-configs')).toHaveLength(1);
});
