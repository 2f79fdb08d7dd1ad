import { expect, it } from 'vitest';
import type { Db } from '../database/database.ts';
import { createRefusalAudit } from './refusals.ts';

it('lists a hundred refusals of each person at once, and counts the others in the next row', async () => {
  let now = 0;
  const messages: string[] = [];
  const db = {
    insert: () => ({ values: async ({ message }: { message: string }) => void messages.push(message) }),
  } as unknown as Db;
  const refusals = createRefusalAudit(() => now);
  const refuse = (actorId: string) =>
    refusals.record(db, {
      ...{ orgId: 'o', actor: actorId, actorId, action: 'createWorkgroup', resource: '' },
      ...{ outcome: 'failed', message: 'No.', requestId: 'r' },
    });
  for (let n = 0; n < 130; n++) await refuse('ann');
  expect(messages).toEqual(Array.from({ length: 100 }, () => 'No.'));
  await refuse('bob');
  expect(messages).toHaveLength(101);
  now = 2_000;
  await refuse('ann');
  expect(messages.at(-1)).toBe('No. 30 more were not listed.');
  now = 4_000;
  await refuse('ann');
  expect(messages.at(-1)).toBe('No.');
});
