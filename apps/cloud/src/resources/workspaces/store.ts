/** Reads workspaces and presents them as the API does. */
import { can, type Workspace } from '@acacia/contract';
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/database.ts';
import {
  databases,
  operations,
  organizations,
  snapshots,
  solutionInstances,
  workgroups,
  workspaceAddons,
  workspaceReadings,
  workspaces,
} from '../../database/schema.ts';
import type { Driver, WorkspaceCondition } from '../../drivers/driver.ts';
import { notFound } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { OPEN } from '../../operations/queue.ts';
import { enabledLists, isWithinList } from '../network/store.ts';
import { isTaken } from '../databases/snapshots.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/versions.ts';

/** The person who reads, and their address. */
export interface Viewer {
  readonly actor: Actor;
  readonly address: string;
}

const byWorkspace = <T extends { readonly workspaceId: string | null }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ workspaceId }) => workspaceId ?? '');

/** Open operations, add-ons and solutions of workspaces, read once for all of them. */
async function attached(db: Db, ids: string[]) {
  const open = await db
    .select()
    .from(operations)
    .where(and(anyOf(operations.workspaceId, ids), inArray(operations.state, [...OPEN])))
    .orderBy(asc(operations.createdAt));
  const addons = await db.select().from(workspaceAddons).where(anyOf(workspaceAddons.workspaceId, ids));
  const solutions = await db
    .select()
    .from(solutionInstances)
    .where(anyOf(solutionInstances.workspaceId, ids));
  return {
    open: byWorkspace(open),
    addons: byWorkspace(addons),
    solutions: byWorkspace(solutions.filter(({ status }) => status !== 'uninstalled')),
  };
}

/** Workgroups by id; read apart from their workspaces, because a workgroup has many. */
async function groupsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ group: getTableColumns(workgroups), maxMemory: organizations.maxWorkspaceMemory })
    .from(workgroups)
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .where(anyOf(workgroups.id, ids));
  return new Map(rows.map((row) => [row.group.id, row]));
}

const { workspaceId: _id, at: _at, ...READING } = getTableColumns(workspaceReadings);

/** The parts of a workspace's presentation that are not in the database. */
export interface Setting {
  readonly catalog: Catalog;
  /** Host name of the public ports of workspaces. */
  readonly publicHost: string;
  readonly condition: Driver['condition'];
  readonly sharedStorage: boolean;
}

const runsWith = (condition: WorkspaceCondition): string =>
  condition.state === 'running' ? (condition.note ?? '') : '';

/** A workspace without the fields that depend on the viewer. */
export type ReadWorkspace = Omit<Workspace, 'canAccess'>;
type Which = { readonly workgroupIds: readonly string[] } | { readonly id: string };

/** Reads workspaces regardless of the viewer. */
export async function readWorkspaces(db: Db, which: Which, setting: Setting): Promise<ReadWorkspace[]> {
  const { catalog, publicHost, condition } = setting;
  const where =
    'id' in which ? eq(workspaces.id, which.id) : anyOf(workspaces.workgroupId, which.workgroupIds);
  const rows = await db
    .select({
      row: getTableColumns(workspaces),
      reading: READING,
      databaseName: databases.name,
      snapshotTime: snapshots.createdAt,
    })
    .from(workspaces)
    .innerJoin(databases, eq(databases.id, workspaces.databaseId))
    .leftJoin(snapshots, and(eq(snapshots.id, workspaces.snapshotId), isTaken))
    .leftJoin(workspaceReadings, eq(workspaceReadings.workspaceId, workspaces.id))
    .where(where)
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
  if (rows.length === 0) return [];
  const groups = await groupsOf(db, [...new Set(rows.map(({ row }) => row.workgroupId))]);
  const more = await attached(
    db,
    rows.map(({ row }) => row.id),
  );
  const { newestVersion: newest } = catalog;
  return rows.flatMap(({ row, reading, databaseName, snapshotTime }) => {
    const ofGroup = groups.get(row.workgroupId);
    // The workgroup was deleted meanwhile, with its workspaces.
    if (ofGroup === undefined) return [];
    const { group, maxMemory } = ofGroup;
    const { platform } = catalog.provider(group.cloudProviderId);
    const operation = more.open.get(row.id)?.[0];
    const solution = more.solutions.get(row.id)?.[0];
    return {
      workspace_id: row.id,
      workgroup_id: group.id,
      workgroup_name: group.name,
      org_id: group.orgId,
      name: row.name,
      status: row.status,
      condition_type: row.status === 'Pending' ? 'InitializeRoll' : row.conditionType,
      err_message: row.errMessage,
      is_rw: row.isRw,
      enable_ha: row.enableHa,
      workspace_type: catalog.type(row.workspaceTypeName, platform, group.region, maxMemory),
      runs_with: runsWith(condition(row.id)),
      auto_stop_minutes: row.autoStopMinutes,
      enable_auto_start: row.enableAutoStart,
      update_strategy: row.updateStrategy,
      maintenance_window_day_of_week: row.maintenanceWindowDayOfWeek,
      maintenance_window_hour_of_day: row.maintenanceWindowHourOfDay,
      maintenance_window_time_zone: row.maintenanceWindowTimeZone,
      database_id: row.databaseId,
      database_name: databaseName,
      nginx_host: `${publicHost}:${row.port}`,
      tg_version: row.tgVersion,
      upgrade_available: compareVersions(row.tgVersion, newest) < 0 ? newest : null,
      cloud_provider_id: group.cloudProviderId,
      platform,
      region: group.region,
      creator: row.creator,
      created_at: row.createdAt.toISOString(),
      last_modified_time: row.lastModifiedAt.toISOString(),
      operation_started_at: operation?.createdAt.toISOString() ?? null,
      operation_step: operation?.step ?? '',
      restarts: row.restarts,
      snapshot_time: snapshotTime?.toISOString() ?? null,
      refresh_status: row.refreshStatus,
      refresh_message: row.refreshMessage,
      tigergraph_memory_usage_percent: reading?.memoryPercent ?? null,
      tigergraph_data_memory_usage_percent: reading?.dataMemoryPercent ?? null,
      volume_usage_percent: reading?.volumePercent ?? null,
      graph_topology_size_bytes: reading?.graphBytes ?? null,
      vertex_count: reading?.vertexCount ?? null,
      edge_count: reading?.edgeCount ?? null,
      solution_catalog_id: solution?.solutionCatalogId ?? null,
      solution_status: solution?.status ?? null,
      addons: (more.addons.get(row.id) ?? []).map((addon) => ({
        addons_id: addon.addonId,
        enable: addon.enable,
        enable_configuration: addon.enableConfiguration,
      })),
      enable_copilot: row.enableCopilot,
    };
  });
}

type Lists = ReadonlyMap<string, readonly string[]>;

function show(workspace: ReadWorkspace, { actor, address }: Viewer, lists: Lists): Workspace {
  const { workgroup_id, workspace_id } = workspace;
  const canAccess =
    can(actor.grants, 'workspace.use', { workgroup_id, workspace_id }) &&
    isWithinList(address, lists.get(workgroup_id));
  return { ...workspace, canAccess };
}

/**
 * The workspaces that the viewer may see.
 * @param lists ranges of addresses of the workgroups whose allow-list is enabled
 */
export const showWorkspaces = (read: readonly ReadWorkspace[], viewer: Viewer, lists: Lists): Workspace[] =>
  read
    .filter(({ workgroup_id, workspace_id }) =>
      can(viewer.actor.grants, 'workspace.read', { workgroup_id, workspace_id }),
    )
    .map((workspace) => show(workspace, viewer, lists));

/** The workspaces of a workgroup that the viewer may see. */
export async function workspacesOf(
  db: Db,
  viewer: Viewer,
  workgroupId: string,
  setting: Setting,
): Promise<Workspace[]> {
  const workgroupIds = [workgroupId];
  const read = await readWorkspaces(db, { workgroupIds }, setting);
  return showWorkspaces(read, viewer, await enabledLists(db, workgroupIds));
}

/** @throws Problem when there is none */
export async function workspaceById(
  db: Db,
  viewer: Viewer,
  id: string,
  setting: Setting,
): Promise<Workspace> {
  const [found] = await readWorkspaces(db, { id }, setting);
  if (found === undefined) throw notFound('workspace');
  return show(found, viewer, await enabledLists(db, [found.workgroup_id]));
}
