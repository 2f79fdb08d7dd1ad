/** Takes a reading of every running workspace, and stores the difference to the one before. */
import { METRIC_RESOLUTIONS } from '@acacia/contract';
import { asc, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { metrics, workspaceReadings, workspaces } from '../database/schema.ts';
import type { Driver } from '../drivers/driver.ts';
import { keepLoads } from './past-loads.ts';
import { inParallel } from './in-parallel.ts';
import { LONGEST, percentOf, sampleOf, type Observed, type Sample } from './sample.ts';

export interface Latest extends Observed {
  /** The difference to the reading before; null when there is none to compare with. */
  readonly sample: Sample | null;
}

export interface Collector {
  /** Reads and stores once, for the step that ends about now. Never wakes or starts a workspace. */
  round(): Promise<void>;
  /** The newest reading of each workspace that answered within the last minute. */
  latest(): ReadonlyMap<string, Latest>;
}

interface CollectorOptions {
  readonly db: Database['db'];
  readonly driver: Pick<Driver, 'condition' | 'reading'>;
  readonly log: BaseLogger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Timeout of a reading in milliseconds. */
  readonly patience?: number;
}

const STEP = METRIC_RESOLUTIONS[0] * 1000;
const PATIENCE = 3000;
const AT_ONCE = 32;
/** Limit of rows in one statement. */
const CHUNK = 1000;

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));

async function runningIds(db: Db, driver: Pick<Driver, 'condition'>): Promise<string[]> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(notInArray(workspaces.status, ['Idle', 'Stopped']));
  return rows.flatMap(({ id }) => (driver.condition(id).state === 'running' ? [id] : []));
}

async function store(db: Database['db'], found: ReadonlyMap<string, Latest>, at: Date): Promise<void> {
  if (found.size === 0) return;
  await db.transaction(async (tx) => {
    // The locks are held until commit: a workspace that is being terminated is left out, or waits.
    const there = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(inArray(workspaces.id, [...found.keys()]))
      .orderBy(asc(workspaces.id))
      .for('key share');
    const kept = there.flatMap(({ id }) => {
      const latest = found.get(id);
      return latest === undefined ? [] : [{ id, latest }];
    });
    const rows = kept.flatMap(({ id, latest: { sample } }) =>
      sample === null ? [] : [{ ...sample, workspaceId: id, resolution: METRIC_RESOLUTIONS[0], at }],
    );
    // Another control plane may have stored this step.
    for (const chunk of chunks(rows)) await tx.insert(metrics).values(chunk).onConflictDoNothing();
    for (const { id, latest } of kept) await keepLoads(tx, id, latest.reading);
    const readings = kept.map(({ id, latest: { at: readAt, reading } }) => ({
      workspaceId: id,
      at: new Date(readAt),
      memoryPercent: percentOf(reading.memoryBytes, reading.memoryLimitBytes),
      dataMemoryPercent: percentOf(reading.graphBytes, reading.graphLimitBytes),
      volumePercent: percentOf(reading.volumeUsedBytes, reading.volumeBytes),
      graphBytes: Math.round(reading.graphBytes),
      vertexCount: reading.vertexCount,
      edgeCount: reading.edgeCount,
    }));
    for (const chunk of chunks(readings)) {
      await tx
        .insert(workspaceReadings)
        .values(chunk)
        .onConflictDoUpdate({
          target: workspaceReadings.workspaceId,
          set: {
            at: sql`excluded.at`,
            memoryPercent: sql`excluded.memory_percent`,
            dataMemoryPercent: sql`excluded.data_memory_percent`,
            volumePercent: sql`excluded.volume_percent`,
            graphBytes: sql`excluded.graph_bytes`,
            // Not counted yet after a start: the last known count is kept.
            vertexCount: sql`coalesce(excluded.vertex_count, ${workspaceReadings.vertexCount})`,
            edgeCount: sql`coalesce(excluded.edge_count, ${workspaceReadings.edgeCount})`,
          },
          setWhere: lt(workspaceReadings.at, sql`excluded.at`),
        });
    }
  });
}

export function createCollector(options: CollectorOptions): Collector {
  const { db, driver, log, now, patience = PATIENCE } = options;
  const last = new Map<string, Latest>();
  /** Workspaces whose reading is still pending, of any round. */
  const awaited = new Set<string>();
  /** Workspaces whose failure has been logged; each is logged once until it answers again. */
  const silent = new Set<string>();

  const complain = (workspace: string, error: unknown) => {
    if (silent.has(workspace)) return;
    silent.add(workspace);
    log.warn({ err: error, workspace }, 'a workspace gives no readings');
  };

  async function read(id: string): Promise<Latest | null> {
    // A pending reading is not requested again.
    if (awaited.has(id)) return null;
    awaited.add(id);
    const answer = driver.reading(id).finally(() => awaited.delete(id));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`There was no reading within ${patience} ms.`)), patience);
    });
    try {
      const reading = await Promise.race([answer, tooLate]);
      const observed = { at: now(), reading };
      silent.delete(id);
      return { ...observed, sample: sampleOf(last.get(id), observed) };
    } catch (error) {
      // It may have stopped since it was seen running, which is no error.
      if (driver.condition(id).state === 'running') complain(id, error);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async round() {
      // Rounded to the nearest end of a step, because timers are a little early or late.
      const at = new Date(Math.round(now() / STEP) * STEP - STEP);
      const ids = await runningIds(db, driver);
      const found = new Map<string, Latest>();
      await inParallel(ids, AT_ONCE, async (id) => {
        const latest = await read(id);
        if (latest !== null) found.set(id, latest);
      });
      const oldest = now() - LONGEST;
      for (const [id, latest] of last) {
        if (latest.at < oldest || driver.condition(id).state !== 'running') last.delete(id);
      }
      for (const [id, latest] of found) last.set(id, latest);
      await store(db, found, at);
    },
    latest: () => last,
  };
}
