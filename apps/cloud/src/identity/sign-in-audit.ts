/** Writes sign-ins, sign-outs and new passwords into the audit log; rows on failures are rate-limited. */
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Db } from '../database/database.ts';
import { auditEntries, organizations } from '../database/schema.ts';
import { createBuckets } from '../limits/buckets.ts';
import type { Client } from './client.ts';

interface SignInEvent {
  readonly action: 'signIn' | 'signOut' | 'setPassword';
  /** The account; null where there is none with the e-mail. */
  readonly user: { readonly id: string; readonly orgId: string; readonly email: string } | null;
  /** The e-mail as typed, where there is no account. */
  readonly email: string;
  /** Reason of the failure; undefined: success. */
  readonly refused?: string;
  readonly client: Client;
  readonly requestId: string;
}

/** Limit of rows on failures; these rows are deleted after `FAILURES_KEPT_DAYS`. */
const RATE = { burst: 100, perSecond: 0.5 };
const FAILURES_KEPT_DAYS = 90;

/** Some people type their password as the e-mail: only text of this form is written into the log. */
const E_MAIL = /^[^\s@<>"]+@[^\s@<>"]+$/;

export type SignInAudit = (event: SignInEvent) => Promise<void>;

export function createSignInAudit(db: Db): SignInAudit {
  const failures = createBuckets(RATE);
  let unlisted = 0;
  return async ({ action, user, email, refused, client, requestId }) => {
    if (refused !== undefined && failures.take('all') > 0) {
      unlisted += 1;
      return;
    }
    const [organization] =
      user === null
        ? await db
            .select({ id: organizations.id })
            .from(organizations)
            .orderBy(asc(organizations.createdAt))
            .limit(1)
        : [{ id: user.orgId }];
    if (organization === undefined) return;
    const more = refused !== undefined && unlisted > 0 ? ` ${unlisted} more were not listed.` : '';
    if (more !== '') unlisted = 0;
    await recordAudit(db, {
      orgId: organization.id,
      actor: user?.email ?? (E_MAIL.test(email) ? email : 'somebody'),
      action,
      resource: user === null ? 'user' : `user/${user.id}`,
      outcome: refused === undefined ? 'ok' : 'failed',
      message: `${refused ?? ''}${more}`,
      requestId,
      ...client,
    });
  };
}

/** Deletes old failed sign-ins; all other rows stay. */
export async function sweepSignInFailures(db: Db): Promise<void> {
  await db
    .delete(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'signIn'),
        eq(auditEntries.outcome, 'failed'),
        lt(auditEntries.at, sql`now() - make_interval(days => ${FAILURES_KEPT_DAYS})`),
      ),
    );
}
