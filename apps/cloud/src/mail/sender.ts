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
const AT_ONCE = 8;

/** Milliseconds to the next attempt: half a minute, doubled each time, at most an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(HOUR, 30 * SECOND * 2 ** Math.max(0, Math.min(attempts - 1, 20)));

/** Leases mails that are due, so that no other control plane sends them. */
async function take(db: Db, now: Date, most: number): Promise<MailRow[]> {
  const due = sql`(
    select ${mails.id} from ${mails}
    where ${mails.sentAt} is null and ${mails.failedAt} is null and ${mails.nextAttemptAt} <= ${now.toISOString()}
    order by ${asc(mails.nextAttemptAt)}
    limit ${most}
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
  if (mail.linkExpiresAt !== null && next > mail.linkExpiresAt.getTime()) {
    return { failedAt: new Date(now), error: `Given up, because its link expires. ${error}` };
  }
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

export interface Sender {
  /** Begins to send mails that are due, as many as there is room for; the others follow as soon as there is room. */
  look(): Promise<void>;
  /** Resolves when no mail is being sent. */
  idle(): Promise<void>;
  /** Breaks off what is being sent, which the next start sends again; resolves when that is written. */
  stop(): Promise<void>;
}

/** Mails are sent beside each other: one that takes long holds up none that fits beside it. */
export function createSender({ db, transport, log, now }: SenderOptions): Sender {
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();

  async function send(mail: MailRow): Promise<void> {
    let outcome: Outcome;
    try {
      const limit = AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_ATTEMPT)]);
      outcome = outcomeOf(mail, await transport.deliver(mail, limit), now());
    } catch (error) {
      if (stopping.signal.aborted) {
        outcome = { nextAttemptAt: new Date(now()) };
      } else {
        log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent');
        outcome = again(mail, now(), tellable(error));
      }
    }
    const ended = outcome.sentAt !== undefined || outcome.failedAt !== undefined;
    const forgets = ended && mail.linkExpiresAt !== null;
    // Nobody needs the link here any more.
    await db
      .update(mails)
      .set(forgets ? { ...outcome, text: '' } : outcome)
      .where(eq(mails.id, mail.id));
  }

  function begin(mail: MailRow): void {
    const sent = send(mail)
      // The lease of the mail ends, and it is sent again.
      .catch((error: unknown) => log.error({ err: error, mail: mail.id }, 'the outcome of a mail was lost'))
      .then(() => {
        sending.delete(sent);
        return look();
      })
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'));
    sending.add(sent);
  }

  /** One after the other, or more would be taken than there is room for. */
  let looked = Promise.resolve();
  function look(): Promise<void> {
    looked = looked.then(takeAll, takeAll);
    return looked;
  }
  async function takeAll(): Promise<void> {
    while (!stopping.signal.aborted && sending.size < AT_ONCE) {
      const taken = await take(db, new Date(now()), AT_ONCE - sending.size);
      taken.forEach(begin);
      if (taken.length === 0) return;
    }
  }

  async function idle(): Promise<void> {
    while (sending.size > 0) await Promise.all(sending);
  }

  return {
    look,
    idle,
    async stop() {
      stopping.abort();
      await Promise.allSettled([looked]);
      await idle();
    },
  };
}
