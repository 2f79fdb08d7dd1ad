import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { createSignInAudit } from './sign-in-audit.ts';

let postgres: TestPostgres;
let db: Database['db'];

beforeAll(async () => {
  postgres = await startTestPostgres();
  ({ db } = await postgres.migrated());
  await seed(db, 'admin@acacia.local', { tier: 'enterprise', maxWorkspaceMemory: 4096 });
});
afterAll(() => postgres.stop());

test('a flood of failures writes so many rows, and says that there were more', async () => {
  const audit = createSignInAudit(db);
  const event = {
    action: 'signIn',
    user: null,
    client: { address: '192.0.2.1', userAgent: 'node' },
    requestId: '',
  } as const;
  await audit({ ...event, email: 'my secret password', refused: 'Wrong.' });
  for (let n = 0; n < 400; n++) await audit({ ...event, email: `u${n}@b.c`, refused: 'Wrong.' });
  const rows = await db.select().from(auditEntries);
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.length).toBeLessThan(150);
  expect(rows[0]).toMatchObject({ actor: 'somebody', address: '192.0.2.1', outcome: 'failed' });
  expect(rows[1]).toMatchObject({ actor: 'u0@b.c' });
  await audit({ ...event, email: 'me@b.c' });
  expect(await db.$count(auditEntries)).toBe(rows.length + 1);
});
