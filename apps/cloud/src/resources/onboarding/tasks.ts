/** The to-do list of an organisation: tasks are completed by the state of its things, and earn their credits once. */
import { TASKS, type OnboardingTask, type TaskId } from '@acacia/contract';
import { and, eq, gt, isNotNull, sql, type SQL } from 'drizzle-orm';
import { billingAccounts } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { feedback } from '../../database/feedback-table.ts';
import { completedTasks } from '../../database/organization-tables.ts';
import { accounts, memberships, workgroups, workspaceReadings, workspaces } from '../../database/schema.ts';
import { inForce } from '../../identity/in-force.ts';
import { problem } from '../../errors/problem.ts';

/** For each task whether the organisation's things prove it at this moment. */
function proofs(db: Db, orgId: string): Readonly<Record<TaskId, SQL>> {
  const inOrg = eq(workgroups.orgId, orgId);
  const joined = db
    .select({ one: sql`1` })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.orgId, orgId), inForce, accounts.acceptedTos));
  const made = db
    .select({ one: sql`1` })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(inOrg);
  const invited = db
    .select({ one: sql`1` })
    .from(memberships)
    .where(and(eq(memberships.orgId, orgId), isNotNull(memberships.invitedBy)));
  const filled = db
    .select({ one: sql`1` })
    .from(workspaceReadings)
    .innerJoin(workspaces, eq(workspaces.id, workspaceReadings.workspaceId))
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(and(inOrg, gt(workspaceReadings.vertexCount, 0)));
  const card = db
    .select({ one: sql`1` })
    .from(billingAccounts)
    .where(and(eq(billingAccounts.orgId, orgId), isNotNull(billingAccounts.defaultCard)));
  const said = db
    .select({ one: sql`1` })
    .from(feedback)
    .where(eq(feedback.orgId, orgId));
  return {
    signup: sql`exists ${joined}`,
    'create workspace': sql`exists ${made}`,
    'add payment': sql`exists ${card}`,
    'invite member': sql`exists ${invited}`,
    'load data': sql`exists ${filled}`,
    'give feedback': sql`exists ${said}`,
  };
}

interface Completion {
  readonly tasks: readonly OnboardingTask[];
  /** Those that were completed by this look. */
  readonly now: readonly TaskId[];
}

/**
 * Completes the tasks that are proved and were not completed before: of several looks at once, one does.
 * @param charges whether the installation charges: else there is no payment to add
 */
export async function completeProved(tx: Db, orgId: string, charges: boolean): Promise<Completion> {
  const before = await completedOf(tx, orgId);
  const listed = TASKS.filter(({ id }) => charges || id !== 'add payment');
  const open = listed.filter(({ id }) => !before.has(id));
  const proof = proofs(tx, orgId);
  const proved: { id: TaskId; credits: number }[] = [];
  for (const task of open) {
    const { rows } = await tx.execute<{ proved: boolean }>(sql`select ${proof[task.id]} as proved`);
    if (rows[0]?.proved === true) proved.push(task);
  }
  const now =
    proved.length === 0
      ? []
      : await tx
          .insert(completedTasks)
          .values(proved.map(({ id, credits }) => ({ orgId, task: id, credits })))
          .onConflictDoNothing()
          .returning({ task: completedTasks.task });
  const completed = new Set([...before, ...proved.map(({ id }) => id)]);
  const tasks = listed.map(({ id, ...rest }) => ({
    id,
    task_name: id,
    ...rest,
    completed: completed.has(id),
  }));
  return { tasks, now: now.map(({ task }) => task) };
}

async function completedOf(db: Db, orgId: string): Promise<ReadonlySet<TaskId>> {
  const rows = await db
    .select({ task: completedTasks.task })
    .from(completedTasks)
    .where(eq(completedTasks.orgId, orgId));
  return new Set(rows.map(({ task }) => task));
}

/** @throws Problem when nothing proves the task yet */
export function demandCompleted({ tasks }: Completion, id: TaskId): OnboardingTask {
  const task = tasks.find((each) => each.id === id);
  if (task?.completed !== true) throw problem('taskNotDone', { task: id });
  return task;
}
