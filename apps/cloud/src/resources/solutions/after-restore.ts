/** What a workspace has of solutions after its data was replaced by a backup's. */
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { solutionInstances } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import type { Ending } from '../../operations/performer.ts';
import { graphNames } from './run-step.ts';

/**
 * Looks which graphs are there now. What is written then: the solution installed last whose graph is there is
 * installed again, the others are not; so neither a graph without its solution is left nor one without its graph.
 * @param workspaceId a workspace that runs
 */
export async function solutionsAfterRestore(db: Db, driver: Driver, workspaceId: string): Promise<Ending> {
  const rows = await db
    .select()
    .from(solutionInstances)
    .where(eq(solutionInstances.workspaceId, workspaceId))
    .orderBy(desc(solutionInstances.createdAt));
  if (rows.length === 0) return async () => undefined;
  const graphs = await graphNames(driver, workspaceId);
  const present = rows.find(({ graphName }) => graphs.includes(graphName));
  return async (tx) => {
    const updatedAt = new Date();
    await tx
      .update(solutionInstances)
      .set({ status: 'uninstalled', updatedAt })
      .where(eq(solutionInstances.workspaceId, workspaceId));
    if (present === undefined) return;
    await tx
      .update(solutionInstances)
      .set({ status: 'installed', updatedAt })
      .where(eq(solutionInstances.id, present.id));
  };
}
