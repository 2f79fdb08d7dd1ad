/**
 * Collects the logs of workspaces whose workgroup asks for it: reads on from where it stopped, and stores
 * lines and place in one transaction, so that a crash neither loses nor doubles a line.
 */
import { EventEmitter } from 'node:events';
import { IN_PROGRESS, LOG_KEPT_DAYS } from '@acacia/contract';
import { eq, inArray, lt } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { logCursors, logEntries, workgroups, workspaces } from '../database/schema.ts';
import type { Driver, LogLine } from '../drivers/driver.ts';
import { createLoop } from '../timing/loop.ts';
import type { OwnLine, OwnLines } from './own-lines.ts';

interface CollectorOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly ownLines: OwnLines;
  readonly log: BaseLogger;
}

export interface LogCollector {
  start(): void;
  /** Looks once, now. */
  collect(): Promise<void>;
  /** Resolves when lines of the workspace have been stored, or after so many milliseconds. */
  news(workspaceId: string, milliseconds: number): Promise<void>;
  /** Collects what is left, then ends. */
  stop(): Promise<void>;
}

const ROUND_MS = 1_000;
/** Lines of one workspace that are read at once; the rest waits for the next turn of the same round. */
const BATCH = 1_000;
/** Turns of one workspace in a round: a torrent does not keep the others waiting. */
const TURNS = 10;
const AT_ONCE = 8;
/** Longer lines are cut: they would be no line to read. */
const LONGEST = 16_000;
const DELETED_AT_ONCE = 10_000;
const HOUR_MS = 3_600_000;

const rowOf = (workspaceId: string, line: LogLine) => ({
  workspaceId,
  at: line.at,
  host: line.host,
  component: line.component,
  level: line.level,
  // PostgreSQL takes no zero characters.
  log: line.text.replaceAll('\0', '').slice(0, LONGEST),
});

/** Removes what is older than the retention, a batch at a time. */
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
  const events = new EventEmitter().setMaxListeners(0);
  /** Workspaces that do not run and whose log has been read to its end. */
  const drained = new Set<string>();
  let sweptAt = 0;

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
        // Another control plane that read the same lines is one cursor ahead.
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
      events.emit(workspaceId);
      if (read.lines.length < BATCH) return;
    }
  }

  async function storeOwn(ids: ReadonlySet<string>): Promise<void> {
    const lines: readonly OwnLine[] = ownLines.take().filter(({ workspaceId }) => ids.has(workspaceId));
    if (lines.length === 0) return;
    await db.insert(logEntries).values(lines.map((line) => rowOf(line.workspaceId, line)));
    for (const id of new Set(lines.map(({ workspaceId }) => workspaceId))) events.emit(id);
  }

  async function lookRound(): Promise<void> {
    const all = await collected();
    await storeOwn(new Set(all.map(({ id }) => id)));
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
    if (Date.now() - sweptAt > HOUR_MS) {
      sweptAt = Date.now();
      await forgetOldLogs(db, new Date());
    }
  }

  const loop = createLoop({
    pause: () => ROUND_MS,
    step: lookRound,
    onError: (error) => log.error({ err: error }, 'Logs could not be collected'),
  });

  return {
    start: () => loop.start(),
    collect: lookRound,
    news: (workspaceId, milliseconds) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(overdue);
          events.off(workspaceId, settle);
          resolve();
        };
        const overdue = setTimeout(settle, milliseconds);
        events.once(workspaceId, settle);
      }),
    async stop() {
      await loop.stop();
      await lookRound();
    },
  };
}
