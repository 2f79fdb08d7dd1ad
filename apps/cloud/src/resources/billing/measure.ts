/** Reads what an organisation used in a period, cut at the period's ends and divided by day where that is asked. */
import type { AddonId } from '@acacia/contract';
import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { goneResources, storageUsage, usageDays, usageMarks } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { databases, organizations, workgroups, workspaces } from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { byDay, midnight } from '../../operations/usage-days.ts';
import { dayOf, DAY_MS, type Period } from './periods.ts';

/** The thing that a quantity is of. */
interface Place {
  readonly workgroup_id: string;
  readonly workgroup_name: string;
  readonly resource_id: string;
  readonly resource_name: string;
  readonly region: string;
}

export interface Compute extends Place {
  readonly size: string;
  readonly ha: boolean;
  readonly addons: readonly AddonId[];
  readonly hours: number;
}

export interface Storage extends Place {
  /** Gigabytes of 2^30 bytes, each for a month. */
  readonly gb_months: number;
}

const GIB = 2 ** 30;

/** Id of an organisation; null: all of them but that of the pool. */
type Scope = string | null;
const within = (scope: Scope, column: AnyColumn): SQL =>
  scope === null ? sql`${column} <> ${POOL_ORG}` : sql`${column} = ${scope}`;

/**
 * Microseconds that workspaces ran in a period, by day: days that are written, and the intervals of those that are not.
 * @param period begins at midnight in UTC
 */
function ran(scope: Scope, { from, to }: Period): SQL {
  const start = sql`${from}::timestamptz`;
  // An open interval lasts up to the period's end.
  const end = sql`${to}::timestamptz`;
  return sql`
    with bounds as (
      select ${organizations.id} as org_id, case when ${usageMarks.until} is null then ${start}
        else greatest(${start}, ${midnight(sql`least(${usageMarks.until}, ${dayOf(to)}::date)`)}) end as unwritten
      from ${organizations} left join ${usageMarks} on ${usageMarks.orgId} = ${organizations.id}
      where ${within(scope, organizations.id)})
    select bounds.org_id, piece.* from bounds cross join lateral (${byDay(sql`bounds.org_id`, sql`unwritten`, end)}) as piece
    union all
    select org_id, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, day, micros
    from bounds join ${usageDays} using (org_id)
    where ${within(scope, usageDays.orgId)} and day >= ${dayOf(from)}::date
      and day < (unwritten at time zone 'UTC')::date`;
}

/** The same with the region of each workspace, and the names that the columns have in answers. */
const pieces = (scope: Scope, period: Period): SQL => sql`
  select ran.org_id, ran.workgroup_id, workspace_id as resource_id, workspace_type_name as size, enable_ha as ha, addons,
    day, micros, coalesce(${workgroups.region}, ${goneResources.region}, '') as region
  from (${ran(scope, period)}) as ran
  left join ${workgroups} on ${workgroups.id} = ran.workgroup_id
  left join ${goneResources} on ${goneResources.id} = ran.workspace_id`;

const HOURS = sql`(sum(micros) / 1000000)::double precision / 3600`;

/** Stored byte-months by day: of the last day in the period the share of it that is within. */
function stored(scope: Scope, { from, to }: Period): SQL {
  const last = dayOf(to);
  const share = (to.getTime() % DAY_MS) / DAY_MS;
  // A day that goes on has only what was counted so far.
  const part = sql`case when day = ${last}::date and ${last}::date < (now() at time zone 'UTC')::date
    then ${share}::double precision else 1 end`;
  return sql`
    select org_id, workgroup_id, database_id as resource_id, day,
      byte_seconds * ${part} / ${GIB}::double precision
        / extract(epoch from date_trunc('month', day::timestamp) + interval '1 month' - date_trunc('month', day::timestamp))
        as gb_months
    from ${storageUsage}
    where ${within(scope, storageUsage.orgId)} and day >= ${dayOf(from)}::date and day <= ${last}::date
      and day < ${to}::timestamptz at time zone 'UTC'`;
}

/** Names and regions of rows with `workgroup_id` and `resource_id`, of things that are there or gone. */
const named = (rows: SQL, of: typeof workspaces | typeof databases): SQL => sql`
  select measured.*, coalesce(${of.name}, ${goneResources.name}, '') as resource_name,
    coalesce(${workgroups.name}, ${goneResources.workgroupName}, '') as workgroup_name,
    coalesce(${workgroups.region}, ${goneResources.region}, '') as region
  from (${rows}) as measured
  left join ${of} on ${of.id} = measured.resource_id
  left join ${workgroups} on ${workgroups.id} = measured.workgroup_id
  left join ${goneResources} on ${goneResources.id} = measured.resource_id`;

/** Hours of each workspace in a period, by size, high availability and add-ons. */
export async function computeOf(db: Db, orgId: string, period: Period): Promise<readonly Compute[]> {
  const { rows } = await db.execute<Compute & Record<string, unknown>>(
    named(
      sql`select workgroup_id, resource_id, size, ha, addons,
          ${HOURS} as hours
        from (${pieces(orgId, period)}) as pieces
        group by workgroup_id, resource_id, size, ha, addons`,
      workspaces,
    ),
  );
  return rows;
}

/** Gigabyte-months of each database in a period. */
export async function storageOf(db: Db, orgId: string, period: Period): Promise<readonly Storage[]> {
  const { rows } = await db.execute<Storage & Record<string, unknown>>(
    named(
      sql`select workgroup_id, resource_id, sum(gb_months)::double precision as gb_months
        from (${stored(orgId, period)}) as stored group by workgroup_id, resource_id`,
      databases,
    ),
  );
  return rows;
}

interface OfOrganization {
  readonly org_id: string;
}

/** Hours of all organisations in a period, by what their price depends on. */
export async function computeOfAll(
  db: Db,
  period: Period,
): Promise<readonly (OfOrganization & Omit<Compute, keyof Place> & Pick<Place, 'region'>)[]> {
  const { rows } = await db.execute<OfOrganization & Compute & Record<string, unknown>>(sql`
    select org_id, size, ha, addons, region, ${HOURS} as hours
    from (${pieces(null, period)}) as pieces group by org_id, size, ha, addons, region`);
  return rows;
}

/** Gigabyte-months of all organisations in a period, by region. */
export async function storageOfAll(
  db: Db,
  period: Period,
): Promise<readonly (OfOrganization & Pick<Storage, 'region' | 'gb_months'>)[]> {
  const { rows } = await db.execute<OfOrganization & Storage & Record<string, unknown>>(sql`
    select org_id, region, sum(gb_months)::double precision as gb_months
    from (${named(stored(null, period), databases)}) as named group by org_id, region`);
  return rows;
}

/** Dimensions by which days are divided; the values are columns of `pieces` and `stored`. */
const KEYS = {
  workgroup: sql`workgroup_id`,
  resource: sql`resource_id`,
  size: sql`size`,
  region: sql`region`,
} as const;

export interface ComputeDay {
  readonly day: string;
  /** Null: none of the keys that were asked for. */
  readonly key: string | null;
  readonly size: string;
  readonly ha: boolean;
  readonly region: string;
  readonly addons: readonly AddonId[];
  readonly hours: number;
}

/** Hours by day and key. @param keys those that are told apart; others are one */
export async function computeDays(
  db: Db,
  orgId: string,
  period: Period,
  dimension: keyof typeof KEYS,
  keys: readonly string[],
): Promise<readonly ComputeDay[]> {
  const key = KEYS[dimension];
  const { rows } = await db.execute<ComputeDay & Record<string, unknown>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, key, size, ha, region, addons, hours
    from (
      select day, case when ${key} = any(${sql.param([...keys])}) then ${key} end as key, size, ha, region, addons,
        ${HOURS} as hours
      from (${pieces(orgId, period)}) as pieces
      group by 1, 2, size, ha, region, addons) as days`);
  return rows;
}

export interface StorageDay {
  readonly day: string;
  readonly key: string | null;
  readonly region: string;
  readonly gb_months: number;
}

/** Gigabyte-months by day and key. @param keys those that are told apart; others are one */
export async function storageDays(
  db: Db,
  orgId: string,
  period: Period,
  dimension: 'workgroup' | 'resource' | 'region' | 'size',
  keys: readonly string[],
): Promise<readonly StorageDay[]> {
  // Storage has no size: it is a series of its own there.
  const key = dimension === 'size' ? sql`${STORAGE_KEY}::text` : KEYS[dimension];
  const rows = named(stored(orgId, period), databases);
  const found = await db.execute<StorageDay & Record<string, unknown>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      case when ${key} = any(${sql.param([...keys])}) then ${key} end as key, region,
      sum(gb_months)::double precision as gb_months
    from (${rows}) as named group by 1, 2, region`);
  return found.rows;
}

/** Key of storage where usage is divided by size. */
export const STORAGE_KEY = 'storage';
