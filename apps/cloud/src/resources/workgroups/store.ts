import { can, type Database, type Workgroup } from '@acacia/contract';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workgroups } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { databasesOf } from '../databases/store.ts';
import { enabledLists, isWithinList } from '../network/store.ts';
import {
  readWorkspaces,
  showWorkspaces,
  type ReadWorkspace,
  type Setting,
  type Viewer,
} from '../workspaces/store.ts';

type OfWorkgroup = Omit<Workgroup, 'is_current_ip_allowed' | 'workspaces'>;

/** Workgroups with their workspaces, regardless of the viewer. */
export interface ReadWorkgroups {
  readonly groups: readonly { readonly group: OfWorkgroup; readonly workspaces: readonly ReadWorkspace[] }[];
  /** Ranges of addresses by workgroup, for those whose allow-list is enabled. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

const byWorkgroup = <T extends { readonly workgroup_id: string }>(items: readonly T[]) =>
  Map.groupBy(items, ({ workgroup_id }) => workgroup_id);

export async function readWorkgroups(
  db: Db,
  orgId: string,
  where: SQL | undefined,
  setting: Setting,
): Promise<ReadWorkgroups> {
  const rows = await db
    .select()
    .from(workgroups)
    .where(and(eq(workgroups.orgId, orgId), where))
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id));
  const ids = rows.map(({ id }) => id);
  const databases: ReadonlyMap<string, Database[]> = byWorkgroup(await databasesOf(db, ids));
  const workspaces = byWorkgroup(await readWorkspaces(db, { workgroupIds: ids }, setting));
  const groups = rows.map((row) => {
    const provider = setting.catalog.provider(row.cloudProviderId);
    const group = {
      workgroup_id: row.id,
      name: row.name,
      org_id: row.orgId,
      creator: row.creator,
      created_at: row.createdAt.toISOString(),
      platform: provider.platform,
      region: row.region,
      cloud_provider: provider,
      shared_storage: setting.sharedStorage,
      cloud_provider_id: row.cloudProviderId,
      cloud_provider_name: provider.name,
      cloud_provider_type: provider.type,
      cloud_provider_status: provider.status,
      enable_application_log: row.enableApplicationLog,
      enable_allow_list: row.enableAllowList,
      tg_databases: databases.get(row.id) ?? [],
    };
    return { group, workspaces: workspaces.get(row.id) ?? [] };
  });
  return { groups, lists: await enabledLists(db, ids) };
}

/** The workgroups that the viewer can see, with the workspaces that they can see. */
export function showWorkgroups({ groups, lists }: ReadWorkgroups, viewer: Viewer): Workgroup[] {
  const { grants } = viewer.actor;
  return groups
    .filter(({ group }) => can(grants, 'workgroup.read', { workgroup_id: group.workgroup_id }))
    .map(({ group, workspaces }) => ({
      ...group,
      is_current_ip_allowed: isWithinList(viewer.address, lists.get(group.workgroup_id)),
      workspaces: showWorkspaces(workspaces, viewer, lists),
    }));
}

/** @throws Problem when there is none */
export async function workgroupById(
  db: Db,
  viewer: Viewer,
  id: string,
  setting: Setting,
): Promise<Workgroup> {
  const read = await readWorkgroups(db, viewer.actor.orgId, eq(workgroups.id, id), setting);
  const [found] = showWorkgroups(read, viewer);
  if (found === undefined) throw notFound('workgroup');
  return found;
}
