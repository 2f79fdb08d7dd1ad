/** When backups are taken by themselves. */
import {
  backupCronFields,
  backupCronProblems,
  DEFAULT_BACKUP_SCHEDULE,
  NO_FREE_AUTO_BACKUP,
  type BackupSchedule,
  type UpdateBackupSchedule,
} from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { backupSchedules } from '../../database/schema.ts';
import { conflict, Problem } from '../../http/problem.ts';
import type { Actor } from '../../identity/actor.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { organizationOf } from '../identity/store.ts';
import { lockWorkspace } from '../workspaces/lifecycle.ts';
import { nextRun } from './cron.ts';
import { workspaceOf } from './store.ts';

const READ_ONLY = 'A read-only workspace has no backups: its database is backed up by the read-write one.';

/** The schedule as it is; before the first look at the clock it is the default one. */
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
  const next = row?.nextRunAt ?? nextRun(schedule, new Date());
  return {
    pause,
    schedule,
    next_run_at: pause ? null : (next?.toISOString() ?? null),
    max_backup_files: catalog.quota(tier).auto_backups,
  };
}

type Wish = z.output<typeof UpdateBackupSchedule>;

/** @throws Problem with a sentence for each field of the cron text at fault */
function checkCron(schedule: string): void {
  const fields = backupCronFields(schedule);
  const problems = fields === undefined ? [] : Object.values(backupCronProblems(fields));
  const [first] = problems;
  if (first === undefined) return;
  const details = problems.map((Reason) => ({ FieldName: 'schedule', Reason, Type: 'Bad-Request' as const }));
  throw new Problem('Bad-Request', first, details);
}

/** @returns what was before and is after; null before: the default one */
export async function changeSchedule(
  tx: Db,
  actor: Actor,
  workspaceId: string,
  { pause, schedule }: Wish,
): Promise<{ before: Wish | null; after: Wish }> {
  checkCron(schedule);
  const { tier } = await organizationOf(tx, actor.orgId);
  if (tier === 'free') throw new Problem('Quota-Exceed', NO_FREE_AUTO_BACKUP);
  const workspace = await lockWorkspace(tx, workspaceId);
  if (!workspace.isRw) throw conflict(READ_ONLY);
  const [row] = await tx.select().from(backupSchedules).where(eq(backupSchedules.workspaceId, workspaceId));
  const values = { pause, schedule, nextRunAt: pause ? null : nextRun(schedule, new Date()) };
  await tx
    .insert(backupSchedules)
    .values({ workspaceId, ...values })
    .onConflictDoUpdate({ target: backupSchedules.workspaceId, set: values });
  return {
    before: row === undefined ? null : { pause: row.pause, schedule: row.schedule },
    after: { pause, schedule },
  };
}
