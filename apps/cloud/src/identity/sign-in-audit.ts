/** Writes sign-ins, sign-outs and new passwords into the audit log; rows on failures are rate-limited. */
import { recordAudit } from '../audit/record.ts';
import type { Db } from '../database/database.ts';
import { createBuckets } from '../limits/buckets.ts';
import type { Client } from './client.ts';
import { organisationOfAccount } from './person.ts';

interface SignInEvent {
  readonly action: 'signIn' | 'signOut' | 'setPassword' | 'signUp' | 'acceptInvitation';
  /** The account; null where there is none with the e-mail. */
  readonly user: { readonly id: string; readonly email: string } | null;
  /** The e-mail as typed, where there is no account. */
  readonly email: string;
  /** Reason of the failure; undefined: success. */
  readonly refused?: string;
  /** By what the person signed in (RFC 8176); undefined where that is not known, and for anything but a sign-in. */
  readonly amr?: readonly string[];
  readonly client: Client;
  readonly requestId: string;
}

/** Limit of rows on failures; these rows are deleted after a time (`../audit/seal.ts`). */
const RATE = { burst: 100, perSecond: 0.5 };

/** Some people type their password as the e-mail: only text of this form is written into the log. */
const E_MAIL = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** Writes the row for the person's organisation; for the first one where they have none, or there is no account. */
export type SignInAudit = (event: SignInEvent) => Promise<void>;

export function createSignInAudit(db: Db): SignInAudit {
  const failures = createBuckets(RATE);
  let unlisted = 0;
  return async ({ action, user, email, refused, amr, client, requestId }) => {
    if (refused !== undefined && failures.take('all') > 0) {
      unlisted += 1;
      return;
    }
    const more = refused !== undefined && unlisted > 0 ? ` ${unlisted} more were not listed.` : '';
    if (more !== '') unlisted = 0;
    await recordAudit(db, {
      orgId: user === null ? null : await organisationOfAccount(db, user.id),
      ...(user === null ? {} : { actorId: user.id }),
      actor: user?.email ?? (E_MAIL.test(email) ? email : 'somebody'),
      action,
      resource: user === null ? 'user' : `user/${user.id}`,
      ...(amr === undefined ? {} : { after: { amr } }),
      outcome: refused === undefined ? 'ok' : 'failed',
      message: `${refused ?? ''}${more}`,
      requestId,
      ...client,
    });
  };
}
