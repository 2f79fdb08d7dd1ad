/** Schedules of automatic backups. */
import {
  backupCronFields,
  backupCronProblems,
  DEFAULT_BACKUP_SCHEDULE,
  nextBackupRun,
  type BackupSchedule,
  type UpdateBackupSchedule,
} from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { backupSchedules } from '../../database/schema.ts';
import { problem, severalFaults } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { organizationOf } from '../identity/store.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { workspaceOf } from './store.ts';

/** The schedule of a workspace; the default one while none is stored. */
export async function scheduleOf(
  db: Db,
  catalog: Catalog,
  actor: Actor,
  workspaceId: string,
): Promise<BackupSchedule> {
  const workspace = await workspaceOf(db, workspaceId);
  const { tier } = await organizationOf(db, actor.orgId);
  const [row] = await db.select().from(backupSchedules).where(eq(backupSchedules.workspaceId, workspaceId));
  const runs = workspace.isRw && tier !== 'free';
  const schedule = row?.schedule ?? DEFAULT_BACKUP_SCHEDULE;
  const pause = runs ? (row?.pause ?? false) : true;
  const next = row?.nextRunAt ?? nextBackupRun(schedule, new Date());
  return {
    pause,
    schedule,
    next_run_at: pause ? null : (next?.toISOString() ?? null),
    max_backup_files: catalog.quota(tier).auto_backups,
  };
}

type Wish = z.output<typeof UpdateBackupSchedule>;

/** @throws Problem with a sentence for each invalid field of the cron text */
function checkCron(schedule: string): void {
  const fields = backupCronFields(schedule);
  const problems = fields === undefined ? [] : Object.values(backupCronProblems(fields));
  if (problems.length === 0) return;
  const details = problems.map((Reason) => ({ FieldName: 'schedule', Reason, Type: 'Bad-Request' as const }));
  throw severalFaults(details);
}

/**
 * Changes the schedule of a workspace.
 * @returns the schedules before and after; null before: the default one
 * @throws Problem when the cron text is invalid, the tier is free, or the workspace is read-only
 */
export async function changeSchedule(
  tx: Db,
  actor: Actor,
  workspaceId: string,
  { pause, schedule }: Wish,
): Promise<{ before: Wish | null; after: Wish }> {
  checkCron(schedule);
  const { tier } = await organizationOf(tx, actor.orgId);
  if (tier === 'free') throw problem('noFreeAutoBackup');
  const workspace = await lockWorkspace(tx, workspaceId);
  if (!workspace.isRw) throw problem('readOnlyHasNoBackups');
  const [row] = await tx.select().from(backupSchedules).where(eq(backupSchedules.workspaceId, workspaceId));
  const values = { pause, schedule, nextRunAt: pause ? null : nextBackupRun(schedule, new Date()) };
  await tx
    .insert(backupSchedules)
    .values({ workspaceId, ...values })
    .onConflictDoUpdate({ target: backupSchedules.workspaceId, set: values });
  return {
    before: row === undefined ? null : { pause: row.pause, schedule: row.schedule },
    after: { pause, schedule },
  };
}
