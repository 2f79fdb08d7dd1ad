/**
 * Days of usage: intervals added up by day in UTC once a day has ended, so that a graph of a year reads no intervals. A
 * day that is missed is written later. When intervals of written days change, a trigger sets the organisation's mark back,
 * and these days are written again (docs/adr/0103-billing.md).
 */
import { sql, type SQL } from 'drizzle-orm';
import { usageDays, usageMarks } from '../database/billing-tables.ts';
import type { Database } from '../database/database.ts';
import { organizations, usageIntervals } from '../database/schema.ts';
import { POOL_ORG } from '../database/seed.ts';

/** Key of the advisory lock, which the trigger takes too (migration 0036): one control plane at a time writes. */
const LOCK = 7_205_772;
/** How long after its end a day is written: transactions that changed it at its end have committed by then. */
const SETTLED = sql`interval '1 hour'`;
/** Organisations and days of one transaction. */
const ORGANIZATIONS_AT_ONCE = 100;
const DAYS_AT_ONCE = 31;

/** The first moment of a day in UTC. */
export const midnight = (day: SQL): SQL => sql`(${day})::timestamp at time zone 'UTC'`;

/** Intervals of an organisation between two moments, cut at midnight in UTC. */
export const byDay = (orgId: SQL, from: SQL, to: SQL): SQL => sql`
  select workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, (day at time zone 'UTC')::date as day,
    (extract(epoch from least(until, day + interval '24 hours') - greatest(since, day)) * 1000000)::bigint as micros
  from (
    select *, greatest(started_at, ${from}) as since, least(coalesce(ended_at, ${to}), ${to}) as until
    from ${usageIntervals}
    where org_id = ${orgId} and started_at < ${to} and (ended_at is null or ended_at > ${from})) as cut
  cross join lateral generate_series(date_trunc('day', since, 'UTC'), until - interval '1 microsecond',
    interval '24 hours') as day
  where until > since`;

/** Writes the next days of some organisations. @returns how many were behind */
async function writeSome(db: Database['db'], at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    // The clock of the database counts intervals: a day that it is in has not ended.
    const end = sql`((least(${at}::timestamptz, now()) - ${SETTLED}) at time zone 'UTC')::date`;
    const first = sql`(select (min(started_at) at time zone 'UTC')::date from ${usageIntervals}
      where ${usageIntervals.orgId} = ${organizations.id})`;
    await tx.execute(sql`
      insert into ${usageMarks} (org_id, until)
      select ${organizations.id}, least(${first}, ${end}) from ${organizations}
      where ${organizations.id} <> ${POOL_ORG}
        and not exists (select from ${usageMarks} where ${usageMarks.orgId} = ${organizations.id})`);
    const { rows } = await tx.execute<{ org_id: string }>(sql`
      select org_id from ${usageMarks} where until < ${end} order by until, org_id
      limit ${ORGANIZATIONS_AT_ONCE}`);
    if (rows.length === 0) return 0;
    const behind = sql`${usageMarks.orgId} = any(${sql.param(rows.map(({ org_id }) => org_id))})`;
    const until = sql`least(${usageMarks.until} + ${DAYS_AT_ONCE}::integer, ${end})`;
    // Those that a mark was set back over.
    await tx.execute(sql`
      delete from ${usageDays} using ${usageMarks}
      where ${behind} and ${usageDays.orgId} = ${usageMarks.orgId} and day >= ${usageMarks.until}`);
    await tx.execute(sql`
      insert into ${usageDays}
        (org_id, day, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, micros)
      select org_id, day, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, sum(micros)
      from ${usageMarks} cross join lateral (
        ${byDay(sql`${usageMarks.orgId}`, midnight(sql`${usageMarks.until}`), midnight(until))}) as piece
      where ${behind}
      group by org_id, day, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons`);
    await tx.execute(sql`update ${usageMarks} set until = ${until} where ${behind}`);
    return rows.length;
  });
}

/** Writes all days that have ended and are not written. @param stopping ends it early: the rest is written next time */
export async function writeUsageDays(db: Database['db'], at: Date, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await writeSome(db, at)) > 0);
}
