/** Locks of rows, held until the caller's transaction ends. */
import type { SolutionStatus } from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { solutionInstances, workgroups, workspaces } from '../database/schema.ts';
import { notFound } from '../errors/problem.ts';

/** A workspace's row, with the status of its solution; null without one. */
export type LockedWorkspace = typeof workspaces.$inferSelect & {
  readonly solutionStatus: SolutionStatus | null;
};

/**
 * Locks a workspace's row: conflicting actions wait, then see its result. Rows that refer to the workspace (metrics,
 * say) can be written meanwhile: nothing that holds this lock changes the row's key.
 * @throws Problem Not-Found when there is no such workspace
 */
export async function lockWorkspace(tx: Db, id: string): Promise<LockedWorkspace> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('no key update');
  if (row === undefined) throw notFound('workspace');
  const [solution] = await tx
    .select({ status: solutionInstances.status })
    .from(solutionInstances)
    .where(and(eq(solutionInstances.workspaceId, id), ne(solutionInstances.status, 'uninstalled')));
  return { ...row, solutionStatus: solution?.status ?? null };
}

/**
 * Locks a workgroup against deletion while something is added to it.
 * @throws Problem Not-Found when there is no such workgroup
 */
export async function holdWorkgroup(tx: Db, id: string): Promise<typeof workgroups.$inferSelect> {
  const [row] = await tx.select().from(workgroups).where(eq(workgroups.id, id)).for('share');
  if (row === undefined) throw notFound('workgroup');
  return row;
}
