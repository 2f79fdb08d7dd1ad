/** Rolls metrics up to longer steps, and deletes old ones. */
import { METRIC_RESOLUTIONS, METRICS_DAYS } from '@acacia/contract';
import { and, asc, eq, getTableColumns, gte, max, min, sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { metrics } from '../database/schema.ts';
import { AGGREGATED, bucketOf } from './aggregate.ts';

type Resolution = (typeof METRIC_RESOLUTIONS)[number];

/** Days for which rows of each resolution are kept; resolutions in seconds. */
export const KEPT_DAYS: Readonly<Record<Resolution, number>> = {
  15: 1,
  60: 7,
  600: 60,
  3600: METRICS_DAYS,
};

const DAY = 86_400_000;
/** Seconds that are rolled up again, for rows that come late. */
const LOOKBACK = 300;
/** Key of the advisory lock: one control plane at a time rolls up. */
const LOCK = 7_205_759;

/** The time from which to roll up, such that time without a control plane is included; null without any rows. */
async function since(tx: Db, fine: number, coarse: number, now: Date): Promise<Date | null> {
  const edge = async (bound: typeof max | typeof min, resolution: number): Promise<Date | null> => {
    const [row] = await tx
      .select({ at: bound(metrics.at) })
      .from(metrics)
      .where(eq(metrics.resolution, resolution));
    return row?.at ?? null;
  };
  const done = (await edge(max, coarse)) ?? (await edge(min, fine));
  if (done === null) return null;
  const again = now.getTime() - Math.max(LOOKBACK, 2 * coarse) * 1000;
  const from = Math.min(done.getTime(), again);
  return new Date(from - (from % (coarse * 1000)));
}

/** The `excluded` columns, with which a conflicting row is replaced. */
const replaced = Object.fromEntries(
  Object.keys(AGGREGATED).map((key) => {
    const column = getTableColumns(metrics)[key as keyof typeof AGGREGATED];
    return [key, sql`excluded.${sql.identifier(column.name)}`];
  }),
);

async function rollUpTo(tx: Db, fine: number, coarse: number, now: Date): Promise<void> {
  const from = await since(tx, fine, coarse, now);
  if (from === null) return;
  const bucket = bucketOf(coarse);
  await tx
    .insert(metrics)
    .select(
      tx
        .select({
          workspaceId: metrics.workspaceId,
          resolution: sql<number>`${sql.raw(String(coarse))}::integer`.as('resolution'),
          at: bucket.as('at'),
          ...AGGREGATED,
        })
        .from(metrics)
        .where(and(eq(metrics.resolution, fine), gte(metrics.at, from)))
        .groupBy(metrics.workspaceId, bucket)
        .orderBy(asc(metrics.workspaceId), asc(bucket)),
    )
    .onConflictDoUpdate({
      target: [metrics.workspaceId, metrics.resolution, metrics.at],
      set: replaced,
      // Rows that got no new data stay unchanged.
      setWhere: sql`${metrics.coveredSeconds} <> excluded.covered_seconds`,
    });
}

/**
 * Updates the rows of every longer step from those of the next shorter one. Idempotent.
 */
export async function rollUp(db: Database['db'], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`,
    );
    // Another control plane is rolling up.
    if (rows[0]?.locked !== true) return;
    for (const [i, coarse] of METRIC_RESOLUTIONS.entries()) {
      const fine = METRIC_RESOLUTIONS[i - 1];
      if (fine !== undefined) await rollUpTo(tx, fine, coarse, now);
    }
  });
}

const BATCH = 5000;

/** Deletes rows beyond the retention of their resolution, in batches so that other statements do not wait long. */
export async function forgetOld(db: Db, now: Date, batch = BATCH): Promise<void> {
  for (const resolution of METRIC_RESOLUTIONS) {
    const before = new Date(now.getTime() - KEPT_DAYS[resolution] * DAY);
    for (;;) {
      const { rowCount } = await db.execute(sql`
        delete from ${metrics} where ctid = any(array(
          select ctid from ${metrics}
          where ${metrics.resolution} = ${resolution} and ${metrics.at} < ${before.toISOString()}
          limit ${batch}
        ))`);
      if ((rowCount ?? 0) < batch) break;
    }
  }
}
