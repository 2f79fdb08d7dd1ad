/** Handlers of calls on help: questions to whoever supports the installation, and its status. */
import { SUPPORT_A_DAY, type SupportRequest, type SystemStatus } from '@acacia/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, mails } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { Actor } from '../../identity/person.ts';
import { postMail } from '../../mail/outbox.ts';
import type { Settings } from '../../settings.ts';

/**
 * Puts the question in the outbox; an answer to the mail goes to the person.
 * @throws Problem Quota-Exceed when the person has asked as much within a day as one may
 */
async function askSupport(tx: Db, actor: Actor, asked: SupportRequest, { supportEmail, publicUrl }: Asked) {
  const { userId, email, orgId } = actor;
  // Requests that come at once take turns here: each counts those before it.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('update');
  const ofToday = and(eq(mails.replyTo, email), gt(mails.createdAt, sql`now() - interval '1 day'`));
  if ((await tx.$count(mails, ofToday)) >= SUPPORT_A_DAY)
    throw problem('tooManyQuestions', { most: SUPPORT_A_DAY });
  const about = `Organization: ${orgId}\nPage: ${publicUrl}${asked.page}`;
  const text = `${email} asks:\n\n${asked.message}\n\n${about}\n`;
  const subject = `[Acacia support] ${asked.subject}`;
  await postMail(tx, { recipients: [supportEmail], subject, text, replyTo: email }, new Date());
}

type Asked = Pick<Settings, 'supportEmail' | 'publicUrl' | 'smtpUrl'>;

export const supportHandlers = (
  settings: Asked,
  status: () => Promise<SystemStatus>,
): HandlersOf<'contactSupport' | 'getSystemStatus'> => ({
  contactSupport: async ({ actor, body, db, changed }) => {
    await askSupport(db, actor, body, settings);
    // The message stays out of the log: it may hold anything.
    changed({ resource: `support/${actor.orgId}`, after: { subject: body.subject } });
    return { mailed: settings.smtpUrl !== null };
  },
  getSystemStatus: status,
});
