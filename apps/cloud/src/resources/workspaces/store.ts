import { can, type Workspace } from '@acacia/contract';
import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { databases, operations, organizations, workgroups, workspaces } from '../../database/schema.ts';
import { notFound } from '../../http/problem.ts';
import type { Actor } from '../../identity/actor.ts';
import { OPEN } from '../../operations/queue.ts';
import { cloudProvider, workspaceType } from '../catalog/catalog.ts';

/**
 * @param publicHost name under which the ports of workspaces are reached
 */
async function select(db: Db, where: SQL | undefined, publicHost: string): Promise<Workspace[]> {
  const startedAt = db
    .select({ at: sql<Date | null>`min(${operations.createdAt})`.mapWith(operations.createdAt) })
    .from(operations)
    .where(and(eq(operations.workspaceId, workspaces.id), inArray(operations.state, [...OPEN])));
  const rows = await db
    .select({
      row: getTableColumns(workspaces),
      group: getTableColumns(workgroups),
      databaseName: databases.name,
      maxMemory: organizations.maxWorkspaceMemory,
      startedAt: sql<Date | null>`(${startedAt})`.mapWith(operations.createdAt),
    })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .innerJoin(databases, eq(databases.id, workspaces.databaseId))
    .where(where)
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
  return rows.map(({ row, group, ...more }) => {
    const { platform } = cloudProvider(group.cloudProviderId);
    return {
      workspace_id: row.id,
      workgroup_id: group.id,
      workgroup_name: group.name,
      org_id: group.orgId,
      name: row.name,
      status: row.status,
      err_message: row.errMessage,
      is_rw: row.isRw,
      enable_ha: row.enableHa,
      workspace_type: workspaceType(row.workspaceTypeName, platform, group.region, more.maxMemory),
      auto_stop_minutes: row.autoStopMinutes,
      enable_auto_start: row.enableAutoStart,
      database_id: row.databaseId,
      database_name: more.databaseName,
      nginx_host: `${publicHost}:${row.port}`,
      tg_version: row.tgVersion,
      cloud_provider_id: group.cloudProviderId,
      platform,
      region: group.region,
      creator: row.creator,
      created_at: row.createdAt.toISOString(),
      last_modified_time: row.lastModifiedAt.toISOString(),
      operation_started_at: more.startedAt?.toISOString() ?? null,
      restarts: row.restarts,
      canAccess: true,
      snapshot_time: null,
      refresh_status: '',
    };
  });
}

/** Those workspaces of workgroups that the actor may see. */
export async function workspacesOf(
  db: Db,
  actor: Actor,
  workgroupIds: readonly string[],
  publicHost: string,
): Promise<Workspace[]> {
  const found = await select(db, inArray(workspaces.workgroupId, [...workgroupIds]), publicHost);
  return found.filter(({ workgroup_id, workspace_id }) =>
    can(actor.grants, 'workspace.read', { workgroup_id, workspace_id }),
  );
}

export async function workspaceById(db: Db, id: string, publicHost: string): Promise<Workspace> {
  const [found] = await select(db, eq(workspaces.id, id), publicHost);
  if (found === undefined) throw notFound('workspace');
  return found;
}
