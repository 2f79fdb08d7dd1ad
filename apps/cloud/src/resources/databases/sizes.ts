/** Keeps the sizes of databases in their rows up to date, so that lists ask no driver. */
import { and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.ts';
import { databases, workspaces } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { createLoop, type Loop } from '../../timing/loop.ts';

interface SizesOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly log: BaseLogger;
}

interface DatabaseSizes extends Pick<Loop, 'start' | 'stop'> {
  /** Looks again at the database of a workspace, which an operation has ended on. */
  look(workspaceId: string): void;
}

const PAUSE_MS = 15_000;
/** A database that nothing has open any more is looked at this long. */
const SETTLES_MS = 120_000;

export function createDatabaseSizes({ db, driver, log }: SizesOptions): DatabaseSizes {
  let first = true;
  const asked = new Set<string>();

  /** Those that something may write to, those that were asked for, and at first all. */
  async function changing() {
    const ids = [...asked];
    asked.clear();
    const open = db
      .select({ one: sql`1` })
      .from(workspaces)
      .where(
        and(
          eq(workspaces.databaseId, databases.id),
          or(
            and(eq(workspaces.isRw, true), eq(workspaces.status, 'Active')),
            gt(workspaces.lastModifiedAt, new Date(Date.now() - SETTLES_MS)),
            inArray(workspaces.id, ids),
          ),
        ),
      );
    const all = first;
    first = false;
    return db
      .select({ id: databases.id, sizeBytes: databases.sizeBytes })
      .from(databases)
      .where(all ? undefined : exists(open));
  }

  async function step(): Promise<void> {
    for (const { id, sizeBytes: known } of await changing()) {
      try {
        const sizeBytes = await driver.databaseSize(id);
        if (sizeBytes !== known) await db.update(databases).set({ sizeBytes }).where(eq(databases.id, id));
      } catch (error) {
        log.warn({ err: error, database: id }, 'size of a database could not be read');
      }
    }
  }

  const loop = createLoop({
    pause: () => PAUSE_MS,
    step,
    onError: (error) => log.error({ err: error }, 'sizes of databases could not be kept'),
  });
  return {
    start() {
      loop.start();
      loop.kick();
    },
    stop: () => loop.stop(),
    look(workspaceId) {
      asked.add(workspaceId);
      loop.kick();
    },
  };
}
