/** Whether the database answers, for probes. */
import { sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from './database.ts';

/** Milliseconds for which the database may think about it, and for which an answer is good for all who ask. */
const PATIENCE = 2_000;
const KEPT = 500;

const known = new WeakMap<Db, { readonly answer: Promise<boolean>; readonly until: number }>();

/** Probes that come together are one statement. */
export function answersNow(db: Db): Promise<boolean> {
  const kept = known.get(db);
  if (kept !== undefined && kept.until > Date.now()) return kept.answer;
  const answer = Promise.race([
    db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    delay(PATIENCE, false, { ref: false }),
  ]);
  known.set(db, { answer, until: Date.now() + KEPT });
  return answer;
}
