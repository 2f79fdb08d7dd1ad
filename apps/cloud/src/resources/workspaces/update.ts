/** Changes workspaces; one call may change several settings (specification part 2, sections 4, 5 and 9). */
import type { UpdateWorkspace } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { workgroups, workspaceReadings } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { enqueue } from '../../operations/queue.ts';
import { writeWorkspace, type WorkspaceChange } from '../../operations/workspace-state.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { keepToQuota } from '../../catalog/quota.ts';
import { compareVersions } from '../../catalog/versions.ts';
import { organizationOf } from '../identity/store.ts';
import { writeAddons } from '../addons/turn-on.ts';
import { keepSuspending } from './auto-suspend.ts';
import { checkSize, uniqueWorkspaceName } from './create.ts';
import { lockWorkspace, type LockedWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import type { ChangePayload } from './performers.ts';

type Wish = z.output<typeof UpdateWorkspace>;

/** Changed values by their names in the API. */
type Described = Record<string, unknown>;

const GIB = 2 ** 30;
const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

/** @throws Problem when the size is smaller than the present one and the graph does not fit into it */
async function fits(tx: Db, catalog: Catalog, row: LockedWorkspace, typeName: string): Promise<void> {
  const room = catalog.graphBytes(typeName);
  if (room >= catalog.graphBytes(row.workspaceTypeName)) return;
  const [reading] = await tx
    .select()
    .from(workspaceReadings)
    .where(eq(workspaceReadings.workspaceId, row.id));
  if (reading === undefined || reading.graphBytes <= room) return;
  throw badField('workspace_type_name', 'graphTooLarge', {
    takes: gib(reading.graphBytes),
    size: typeName,
    room: gib(room),
  });
}

const MAINTENANCE: ReadonlySet<string> = new Set([
  'updateStrategy',
  'maintenanceWindowDayOfWeek',
  'maintenanceWindowHourOfDay',
  'maintenanceWindowTimeZone',
]);

/** Checks size, high availability and version. Returns those that change. */
async function judgeRunning(
  tx: Db,
  catalog: Catalog,
  orgId: string,
  row: LockedWorkspace,
  wish: Wish,
): Promise<WorkspaceChange> {
  const change: WorkspaceChange = {};
  const { workspace_type_name: typeName, enable_ha: enableHa, tg_version: version } = wish;
  if (typeName !== undefined && typeName !== row.workspaceTypeName) {
    demand('resize', row);
    const [group] = await tx.select().from(workgroups).where(eq(workgroups.id, row.workgroupId));
    const { maxWorkspaceMemory } = await organizationOf(tx, orgId);
    if (group === undefined) throw notFound('workgroup');
    checkSize(catalog, typeName, group, maxWorkspaceMemory);
    await fits(tx, catalog, row, typeName);
    change.workspaceTypeName = typeName;
  }
  if (enableHa !== undefined && enableHa !== row.enableHa) {
    if (!row.isRw) throw badField('enable_ha', 'readOnlyHa');
    demand('resize', row);
    change.enableHa = enableHa;
  }
  if (version !== undefined && version !== row.tgVersion) {
    demand('upgrade', row);
    if (!catalog.versions.some(({ name }) => name === version)) {
      throw badField('tg_version', 'noVersion', { version });
    }
    if (compareVersions(version, row.tgVersion) < 0) {
      throw badField('tg_version', 'versionBack', { now: row.tgVersion, wanted: version });
    }
    change.tgVersion = version;
  }
  if (change.workspaceTypeName !== undefined || change.enableHa !== undefined) {
    await keepToQuota(tx, catalog, orgId, {
      workspaceId: row.id,
      isRw: row.isRw,
      workspaceTypeName: change.workspaceTypeName ?? row.workspaceTypeName,
      enableHa: change.enableHa ?? row.enableHa,
      field: change.workspaceTypeName === undefined ? 'enable_ha' : 'workspace_type_name',
    });
  }
  return change;
}

/** Checks name, suspension and maintenance window. Returns those that change. */
async function judgeSettings(
  tx: Db,
  orgId: string,
  row: LockedWorkspace,
  wish: Wish,
): Promise<WorkspaceChange> {
  const settings: WorkspaceChange = {
    autoStopMinutes: wish.auto_stop_minutes,
    enableAutoStart: wish.enable_auto_start,
    updateStrategy: wish.update_strategy,
    maintenanceWindowDayOfWeek: wish.maintenance_window_day_of_week,
    maintenanceWindowHourOfDay: wish.maintenance_window_hour_of_day,
    maintenanceWindowTimeZone: wish.maintenance_window_time_zone,
    enableCopilot: wish.enable_copilot,
  };
  const change = changesOf(row, settings);
  if (Object.keys(change).length > 0) demand('configure', row);
  if (change.autoStopMinutes !== undefined) {
    keepSuspending((await organizationOf(tx, orgId)).tier, change.autoStopMinutes);
  }
  const window = Object.keys(change).find((key) => MAINTENANCE.has(key));
  if (window !== undefined && row.status !== 'Active') throw problem('upgradeNeedsActive');
  // The person's choice is final: no resume changes it back.
  if (wish.enable_auto_start !== undefined && row.autoStartOnResume) change.autoStartOnResume = false;
  // Suspended is Idle with auto-resume and Stopped without (cloud product, lifecycle).
  if (change.enableAutoStart === false && row.status === 'Idle') change.status = 'Stopped';
  if (wish.workspace_name !== undefined && wish.workspace_name !== row.name) {
    demand('rename', row);
    change.name = wish.workspace_name;
  }
  return change;
}

/** The values of a change that differ from the row. */
function changesOf(row: LockedWorkspace, wanted: WorkspaceChange): WorkspaceChange {
  const differing = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && value !== row[key as keyof LockedWorkspace],
  );
  return Object.fromEntries(differing);
}

function kindOf({ tgVersion, workspaceTypeName }: WorkspaceChange) {
  if (tgVersion !== undefined) return 'upgrade';
  return workspaceTypeName === undefined ? 'reconfigure' : 'resize';
}

const NAMES = {
  name: 'name',
  enableAutoStart: 'enable_auto_start',
  autoStopMinutes: 'auto_stop_minutes',
  updateStrategy: 'update_strategy',
  maintenanceWindowDayOfWeek: 'maintenance_window_day_of_week',
  maintenanceWindowHourOfDay: 'maintenance_window_hour_of_day',
  maintenanceWindowTimeZone: 'maintenance_window_time_zone',
  enableCopilot: 'enable_copilot',
  workspaceTypeName: 'workspace_type_name',
  enableHa: 'enable_ha',
  tgVersion: 'tg_version',
  status: 'status',
} as const;

const described = (values: WorkspaceChange): Described =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([key, name]) => {
      const value = values[key as keyof typeof NAMES];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The actor of a change. */
export interface Changer {
  readonly orgId: string;
  /** E-mail of a person, or the part of Acacia that acts by itself. */
  readonly name: string;
}

/**
 * Applies the changes of a call, all or none. A change of size, high availability or version of a running workspace
 * begins an operation. Returns the changed values before and after.
 * @throws Problem when the workspace's state or a limit does not allow one of the changes
 */
export async function updateWorkspace(
  tx: Db,
  catalog: Catalog,
  changer: Changer,
  id: string,
  wish: Wish,
): Promise<{ readonly before: Described; readonly after: Described }> {
  const row = await lockWorkspace(tx, id);
  const running = await judgeRunning(tx, catalog, changer.orgId, row, wish);
  const change = { ...(await judgeSettings(tx, changer.orgId, row, wish)), ...running };
  if (wish.addons !== undefined) {
    await writeAddons(tx, { orgId: changer.orgId, workspaceId: id, isRw: row.isRw }, wish.addons);
  }
  if (Object.keys(change).length === 0) return { before: {}, after: {} };
  if (Object.keys(running).length > 0 && row.status === 'Active') {
    const kind = kindOf(running);
    change.status = STATUS_DURING[kind];
    change.errMessage = '';
    const { workspaceTypeName, enableHa, tgVersion } = row;
    const payload: ChangePayload = { former: { workspaceTypeName, enableHa, tgVersion } };
    await enqueue(tx, { kind, workspaceId: id, databaseId: row.databaseId, actor: changer.name, payload });
  }
  await withUniqueName(uniqueWorkspaceName(change.name ?? '', 'workspace_name'), () =>
    writeWorkspace(tx, id, { ...change, lastModifiedAt: new Date() }),
  );
  const before = Object.fromEntries(
    Object.keys(change).map((key) => [key, row[key as keyof LockedWorkspace]]),
  );
  return { before: described(before), after: described(change) };
}
