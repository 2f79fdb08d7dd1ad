/** An organisation of their own for a person who has none: a job that they ask for and follow. */
import { randomBytes, randomUUID } from 'node:crypto';
import { JobParams, type Job, type OrgQuota } from '@acacia/contract';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, operations, organizations, roleGrants } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { organisationOfAccount, type Person } from '../../identity/person.ts';
import { isWelcome } from '../../identity/strangers.ts';
import type { Performer } from '../../operations/performer.ts';
import { enqueue, OPEN, type OperationRow } from '../../operations/queue.ts';
import type { Strangers } from '../../settings.ts';
import { displayNameOfFounder, nameOfFounder } from './organization-name.ts';

const KIND = 'create-organization';

/** Tier of the organisations that people found themselves, on a machine that is not theirs. */
const TIER: OrgQuota['tier'] = 'free';

/** Numbers that are tried behind a name that others have, before random digits. */
const NUMBERED = 20;

/**
 * Enqueues the founding of an organisation. While one is under way, asking again gives the same job.
 * @returns the id of the job
 * @throws Problem when the person has an organisation, or may found none here
 */
export async function askForOrganization(
  tx: Db,
  { userId, email, name }: Pick<Person, 'userId' | 'email' | 'name'>,
  strangers: Strangers,
): Promise<string> {
  // Two tabs at once take turns here.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('update');
  if ((await organisationOfAccount(tx, userId)) !== null) throw problem('hasOrganisation');
  if (!isWelcome(strangers, email)) throw problem('mayFoundNone');
  if (await isDeactivated(tx, userId)) throw problem('deactivatedFoundsNone');
  const [open] = await tx
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.accountId, userId), inArray(operations.state, [...OPEN])));
  const founder = { email, name };
  const payload: JobParams = {
    org_name: nameOfFounder(founder),
    org_display_name: displayNameOfFounder(founder),
  };
  const asked = { kind: KIND, orgId: randomUUID(), accountId: userId, actor: email, payload } as const;
  return open?.id ?? enqueue(tx, asked);
}

/**
 * Whether an organisation that the person had joined has deactivated them. An invitation that was deactivated does not
 * count: any directory could keep strangers out by one.
 */
async function isDeactivated(db: Db, accountId: string): Promise<boolean> {
  const { joinedAt, deactivatedAt } = memberships;
  const deactivated = and(isNotNull(joinedAt), isNotNull(deactivatedAt));
  return (await db.$count(memberships, and(eq(memberships.accountId, accountId), deactivated))) > 0;
}

const STATUS = {
  queued: 'PENDING',
  running: 'RUNNING',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
} as const satisfies Record<OperationRow['state'], Job['job_status']>;

/** A job that the person has asked for. @throws Problem Not-Found for any other */
export async function jobOf(db: Db, accountId: string, id: string): Promise<Job> {
  const theirs = and(eq(operations.id, id), eq(operations.accountId, accountId));
  const [row] = await db.select().from(operations).where(theirs);
  if (row === undefined) throw notFound('job');
  return {
    job_id: row.id,
    job_status: STATUS[row.state],
    // Another one than was asked for where an invitation was accepted meanwhile.
    org_id: row.state === 'succeeded' ? await organisationOfAccount(db, accountId) : null,
    job_params: JobParams.parse(row.payload),
    detail: row.state === 'failed' ? row.error : '',
  };
}

/** Inserts the organisation under the first of the names that nobody has. @returns the name */
async function insertOrganization(
  tx: Db,
  values: Omit<typeof organizations.$inferInsert, 'name'>,
  wanted: string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number > NUMBERED ? randomBytes(5).toString('hex') : number}`;
    const [made] = await tx
      .insert(organizations)
      .values({ ...values, name: `${wanted}${suffix}` })
      .onConflictDoNothing({ target: organizations.name })
      .returning({ name: organizations.name });
    if (made !== undefined) return made.name;
  }
}

/** Writes the organisation with the person as its administrator, unless they have one by now. */
async function found(tx: Db, operation: OperationRow, maxWorkspaceMemory: number): Promise<void> {
  const { orgId, accountId } = operation;
  if (orgId === null || accountId === null) throw new Error(`The operation ${operation.id} has no person.`);
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
  // An invitation may have been accepted meanwhile.
  if (account === undefined || (await organisationOfAccount(tx, accountId)) !== null) return;
  const { org_name, org_display_name: displayName } = JobParams.parse(operation.payload);
  const { email: creator } = account;
  const values = { id: orgId, displayName, creator, tier: TIER, maxWorkspaceMemory };
  const name = await insertOrganization(tx, values, org_name);
  const membershipId = randomUUID();
  await tx.insert(memberships).values({ id: membershipId, orgId, accountId, joinedAt: new Date() });
  await tx.insert(roleGrants).values({ membershipId, name: 'org-admins' });
  await tx.update(accounts).set({ lastOrgId: orgId }).where(eq(accounts.id, accountId));
  await recordAudit(tx, {
    orgId,
    actor: creator,
    actorId: accountId,
    action: 'createMyOrganization',
    resource: `organization/${orgId}`,
    after: { org_name: name, org_display_name: displayName },
    outcome: 'ok',
    requestId: operation.id,
  });
}

export const organizationPerformers: Readonly<Record<typeof KIND, Performer>> = {
  [KIND]: {
    async steps({ operation, catalog }) {
      const { max_workspace_memory: memory } = catalog.quota(TIER);
      return [
        {
          name: 'Creating the organization',
          // All of it in the transaction that ends the operation: a second run finds nothing half done.
          do: () => Promise.resolve((tx: Db) => found(tx, operation, memory)),
        },
      ];
    },
  },
};
