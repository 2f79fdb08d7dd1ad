/** Checks for probes whether the database answers. */
import { sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from './database.ts';

/** Timeout of the check, and time for which its result is cached, in milliseconds. */
const PATIENCE = 2_000;
const KEPT = 500;

const known = new WeakMap<Db, { readonly answer: Promise<boolean>; readonly until: number }>();

/** Whether the database answers; concurrent probes share one statement. */
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
