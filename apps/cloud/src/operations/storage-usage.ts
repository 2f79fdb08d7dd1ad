/**
 * Metering of storage: bytes of databases with their snapshots and backups, multiplied by the time for which they were
 * kept, by day in UTC. Each database counts with the size that was known when its last count ended.
 */
import { sql } from 'drizzle-orm';
import { storageMeters, storageUsage } from '../database/billing-tables.ts';
import type { Database, Db } from '../database/database.ts';
import { backups, databases, snapshots, workgroups } from '../database/schema.ts';

/** Days for which stored bytes of a day are kept. */
const KEPT_DAYS = 400;
/** Key of the advisory lock: one control plane at a time counts. */
const LOCK = 7_205_771;

const sizeNow = sql`${databases.sizeBytes}
  + (select coalesce(sum(${snapshots.sizeBytes}), 0) from ${snapshots} where ${snapshots.databaseId} = ${databases.id})
  + (select coalesce(sum(${backups.sizeBytes}), 0) from ${backups} where ${backups.databaseId} = ${databases.id})`;

/**
 * Counts the time since the last count, up to now. The clock is the database server's; where it was set back, nothing is
 * counted until it has passed the last count. The caller must hold the lock.
 */
async function count(tx: Db): Promise<void> {
  await tx.execute(sql`
    with counted as (
      select ${databases.id} as id, ${workgroups.id} as workgroup_id, ${workgroups.orgId} as org_id,
        ${storageMeters.bytes} as bytes, ${storageMeters.until} as since, statement_timestamp() as until
      from ${databases}
      join ${workgroups} on ${workgroups.id} = ${databases.workgroupId}
      join ${storageMeters} on ${storageMeters.databaseId} = ${databases.id}
      where ${storageMeters.until} < statement_timestamp())
    insert into ${storageUsage} (org_id, workgroup_id, database_id, day, byte_seconds)
    select org_id, workgroup_id, id, (day at time zone 'UTC')::date,
      bytes * extract(epoch from least(until, day + interval '24 hours') - greatest(since, day))
    from counted
    cross join lateral generate_series(date_trunc('day', since, 'UTC'), until, interval '24 hours') as day
    where bytes > 0
    on conflict (database_id, day, org_id)
      do update set byte_seconds = ${storageUsage}.byte_seconds + excluded.byte_seconds`);
  // A database counts from the first look at it on: its past is not known.
  await tx.execute(sql`
    insert into ${storageMeters} (database_id, until, bytes)
    select ${databases.id}, statement_timestamp(), ${sizeNow} from ${databases}
    on conflict (database_id)
      do update set until = greatest(${storageMeters}.until, excluded.until), bytes = excluded.bytes`);
}

/** Counts the storage of all databases up to now, and forgets days beyond the retention. Control planes take turns. */
export async function meterStorage(db: Database['db']): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await count(tx);
    await tx.execute(sql`delete from ${storageUsage}
      where ${storageUsage.day} < (now() at time zone 'UTC')::date - ${KEPT_DAYS}::integer`);
  });
}
