/** Upgrades workspaces to the newest version in their upgrade windows (specification part 2, section 9). */
import { WINDOW_HOURS } from '@acacia/contract';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { recordAudit } from '../../audit/record.ts';
import type { Database } from '../../database/database.ts';
import { operations, workgroups, workspaces } from '../../database/schema.ts';
import { Problem } from '../../errors/problem.ts';
import type { WorkspaceRow } from '../../operations/workspace-state.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/versions.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { updateWorkspace } from './update.ts';

/** The actor in operations and in the audit log. */
const ACTOR = 'maintenance';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const WEEK_HOURS = 7 * 24;
const HOUR_MS = 3_600_000;

interface Upgrades {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  readonly log: BaseLogger;
  /** Called with each workspace whose upgrade was begun. */
  readonly changed: (workspaceId: string) => void;
}

type Window = Pick<
  WorkspaceRow,
  'maintenanceWindowDayOfWeek' | 'maintenanceWindowHourOfDay' | 'maintenanceWindowTimeZone'
>;

/** Whether a time lies in a window, which may extend into the next day. */
export function isInWindow(window: Window, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: window.maintenanceWindowTimeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const hours = DAYS.indexOf(part('weekday')) * 24 + Number(part('hour'));
  const begin = window.maintenanceWindowDayOfWeek * 24 + window.maintenanceWindowHourOfDay;
  return (hours - begin + WEEK_HOURS) % WEEK_HOURS < WINDOW_HOURS;
}

/** Condition on earlier attempts in the same window: after a failure the next attempt is in the next week's window. */
const tried = (workspaceId: string, now: Date) =>
  and(
    eq(operations.workspaceId, workspaceId),
    eq(operations.kind, 'upgrade'),
    eq(operations.actor, ACTOR),
    gt(operations.createdAt, new Date(now.getTime() - (WINDOW_HOURS + 1) * HOUR_MS)),
  );

async function upgrade(
  { db, catalog, log }: Upgrades,
  id: string,
  orgId: string,
  now: Date,
): Promise<boolean> {
  const version = catalog.newestVersion;
  try {
    return await db.transaction(async (tx) => {
      const row = await lockWorkspace(tx, id);
      if (!isDue(row, version, now)) return false;
      const [before] = await tx.select({ id: operations.id }).from(operations).where(tried(id, now)).limit(1);
      if (before !== undefined) return false;
      const changes = await updateWorkspace(tx, catalog, { orgId, name: ACTOR }, id, { tg_version: version });
      await recordAudit(tx, {
        orgId,
        actor: ACTOR,
        action: 'upgradeWorkspace',
        resource: `workspace/${id}`,
        ...changes,
        outcome: 'ok',
        message: 'In its upgrade window',
        requestId: '',
      });
      return true;
    });
  } catch (error) {
    // Another operation is under way: the next run tries again, in this window or the next.
    if (error instanceof Problem) log.info({ workspace: id }, `not upgraded now: ${error.message}`);
    else log.error({ err: error, workspace: id }, 'an upgrade could not be begun');
    return false;
  }
}

const isDue = (row: WorkspaceRow, version: string, now: Date): boolean =>
  row.status === 'Active' &&
  row.updateStrategy === 'update_strategy_window' &&
  compareVersions(row.tgVersion, version) < 0 &&
  isInWindow(row, now);

/** Begins the upgrade of every workspace whose window is open and that has an older version. */
export async function upgradeDue(upgrades: Upgrades, now: Date): Promise<void> {
  const { db, catalog } = upgrades;
  const rows = await db
    .select({ workspace: workspaces, orgId: workgroups.orgId })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(and(eq(workspaces.status, 'Active'), ne(workspaces.tgVersion, catalog.newestVersion)));
  for (const { workspace, orgId } of rows) {
    if (!isDue(workspace, catalog.newestVersion, now)) continue;
    if (await upgrade(upgrades, workspace.id, orgId, now)) upgrades.changed(workspace.id);
  }
}
