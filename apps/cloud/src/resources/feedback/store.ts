/** Feedback about the product: stored within limits, mailed to whoever supports the installation, listed. */
import {
  FEEDBACK_A_DAY,
  FEEDBACK_KEPT,
  FEEDBACK_PAGE,
  feedbackQuestions,
  type Feedback,
  type FeedbackEntry,
} from '@acacia/contract';
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { feedback } from '../../database/feedback-table.ts';
import { accounts, memberships } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { postMail } from '../../mail/outbox.ts';

/** The questions and their answers, one under the other, for a mail. */
function answersOf({ category, rowData }: Feedback): string {
  return feedbackQuestions(category)
    .map(({ label }, place) => ({ label, answer: rowData[place] ?? '' }))
    .filter(({ answer }) => answer !== '')
    .map(({ label, answer }) => `${label}\n  ${answer.replaceAll(/\r?\n/g, '\n  ')}`)
    .join('\n\n');
}

/**
 * Stores what a person says, and puts a mail about it in the outbox. The oldest feedback of the organisation goes where
 * there would be too much.
 *
 * @param to address of whoever supports the installation
 * @throws Problem Quota-Exceed when the person has given as much today as one may
 */
export async function giveFeedback(tx: Db, actor: Actor, given: Feedback, to: string): Promise<void> {
  const { orgId, userId, email } = actor;
  // Requests that come at once take turns here: each counts those before it.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('update');
  const ofToday = and(eq(feedback.accountId, userId), gt(feedback.createdAt, sql`now() - interval '1 day'`));
  if ((await tx.$count(feedback, ofToday)) >= FEEDBACK_A_DAY) {
    throw problem('tooMuchFeedback', { most: FEEDBACK_A_DAY });
  }
  await tx.insert(feedback).values({ orgId, accountId: userId, ...given });
  const kept = tx
    .select({ id: feedback.id })
    .from(feedback)
    .where(eq(feedback.orgId, orgId))
    .orderBy(desc(feedback.id))
    .offset(FEEDBACK_KEPT);
  await tx.delete(feedback).where(inArray(feedback.id, kept));
  const subject = `Feedback about Acacia: ${given.category}`;
  const text = `${email} says:\n\n${answersOf(given)}\n`;
  await postMail(tx, { recipients: [to], subject, text }, new Date());
}

/** @param before id of an entry; undefined: from the newest on */
export async function listFeedback(
  db: Db,
  orgId: string,
  before: string | undefined,
): Promise<FeedbackEntry[]> {
  const older = before === undefined ? undefined : lt(feedback.id, BigInt(before));
  const rows = await db
    .select({
      id: feedback.id,
      category: feedback.category,
      rowData: feedback.rowData,
      createdAt: feedback.createdAt,
      from: accounts.email,
    })
    .from(feedback)
    // Whoever has left the organisation is not named to it any more.
    .leftJoin(
      memberships,
      and(eq(memberships.accountId, feedback.accountId), eq(memberships.orgId, feedback.orgId)),
    )
    .leftJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(feedback.orgId, orgId), older))
    .orderBy(desc(feedback.id))
    .limit(FEEDBACK_PAGE);
  return rows.map(({ id, createdAt, ...rest }) => ({
    ...rest,
    id: String(id),
    created_at: createdAt.toISOString(),
  }));
}
