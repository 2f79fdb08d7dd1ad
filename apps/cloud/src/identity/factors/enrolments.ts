/** A second factor that a person is setting up: its secret or challenge, until the person confirms it. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import type { Sealer } from '../../database/seal.ts';
import { enrolments } from '../../database/factor-tables.ts';

type Kind = (typeof enrolments.$inferSelect)['kind'];

const MINUTES = 10;

/** Begins an enrolment in the place of an earlier one of the kind. @param text what `takeEnrolment` gives back */
export async function beginEnrolment(
  db: Db,
  sealer: Sealer,
  accountId: string,
  kind: Kind,
  text: string,
): Promise<void> {
  const values = {
    sealed: await sealer.seal(db, 'second-factors', accountId, text),
    expiresAt: sql`now() + make_interval(mins => ${MINUTES})`,
  };
  await db
    .insert(enrolments)
    .values({ accountId, kind, ...values })
    .onConflictDoUpdate({ target: [enrolments.accountId, enrolments.kind], set: values });
}

/** Ends an enrolment in the caller's transaction. @returns its text; null when there is none, or it has expired */
export async function takeEnrolment(
  tx: Db,
  sealer: Sealer,
  accountId: string,
  kind: Kind,
): Promise<string | null> {
  const [row] = await tx
    .delete(enrolments)
    .where(
      and(
        eq(enrolments.accountId, accountId),
        eq(enrolments.kind, kind),
        gt(enrolments.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return row === undefined ? null : sealer.unseal(tx, 'second-factors', accountId, row.sealed);
}

export async function sweepEnrolments(db: Db): Promise<void> {
  await db.delete(enrolments).where(lt(enrolments.expiresAt, sql`now()`));
}
