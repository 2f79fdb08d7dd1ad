/**
 * Collects the logs of workspaces whose workgroup has turned that on. It reads on from the stored cursor, and stores
 * lines and the new cursor in one transaction, so that a crash neither loses nor duplicates a line.
 */
import { IN_PROGRESS, LOG_KEPT_DAYS } from '@acacia/contract';
import { eq, inArray, lt } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { logCursors, logEntries, workgroups, workspaces } from '../database/schema.ts';
import type { Driver, LogLine } from '../drivers/driver.ts';
import { createChanges, type Follower } from '../timing/changes.ts';
import type { OwnLine, OwnLines } from './own-lines.ts';

interface CollectorOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly ownLines: OwnLines;
  readonly log: BaseLogger;
}

export interface LogCollector {
  /** Runs one round. */
  collect(): Promise<void>;
  /** Follows the stored lines of a workspace: the follower resolves when there are new ones. */
  follow(workspaceId: string): Follower;
}

/** Lines of one workspace that are read at once; the rest waits for its next turn. */
const BATCH = 1_000;
/** Limit of turns of one workspace in a round, so that a flood of lines does not delay the others. */
const TURNS = 10;
const AT_ONCE = 8;
/** Characters; longer lines are cut. */
const LONGEST = 16_000;
const DELETED_AT_ONCE = 10_000;
const HOUR_MS = 3_600_000;

const rowOf = (workspaceId: string, line: LogLine) => ({
  workspaceId,
  at: line.at,
  host: line.host,
  component: line.component,
  level: line.level,
  // PostgreSQL cannot store NUL characters.
  log: line.text.replaceAll('\0', '').slice(0, LONGEST),
});

/** Deletes lines older than the retention, in batches. */
export async function forgetOldLogs(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - LOG_KEPT_DAYS * 24 * HOUR_MS);
  for (;;) {
    const batch = db
      .select({ id: logEntries.id })
      .from(logEntries)
      .where(lt(logEntries.at, oldest))
      .limit(DELETED_AT_ONCE);
    const gone = await db.delete(logEntries).where(inArray(logEntries.id, batch));
    if ((gone.rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}

export function createLogCollector({ db, driver, ownLines, log }: CollectorOptions): LogCollector {
  const changes = createChanges();
  /** Workspaces that do not run and whose log has been collected to its end. */
  const drained = new Set<string>();

  async function collected(): Promise<{ id: string; runs: boolean }[]> {
    const rows = await db
      .select({ id: workspaces.id, status: workspaces.status })
      .from(workspaces)
      .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
      .where(eq(workgroups.enableApplicationLog, true));
    return rows.map(({ id, status }) => ({ id, runs: status === 'Active' || IN_PROGRESS.has(status) }));
  }

  async function readOn(workspaceId: string): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const [known] = await db.select().from(logCursors).where(eq(logCursors.workspaceId, workspaceId));
      const cursor = known?.cursor ?? '';
      const read = await driver.logs(workspaceId, cursor, BATCH);
      if (read.cursor === cursor) return;
      await db.transaction(async (tx) => {
        // Stores nothing when another control plane has stored these lines and moved the cursor.
        const moved = await tx
          .insert(logCursors)
          .values({ workspaceId, cursor: read.cursor })
          .onConflictDoUpdate({
            target: logCursors.workspaceId,
            set: { cursor: read.cursor },
            setWhere: eq(logCursors.cursor, cursor),
          })
          .returning();
        if (moved.length > 0 && read.lines.length > 0) {
          await tx.insert(logEntries).values(read.lines.map((line) => rowOf(workspaceId, line)));
        }
      });
      changes.tell(workspaceId);
      if (read.lines.length < BATCH) return;
    }
  }

  async function storeOwn(ids: ReadonlySet<string>): Promise<void> {
    const lines: readonly OwnLine[] = ownLines.take().filter(({ workspaceId }) => ids.has(workspaceId));
    if (lines.length === 0) return;
    await db.insert(logEntries).values(lines.map((line) => rowOf(line.workspaceId, line)));
    for (const id of new Set(lines.map(({ workspaceId }) => workspaceId))) changes.tell(id);
  }

  async function collect(): Promise<void> {
    const all = await collected();
    const wanted = new Set(all.map(({ id }) => id));
    for (const id of drained) if (!wanted.has(id)) drained.delete(id);
    await storeOwn(wanted);
    const due = all.filter(({ id, runs }) => runs || !drained.has(id));
    const next = due.values();
    const work = async () => {
      for (const { id, runs } of next) {
        try {
          await readOn(id);
          if (runs) drained.delete(id);
          else drained.add(id);
        } catch (error) {
          log.warn({ err: error }, `The log of the workspace ${id} could not be collected`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  return { collect, follow: (workspaceId) => changes.follow(workspaceId) };
}
