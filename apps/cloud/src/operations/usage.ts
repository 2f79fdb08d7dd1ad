/** Metering: when a workspace ran, and at which size (docs/glossary.md: usage interval). */
import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import {
  usageIntervals,
  workgroups,
  workspaceAddons,
  workspaceReadings,
  type workspaces,
} from '../database/schema.ts';

type Metered = Pick<
  typeof workspaces.$inferSelect,
  'id' | 'workgroupId' | 'status' | 'workspaceTypeName' | 'enableHa'
>;

/**
 * Updates the intervals of a workspace to its row: an Active workspace has an open interval of its size and add-ons. The caller's
 * transaction must hold the row's lock, so that times follow the order of the changes. Intervals of a workspace never
 * overlap, not even when the machine's clock is set back.
 */
export async function meter(tx: Db, row: Metered): Promise<void> {
  const runs = row.status === 'Active';
  const addons = sql`array(select ${workspaceAddons.addonId} from ${workspaceAddons}
    where ${workspaceAddons.workspaceId} = ${row.id} and ${workspaceAddons.enable} order by 1)`;
  const asBefore = sql`${runs} and workspace_type_name = ${row.workspaceTypeName} and enable_ha = ${row.enableHa}
    and addons = ${addons}`;
  await tx.execute(sql`
    update ${usageIntervals} set ended_at = greatest(started_at, clock_timestamp())
    where workspace_id = ${row.id} and ended_at is null and not (${asBefore})`);
  if (!runs) return;
  await tx.execute(sql`
    insert into ${usageIntervals}
      (org_id, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, started_at)
    select (select ${workgroups.orgId} from ${workgroups} where ${workgroups.id} = ${row.workgroupId}),
      ${row.workgroupId}, ${row.id}, ${row.workspaceTypeName}, ${row.enableHa}, ${addons},
      greatest(clock_timestamp(), (select max(ended_at) from ${usageIntervals} where workspace_id = ${row.id}))
    on conflict do nothing`);
}

/** Ends the open interval of a terminated workspace. */
export async function endUsage(tx: Db, workspaceId: string): Promise<void> {
  await tx.execute(sql`
    update ${usageIntervals} set ended_at = greatest(started_at, clock_timestamp())
    where workspace_id = ${workspaceId} and ended_at is null`);
}

/** Ends all open intervals, when the control plane stops and all workspaces with it. */
export async function endAllUsage(db: Db): Promise<void> {
  await db.execute(sql`
    update ${usageIntervals} set ended_at = greatest(started_at, clock_timestamp()) where ended_at is null`);
}

/**
 * After a crash: ends the open intervals of workspaces that do not run, at the time of their last reading, or at the
 * interval's start without one; never later than now.
 * @param running ids of the workspaces that run now
 */
export async function endLostUsage(tx: Db, running: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${usageIntervals} as lost set ended_at = greatest(lost.started_at, least(clock_timestamp(), coalesce(
      (select at from ${workspaceReadings} as reading where reading.workspace_id = lost.workspace_id),
      lost.started_at)))
    where lost.ended_at is null and not (lost.workspace_id = any(${sql.param([...running])}))`);
}
