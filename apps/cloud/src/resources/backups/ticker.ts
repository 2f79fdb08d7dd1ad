/** Begins the backups that are taken by themselves, and gives every read-write workspace its schedule. */
import { DEFAULT_BACKUP_SCHEDULE, OrgQuota, type WorkspaceStatus } from '@acacia/contract';
import { and, asc, count, eq, getTableColumns, inArray, isNull, lte, ne, notInArray, or } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../../database/database.ts';
import {
  backups,
  backupSchedules,
  operations,
  organizations,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { createLoop, type Loop } from '../../timing/loop.ts';
import { OPEN } from '../../operations/queue.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { nextRun } from './cron.ts';
import { beginBackup } from './service.ts';

const LOOK_EVERY_MS = 15_000;
/** A time that passed while nobody looked is made up for, unless it is longer ago. */
const LATE_AT_MOST_MS = 24 * 3_600_000;
/** Automatic backups under way: many fall due at midnight, and people's actions shall not wait for them. */
const AT_ONCE = 2;

/** Data at rest and data in use are copied alike; what is on its way from one to the other is waited for. */
const READY: readonly WorkspaceStatus[] = ['Active', 'Idle', 'Stopped', 'Error'];

/** e.g. `Auto-2026-11-21-00-00`. */
const tagOf = (at: Date): string => `Auto-${at.toISOString().slice(0, 16).replace(/[:T]/g, '-')}`;

type Tier = OrgQuota['tier'];

/** Tiers that have automatic backups. */
const tiersWith = (catalog: Catalog): Tier[] =>
  OrgQuota.shape.tier.options.filter((tier) => tier !== 'free' && catalog.quota(tier).auto_backups > 0);

/** Every read-write workspace is backed up daily until someone says otherwise, unless the tier has none. */
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
  const nextRunAt = nextRun(schedule, now);
  await tx
    .insert(backupSchedules)
    .values(rows.map(({ id }) => ({ workspaceId: id, pause: false, schedule, nextRunAt })))
    .onConflictDoNothing();
}

/** How many more may begin. */
async function room(tx: Db): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(backups)
    .innerJoin(operations, eq(operations.id, backups.operationId))
    .where(and(backups.isAutomatic, inArray(operations.state, [...OPEN])));
  return Math.max(0, AT_ONCE - (row?.open ?? 0));
}

/** Schedules that are due, with their workspaces; each is one looker's until the transaction ends. */
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

/** Those of tiers without automatic backups, and those that are too late, only wait for the next time. */
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
    .set({ nextRunAt: nextRun(row.schedule, now) })
    .where(eq(backupSchedules.workspaceId, row.workspaceId));
}

/** Looks at the clock once. Returns how many backups have begun. */
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

interface TickerOptions {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly log: BaseLogger;
  /** Told when backups were put in the queue. */
  readonly begun: () => void;
}

export const createBackupTicker = ({ db, catalog, log, begun }: TickerOptions): Loop =>
  createLoop({
    pause: () => LOOK_EVERY_MS,
    async step() {
      if ((await beginDueBackups(db, catalog, new Date())) > 0) begun();
    },
    onError: (error) => log.error({ err: error }, 'scheduled backups could not be begun'),
  });
