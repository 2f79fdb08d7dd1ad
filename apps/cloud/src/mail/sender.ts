/**
 * Sends the mails in the outbox, at least once. With SMTP it is unknown whether a mail was accepted when the connection
 * or this process dies after the last byte. So the row is leased before an attempt, and the outcome is written at once
 * after it. A mail is sent twice only when the process dies between the server's reply and that write; both copies have
 * the same Message-ID.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import { tellable } from '../errors/tellable.ts';
import type { Delivery, MailTransport } from './transport.ts';

type MailRow = typeof mails.$inferSelect;

interface SenderOptions {
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: BaseLogger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Milliseconds for which no other control plane tries a mail that is being sent; an attempt times out earlier. */
const LEASE = 300 * SECOND;
const LONGEST_ATTEMPT = 120 * SECOND;
const GIVEN_UP_AFTER = 24 * HOUR;
const AT_ONCE = 5;

/** Milliseconds to the next attempt: half a minute, doubled each time, at most an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(HOUR, 30 * SECOND * 2 ** Math.max(0, Math.min(attempts - 1, 20)));

/** Leases mails that are due, so that no other control plane sends them. */
async function take(db: Db, now: Date): Promise<MailRow[]> {
  const due = sql`(
    select ${mails.id} from ${mails}
    where ${mails.sentAt} is null and ${mails.failedAt} is null and ${mails.nextAttemptAt} <= ${now.toISOString()}
    order by ${asc(mails.nextAttemptAt)}
    limit ${AT_ONCE}
    for update skip locked
  )`;
  return db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + LEASE) })
    .where(inArray(mails.id, due))
    .returning();
}

/** Sentences on the recipients that did not get the mail, and why; undefined when all did. */
export function refusalsOf(delivery: Delivery): string | undefined {
  if (delivery.kind === 'kept') return delivery.why;
  if (delivery.refused.length === 0) return undefined;
  return delivery.refused
    .map(({ recipient, reason }) => `The mail server refused ${recipient}: ${reason}.`)
    .join('\n');
}

type Outcome = Partial<
  Pick<MailRow, 'sentAt' | 'failedAt' | 'nextAttemptAt' | 'error'> & { recipients: string[] }
>;

function again(mail: MailRow, now: number, error: string): Outcome {
  const next = now + pauseAfter(mail.attempts);
  if (next - mail.createdAt.getTime() > GIVEN_UP_AFTER) {
    return { failedAt: new Date(now), error: `Given up after a day. ${error}` };
  }
  return { nextAttemptAt: new Date(next), error };
}

/** The columns to write after an attempt. */
function outcomeOf(mail: MailRow, delivery: Delivery, now: number): Outcome {
  const error = refusalsOf(delivery) ?? '';
  if (delivery.kind === 'kept') return { failedAt: new Date(now), error };
  const { refused } = delivery;
  if (refused.some(({ final }) => !final)) {
    // The next attempt leaves out recipients that have got it.
    return { ...again(mail, now, error), recipients: refused.map(({ recipient }) => recipient) };
  }
  const reached = refused.length < mail.recipients.length;
  return reached ? { sentAt: new Date(now), error } : { failedAt: new Date(now), error };
}

/**
 * Sends the mails that are due, and resolves when the outcomes are written. Attempts that `stopping` aborts are made
 * again at the next start.
 */
export async function sendDue(
  { db, transport, log, now }: SenderOptions,
  stopping: AbortSignal,
): Promise<void> {
  async function attempt(mail: MailRow): Promise<void> {
    let outcome: Outcome;
    try {
      const limit = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_ATTEMPT)]);
      const delivery = await transport.deliver(mail, limit);
      outcome = outcomeOf(mail, delivery, now());
    } catch (error) {
      if (stopping.aborted) {
        await db
          .update(mails)
          .set({ nextAttemptAt: new Date(now()) })
          .where(eq(mails.id, mail.id));
        return;
      }
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent');
      outcome = again(mail, now(), tellable(error));
    }
    await db.update(mails).set(outcome).where(eq(mails.id, mail.id));
  }

  for (;;) {
    const taken = await take(db, new Date(now()));
    await Promise.all(taken.map(attempt));
    if (taken.length < AT_ONCE || stopping.aborted) return;
  }
}
