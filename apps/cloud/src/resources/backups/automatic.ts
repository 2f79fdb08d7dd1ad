/** Begins automatic backups that are due, and gives every read-write workspace a backup schedule. */
import { DEFAULT_BACKUP_SCHEDULE, nextBackupRun, OrgQuota, type WorkspaceStatus } from '@acacia/contract';
import { and, asc, count, eq, getTableColumns, inArray, isNull, lte, ne, notInArray, or } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import {
  backups,
  backupSchedules,
  operations,
  organizations,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { OPEN } from '../../operations/queue.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { beginBackup } from './service.ts';

/** A missed backup is made up for when it was due at most this long ago. */
const LATE_AT_MOST_MS = 24 * 3_600_000;
/** Limit of automatic backups under way: many are due at midnight, and people's actions must not wait for them. */
const AT_ONCE = 2;

/** Statuses in which a backup can begin, whether the workspace runs or not; a changing status is waited for. */
const READY: readonly WorkspaceStatus[] = ['Active', 'Idle', 'Stopped', 'Error'];

/** e.g. `Auto-2026-11-21-00-00`. */
const tagOf = (at: Date): string => `Auto-${at.toISOString().slice(0, 16).replace(/[:T]/g, '-')}`;

type Tier = OrgQuota['tier'];

/** Tiers that have automatic backups. */
const tiersWith = (catalog: Catalog): Tier[] =>
  OrgQuota.shape.tier.options.filter((tier) => tier !== 'free' && catalog.quota(tier).auto_backups > 0);

/** Gives read-write workspaces without a schedule the default one, in tiers that have automatic backups. */
async function addMissing(tx: Db, tiers: Tier[], now: Date): Promise<void> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .leftJoin(backupSchedules, eq(backupSchedules.workspaceId, workspaces.id))
    .where(
      and(
        workspaces.isRw,
        isNull(backupSchedules.workspaceId),
        inArray(organizations.tier, tiers),
        ne(workspaces.status, 'Terminating'),
      ),
    );
  if (rows.length === 0) return;
  const schedule = DEFAULT_BACKUP_SCHEDULE;
  const nextRunAt = nextBackupRun(schedule, now);
  await tx
    .insert(backupSchedules)
    .values(rows.map(({ id }) => ({ workspaceId: id, pause: false, schedule, nextRunAt })))
    .onConflictDoNothing();
}

/** Number of automatic backups that may begin now. */
async function room(tx: Db): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(backups)
    .innerJoin(operations, eq(operations.id, backups.operationId))
    .where(and(backups.isAutomatic, inArray(operations.state, [...OPEN])));
  return Math.max(0, AT_ONCE - (row?.open ?? 0));
}

/** Due schedules with their workspaces, locked until the transaction ends; locked ones are skipped. */
async function takeDue(tx: Db, now: Date, limit: number) {
  return tx
    .select({ schedule: getTableColumns(backupSchedules), workspace: getTableColumns(workspaces) })
    .from(backupSchedules)
    .innerJoin(workspaces, eq(workspaces.id, backupSchedules.workspaceId))
    .where(and(isDue(now), inArray(workspaces.status, [...READY])))
    .orderBy(asc(backupSchedules.nextRunAt))
    .limit(limit)
    .for('update', { of: backupSchedules, skipLocked: true });
}

const isDue = (now: Date) => and(eq(backupSchedules.pause, false), lte(backupSchedules.nextRunAt, now));

/** Moves due schedules to their next time, without a backup, in tiers without automatic backups or when too late. */
async function passOver(tx: Db, tiers: Tier[], now: Date): Promise<void> {
  const without = tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .where(notInArray(organizations.tier, tiers));
  const tooLate = lte(backupSchedules.nextRunAt, new Date(now.getTime() - LATE_AT_MOST_MS));
  const rows = await tx
    .select()
    .from(backupSchedules)
    .where(and(isDue(now), or(tooLate, inArray(backupSchedules.workspaceId, without))))
    .for('update', { skipLocked: true });
  for (const row of rows) await planNext(tx, row, now);
}

async function planNext(tx: Db, row: typeof backupSchedules.$inferSelect, now: Date): Promise<void> {
  await tx
    .update(backupSchedules)
    .set({ nextRunAt: nextBackupRun(row.schedule, now) })
    .where(eq(backupSchedules.workspaceId, row.workspaceId));
}

/** Begins the backups that are due now. Resolves with their number. */
export async function beginDueBackups(db: Db, catalog: Catalog, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const tiers = tiersWith(catalog);
    await addMissing(tx, tiers, now);
    await passOver(tx, tiers, now);
    const due = await takeDue(tx, now, await room(tx));
    for (const { schedule, workspace } of due) {
      const tag = tagOf(schedule.nextRunAt ?? now);
      await beginBackup(tx, workspace, { tag, isAutomatic: true, actor: 'acacia' });
      await planNext(tx, schedule, now);
    }
    return due.length;
  });
}
