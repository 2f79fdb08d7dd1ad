import { can, type Workgroup } from '@acacia/contract';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workgroups } from '../../database/schema.ts';
import { notFound } from '../../http/problem.ts';
import type { DatabaseSizes } from '../databases/sizes.ts';
import { databasesOf } from '../databases/store.ts';
import { enabledLists, isWithinList } from '../network/store.ts';
import { workspacesOf, type Setting, type Viewer } from '../workspaces/store.ts';

export interface Presentation extends Setting {
  readonly sizes: DatabaseSizes;
}

async function present(
  db: Db,
  viewer: Viewer,
  where: SQL | undefined,
  how: Presentation,
): Promise<Workgroup[]> {
  const rows = await db
    .select()
    .from(workgroups)
    .where(and(eq(workgroups.orgId, viewer.actor.orgId), where))
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id));
  const seen = rows.filter(({ id }) => can(viewer.actor.grants, 'workgroup.read', { workgroup_id: id }));
  const ids = seen.map(({ id }) => id);
  const databases = await databasesOf(db, ids, how.sizes);
  const lists = await enabledLists(db, ids);
  const workspaces = await workspacesOf(db, viewer, ids, how);
  return seen.map((row) => {
    const provider = how.catalog.provider(row.cloudProviderId);
    return {
      workgroup_id: row.id,
      name: row.name,
      org_id: row.orgId,
      creator: row.creator,
      created_at: row.createdAt.toISOString(),
      platform: provider.platform,
      region: row.region,
      cloud_provider_id: row.cloudProviderId,
      cloud_provider_name: provider.name,
      cloud_provider_type: provider.type,
      cloud_provider_status: provider.status,
      enable_application_log: row.enableApplicationLog,
      enable_allow_list: row.enableAllowList,
      is_current_ip_allowed: isWithinList(viewer.address, lists.get(row.id)),
      tg_databases: databases.filter(({ workgroup_id }) => workgroup_id === row.id),
      workspaces: workspaces.filter(({ workgroup_id }) => workgroup_id === row.id),
    };
  });
}

/** Workgroups that the actor can see. */
export const visibleWorkgroups = (db: Db, viewer: Viewer, how: Presentation): Promise<Workgroup[]> =>
  present(db, viewer, undefined, how);

export async function workgroupById(
  db: Db,
  viewer: Viewer,
  id: string,
  how: Presentation,
): Promise<Workgroup> {
  const [found] = await present(db, viewer, eq(workgroups.id, id), how);
  if (found === undefined) throw notFound('workgroup');
  return found;
}
