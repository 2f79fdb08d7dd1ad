/** Stores the sizes of databases in their rows, so that lists need not call the driver. */
import { and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.ts';
import { databases, workspaces } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';

interface SizesOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly log: BaseLogger;
}

export interface DatabaseSizes {
  /** Reads the sizes that may have changed (all of them the first time), and stores those that have. */
  read(): Promise<void>;
  /** Includes the database of a workspace in the next `read`, because an operation on it has ended. */
  include(workspaceId: string): void;
}

/** Milliseconds for which the size of a database is still read after its workspace stopped. */
const SETTLES_MS = 120_000;

export function createDatabaseSizes({ db, driver, log }: SizesOptions): DatabaseSizes {
  let first = true;
  const asked = new Set<string>();

  /** Databases that a workspace may write to, and included ones; all of them the first time. */
  async function changing() {
    const ids = [...asked];
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
    const found = await db
      .select({ id: databases.id, sizeBytes: databases.sizeBytes })
      .from(databases)
      .where(first ? undefined : exists(open));
    first = false;
    for (const id of ids) asked.delete(id);
    return found;
  }

  async function read(): Promise<void> {
    for (const { id, sizeBytes: known } of await changing()) {
      try {
        const sizeBytes = await driver.databaseSize(id);
        if (sizeBytes !== known) await db.update(databases).set({ sizeBytes }).where(eq(databases.id, id));
      } catch (error) {
        log.warn({ err: error, database: id }, 'size of a database could not be read');
      }
    }
  }

  return { read, include: (workspaceId) => asked.add(workspaceId) };
}
