/** Reads installed solutions and presents them as the API does. */
import { can, type SolutionInstance } from '@acacia/contract';
import { and, asc, eq, getTableColumns, ne, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { solutionInstances, workgroups, workspaces } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';

async function select(db: Db, actor: Actor, where: SQL | undefined): Promise<SolutionInstance[]> {
  const rows = await db
    .select({
      row: getTableColumns(solutionInstances),
      workspace: workspaces.name,
      workgroupId: workspaces.workgroupId,
    })
    .from(solutionInstances)
    .innerJoin(workspaces, eq(workspaces.id, solutionInstances.workspaceId))
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(and(eq(workgroups.orgId, actor.orgId), where))
    .orderBy(asc(solutionInstances.createdAt));
  return rows
    .filter(({ row, workgroupId }) =>
      can(actor.grants, 'solution.read', { workgroup_id: workgroupId, workspace_id: row.workspaceId }),
    )
    .map(({ row, workspace, workgroupId }) => ({
      id: row.id,
      workgroup_id: workgroupId,
      workspace_id: row.workspaceId,
      workspace_name: workspace,
      solution_catalog_id: row.solutionCatalogId,
      name: row.name,
      graph_name: row.graphName,
      owner_email: row.ownerEmail,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      solution_status: row.status,
      gsql_log: row.gsqlLog,
    }));
}

/** Installed solutions of a workgroup, or of all workgroups, that the actor may see. */
export const visibleSolutions = (db: Db, actor: Actor, workgroupId?: string): Promise<SolutionInstance[]> =>
  select(
    db,
    actor,
    and(
      ne(solutionInstances.status, 'uninstalled'),
      workgroupId === undefined ? undefined : eq(workspaces.workgroupId, workgroupId),
    ),
  );

/**
 * A solution by id, even when it was uninstalled, for its status and its log.
 * @throws Problem when there is none
 */
export async function solutionById(
  db: Db,
  actor: Actor,
  workspaceId: string,
  id: string,
): Promise<SolutionInstance> {
  const where = and(eq(solutionInstances.id, id), eq(solutionInstances.workspaceId, workspaceId));
  const [found] = await select(db, actor, where);
  if (found === undefined) throw notFound('solution');
  return found;
}
