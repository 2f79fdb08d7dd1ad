/** Settings in force, background tasks and versions, for an operator. Secrets are not among them. */
import { statfs } from 'node:fs/promises';
import type { DashboardConfiguration } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Settings } from '../../settings.ts';
import type { TaskStatus } from '../../timing/task-status.ts';
import { APP_VERSION } from '../config/routes.ts';

export interface Installed {
  readonly settings: Pick<Settings, 'home' | 'inForce' | 'grafanaUrl'>;
  readonly tasks: () => readonly TaskStatus[];
  readonly startedAt: Date;
}

const ServerVersion = z.object({ rows: z.tuple([z.object({ server_version: z.string() })]) });

export async function configurationOf(
  db: Db,
  { settings, tasks, startedAt }: Installed,
): Promise<DashboardConfiguration> {
  const answer = ServerVersion.parse(await db.execute(sql`show server_version`));
  const { bavail, blocks, bsize } = await statfs(settings.home);
  return {
    version: APP_VERSION,
    started_at: startedAt.toISOString(),
    database_version: answer.rows[0].server_version,
    node_version: process.versions.node,
    data_folder: { path: settings.home, free_bytes: bavail * bsize, total_bytes: blocks * bsize },
    settings: [...settings.inForce],
    tasks: tasks().map((task) => ({
      name: task.name,
      does: task.does,
      every: task.every,
      also_when: task.alsoWhen,
      runs: task.runs,
      failures: task.failures,
      last_started_at: task.lastStartedAt?.toISOString() ?? null,
      last_took: task.lastTook,
      last_error: task.lastError,
    })),
  };
}
