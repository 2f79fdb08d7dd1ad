/**
 * Sends what is in the outbox. SMTP cannot tell whether a mail was taken when the connection or this
 * process dies after the last byte: before an attempt the row is marked and not touched again for a while,
 * after it the outcome is written at once. So a mail goes out twice only when we die between the server's
 * answer and that write; the copies then have one Message-ID. A mail that may have gone out is rather sent
 * again than lost.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import type { Delivery, MailTransport } from './transport.ts';

type MailRow = typeof mails.$inferSelect;

interface SenderOptions {
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: BaseLogger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Cuts attempts off when we are being stopped; they are made again at the next start. */
  readonly stopping: AbortSignal;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** For as long nobody else tries a mail that is being sent; an attempt is cut off before. */
const LEASE = 300 * SECOND;
const LONGEST_ATTEMPT = 120 * SECOND;
const GIVEN_UP_AFTER = 24 * HOUR;
const AT_ONCE = 5;

/** Milliseconds to the next attempt: half a minute, then twice as long each time, at most an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(HOUR, 30 * SECOND * 2 ** Math.max(0, Math.min(attempts - 1, 20)));

/** Takes mails that are due, so that no other control plane does. */
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

/** Who did not get it, and why, for people; undefined when everyone did. */
export function refusalsOf(delivery: Delivery): string | undefined {
  if (delivery.kind === 'kept') return delivery.why;
  if (delivery.refused.length === 0) return undefined;
  return delivery.refused
    .map(({ recipient, reason }) => `The mail server refused ${recipient}: ${reason}`)
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

/** What to write of an attempt. */
function outcomeOf(mail: MailRow, delivery: Delivery, now: number): Outcome {
  const error = refusalsOf(delivery) ?? '';
  if (delivery.kind === 'kept') return { failedAt: new Date(now), error };
  const { refused } = delivery;
  if (refused.some(({ final }) => !final)) {
    // Those that it has reached do not get it again.
    return { ...again(mail, now, error), recipients: refused.map(({ recipient }) => recipient) };
  }
  const reached = refused.length < mail.recipients.length;
  return reached ? { sentAt: new Date(now), error } : { failedAt: new Date(now), error };
}

/** Gives one round: sends what is due, and resolves when the outcomes are written. */
export function createSender({ db, transport, log, now, stopping }: SenderOptions): () => Promise<void> {
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
      outcome = again(mail, now(), error instanceof Error ? error.message : String(error));
    }
    await db.update(mails).set(outcome).where(eq(mails.id, mail.id));
  }

  return async () => {
    for (;;) {
      const taken = await take(db, new Date(now()));
      await Promise.all(taken.map(attempt));
      if (taken.length < AT_ONCE || stopping.aborted) return;
    }
  };
}
