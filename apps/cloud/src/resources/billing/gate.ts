/**
 * The credit gate (specification part 3, section 4): an organisation whose credits are used up, and that has no card to
 * charge, begins no workspaces; after the grace of its tier those that run are paused.
 */
import { GATE_SPARES_MINUTES, SUSPEND_GRACE_DAYS } from '@acacia/contract';
import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { recordAudit } from '../../audit/record.ts';
import { billingAccounts } from '../../database/billing-tables.ts';
import type { Database, Db } from '../../database/database.ts';
import {
  accounts as people,
  memberships,
  organizations,
  roleGrants,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { inForce } from '../../identity/in-force.ts';
import { postTranslated } from '../../mail/language.ts';
import type { NewMail } from '../../mail/outbox.ts';
import { begin } from '../workspaces/lifecycle.ts';
import type { Accounts } from './invoices.ts';
import { creditBalance } from './overview.ts';
import { DAY_MS } from './periods.ts';

/** The actor in the audit log. */
const ACTOR = 'billing';

type Organization = typeof organizations.$inferSelect;

/** Whether the gate stands before an organisation at a moment. @param defaultCard the card that is charged */
export async function isGated(
  db: Db,
  accounts: Accounts,
  { id, createdAt }: Pick<Organization, 'id' | 'createdAt'>,
  defaultCard: string | null,
  at: Date,
): Promise<boolean> {
  if (accounts.chargesSince === null || defaultCard !== null) return false;
  if (at.getTime() - createdAt.getTime() < GATE_SPARES_MINUTES * 60_000) return false;
  return (await creditBalance(db, accounts, id, at)) === 0;
}

/** E-mail addresses of the people who administer the organisation or its billing. */
async function payersOf(tx: Db, orgId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ email: people.email })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.accountId))
    .innerJoin(roleGrants, eq(roleGrants.membershipId, memberships.id))
    .where(
      and(
        eq(memberships.orgId, orgId),
        eq(people.kind, 'person'),
        inForce,
        inArray(roleGrants.name, ['org-admins', 'billing-admins']),
      ),
    )
    .orderBy(asc(people.email));
  return rows.map(({ email }) => email);
}

/** The mail at the begin of the gate. @param publicUrl origin of the console */
export function gateMail(
  recipients: readonly string[],
  { displayName, tier }: Pick<Organization, 'displayName' | 'tier'>,
  publicUrl: string,
): NewMail {
  const days = SUSPEND_GRACE_DAYS[tier];
  const link = new URL('/admin/bills?addCreditCard=true&tab=PaymentMethods', publicUrl).href;
  const lines = [
    `The credits of the organization ${displayName} are used up, and there is no credit card to charge.`,
    '',
    'Workspaces cannot be created or resumed until a credit card is added.',
    days === 0
      ? 'Running workspaces are paused now. Their data stay.'
      : `Running workspaces are paused in ${days} days. Their data stay.`,
    '',
    `Add a credit card: ${link}`,
    '',
    'You get this mail because you administer the organization or its billing.',
  ];
  return {
    recipients,
    subject: `[Acacia] The credits of ${displayName} are used up`,
    text: `${lines.join('\n')}\n`,
  };
}

interface Judging {
  readonly db: Database['db'];
  readonly accounts: Accounts;
  readonly publicUrl: string;
  readonly log: BaseLogger;
  /** Called with a workspace for which an operation was enqueued. */
  readonly begun: (workspaceId: string) => void;
}

/** Begins or ends an organisation's time behind the gate; its begin is mailed once. */
async function judge(
  { db, accounts, publicUrl }: Judging,
  organization: Organization,
  defaultCard: string | null,
  at: Date,
): Promise<void> {
  const { id: orgId } = organization;
  const gated = await isGated(db, accounts, organization, defaultCard, at);
  await db.transaction(async (tx) => {
    if (gated) await tx.insert(billingAccounts).values({ orgId }).onConflictDoNothing();
    const ofOrg = eq(billingAccounts.orgId, orgId);
    const [changed] = await tx
      .update(billingAccounts)
      .set({ gatedSince: gated ? at : null })
      // A card may have been chosen meanwhile.
      .where(
        gated
          ? and(ofOrg, isNull(billingAccounts.gatedSince), isNull(billingAccounts.defaultCard))
          : and(ofOrg, isNotNull(billingAccounts.gatedSince)),
      )
      .returning({ orgId: billingAccounts.orgId });
    if (changed === undefined || !gated) return;
    const recipients = await payersOf(tx, orgId);
    if (recipients.length > 0) await postTranslated(tx, gateMail(recipients, organization, publicUrl), at);
  });
}

/** Pauses a running workspace, unless it has changed meanwhile. */
async function pause({ db, begun }: Judging, workspaceId: string, orgId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ status: workspaces.status })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('no key update');
    if (row?.status !== 'Active') return;
    const { before, after } = await begin(tx, workspaceId, 'pause', ACTOR);
    await recordAudit(tx, {
      orgId,
      actor: ACTOR,
      action: 'suspendUnpaid',
      resource: `workspace/${workspaceId}`,
      before,
      after,
      outcome: 'ok',
      message: '',
      requestId: '',
    });
  });
  begun(workspaceId);
}

/** Judges all organisations without a card, and pauses what runs beyond the grace. */
export async function judgeGates(judging: Judging, at: Date, stopping: AbortSignal): Promise<void> {
  const { db, accounts, log } = judging;
  if (accounts.chargesSince === null) {
    // It may have charged before.
    await db.update(billingAccounts).set({ gatedSince: null }).where(isNotNull(billingAccounts.gatedSince));
    return;
  }
  const rows = await db
    .select({ organization: organizations, defaultCard: billingAccounts.defaultCard })
    .from(organizations)
    .leftJoin(billingAccounts, eq(billingAccounts.orgId, organizations.id))
    .where(and(ne(organizations.id, POOL_ORG), isNull(billingAccounts.defaultCard)))
    .orderBy(asc(organizations.id));
  for (const { organization, defaultCard } of rows) {
    if (stopping.aborted) return;
    try {
      await judge(judging, organization, defaultCard, at);
    } catch (error) {
      log.error({ err: error, organization: organization.id }, 'the credit gate could not be judged');
    }
  }
  const running = await db
    .select({ id: workspaces.id, organization: organizations, since: billingAccounts.gatedSince })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .innerJoin(billingAccounts, eq(billingAccounts.orgId, organizations.id))
    .where(and(isNotNull(billingAccounts.gatedSince), eq(workspaces.status, 'Active')));
  for (const { id, organization, since } of running) {
    const grace = SUSPEND_GRACE_DAYS[organization.tier] * DAY_MS;
    if (stopping.aborted || since === null || at.getTime() - since.getTime() < grace) continue;
    try {
      await pause(judging, id, organization.id);
    } catch (error) {
      log.error({ err: error, workspace: id }, 'a workspace behind the credit gate could not be paused');
    }
  }
}
