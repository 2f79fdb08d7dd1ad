/** Restore drills: chooses backups, and verifies each by restoring it in a place of its own. */
import { desc, eq } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { backups, databases, workspaces } from '../../database/schema.ts';
import type { BackupProof, Driver } from '../../drivers/driver.ts';
import { notFound } from '../../errors/problem.ts';
import { tellable } from '../../errors/tellable.ts';

export const DrillChoice = z
  .object({
    /** Name or id. */
    workspace: z.string().optional(),
    /** Tag or id. */
    backup: z.string().optional(),
    /** All backups rather than the newest of each database. */
    all: z.boolean().default(false),
  })
  .strict();
type DrillChoice = z.output<typeof DrillChoice>;

export const DrillBackup = z.object({
  id: z.string(),
  tag: z.string(),
  time: z.iso.datetime(),
  sizeBytes: z.number(),
  /** Name of the workspace, or its id when it no longer exists. */
  workspace: z.string(),
  database: z.string(),
});
export type DrillBackup = z.infer<typeof DrillBackup>;

/** The chosen backups, newest first; only those that have succeeded. */
export async function chooseBackups(db: Db, choice: DrillChoice): Promise<DrillBackup[]> {
  const rows = await db
    .select({ backup: backups, workspace: workspaces.name, database: databases.name })
    .from(backups)
    .innerJoin(databases, eq(databases.id, backups.databaseId))
    .leftJoin(workspaces, eq(workspaces.id, backups.workspaceId))
    .where(eq(backups.status, 'Succeed'))
    .orderBy(desc(backups.createdAt), desc(backups.id));
  const isChosen = ({ backup, workspace }: (typeof rows)[number]): boolean =>
    (choice.workspace === undefined || [workspace, backup.workspaceId].includes(choice.workspace)) &&
    (choice.backup === undefined || [backup.tag, backup.id].includes(choice.backup));
  const chosen = rows.filter(isChosen);
  const newest = new Map(chosen.toReversed().map(({ backup }) => [backup.databaseId, backup.id]));
  const every = choice.all || choice.backup !== undefined;
  return chosen
    .filter(({ backup }) => every || newest.get(backup.databaseId) === backup.id)
    .map(({ backup, workspace, database }) => ({
      id: backup.id,
      tag: backup.tag,
      time: backup.createdAt.toISOString(),
      sizeBytes: backup.sizeBytes,
      workspace: workspace ?? backup.workspaceId,
      database,
    }));
}

/**
 * Verifies a backup. When that fails, the backup counts as not proved: the reason is the finding, and the error is
 * logged.
 * @throws Problem Not-Found when there is no such backup
 */
export async function proveBackup(db: Db, driver: Driver, log: BaseLogger, id: string): Promise<BackupProof> {
  const [row] = await db.select().from(backups).where(eq(backups.id, id));
  if (row === undefined) throw notFound('backup');
  try {
    return await driver.proveBackup(id, row.databaseId, row.manifest);
  } catch (error) {
    log.error({ err: error, backup: id }, 'a backup could not be proved');
    return { proved: false, findings: [tellable(error)] };
  }
}
