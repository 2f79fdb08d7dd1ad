/** The outbox: mails to be sent, each written in the transaction of its event. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { mails } from '../database/schema.ts';

export interface NewMail {
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Address that answers go to; undefined: the sender. */
  readonly replyTo?: string;
  /** When the one-time link in the text expires, and the mail is given up; undefined: there is none. */
  readonly linkExpiresAt?: Date;
}

/** Puts a mail in the outbox. Returns its id. */
export async function postMail(tx: Db, mail: NewMail, now: Date): Promise<string> {
  const id = randomUUID();
  const { subject, text, replyTo = null, linkExpiresAt } = mail;
  await tx.insert(mails).values({
    id,
    subject,
    text,
    replyTo,
    recipients: [...mail.recipients],
    nextAttemptAt: now,
    createdAt: now,
    ...(linkExpiresAt === undefined ? {} : { linkExpiresAt }),
  });
  return id;
}

/** Days for which mails are kept after they were sent or given up. */
const KEPT_DAYS = 30;

export async function forgetEndedMails(db: Db): Promise<void> {
  await db.execute(
    sql`delete from ${mails} where coalesce(${mails.sentAt}, ${mails.failedAt}) < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
