/** Updates the installed solutions of a workspace after its data were replaced by a backup's. */
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { solutionInstances } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import type { Ending } from '../../operations/performer.ts';
import { graphNames } from './run-step.ts';

/**
 * Reads the workspace's present graphs. The returned ending marks the newest solution whose graph exists as installed,
 * and the others as not, so that no graph is left without its solution, and no solution without its graph.
 * @param workspaceId a running workspace
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
