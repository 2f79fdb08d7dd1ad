/** Keeps the names and places of workspaces and databases that are removed, because they stand on invoices. */
import { eq, sql } from 'drizzle-orm';
import { goneResources } from '../database/billing-tables.ts';
import type { Db } from '../database/database.ts';
import { auditEntries } from '../database/audit-schema.ts';
import { usageIntervals, workgroups, workspaces, type databases } from '../database/schema.ts';

/** Keeps the name of a workspace or database; called before its row is deleted, in the same transaction. */
export async function keepName(
  tx: Db,
  of: typeof workspaces | typeof databases,
  resourceId: string,
): Promise<void> {
  await tx
    .insert(goneResources)
    .select(
      tx
        .select({
          id: of.id,
          name: of.name,
          workgroupName: sql<string>`${workgroups.name}`.as('workgroup_name'),
          region: workgroups.region,
          goneAt: sql<Date>`now()`.as('gone_at'),
        })
        .from(of)
        .innerJoin(workgroups, eq(workgroups.id, of.workgroupId))
        .where(eq(of.id, resourceId)),
    )
    .onConflictDoNothing();
}

/**
 * Names the workspaces that were removed by versions that kept no names: by the audit log, or else by their id. Called at
 * each start; an older data folder has such workspaces on its invoices.
 */
export async function nameGone(db: Db): Promise<void> {
  const name = sql`coalesce(${auditEntries.after} ->> 'workspace_name', ${auditEntries.after} ->> 'name')`;
  await db.execute(sql`
    insert into ${goneResources} (id, name, workgroup_name, region)
    select used.workspace_id, coalesce(told.name, used.workspace_id), ${workgroups.name}, ${workgroups.region}
    from (select distinct org_id, workgroup_id, workspace_id from ${usageIntervals} where org_id is not null) as used
    join ${workgroups} on ${workgroups.id} = used.workgroup_id
    left join lateral (
      select ${name} as name from ${auditEntries}
      where ${auditEntries.orgId} = used.org_id and ${auditEntries.resource} = 'workspace/' || used.workspace_id
        and ${auditEntries.outcome} = 'ok' and ${name} is not null
      order by ${auditEntries.id} desc limit 1) as told on true
    where not exists (select from ${workspaces} where ${workspaces.id} = used.workspace_id)
      and not exists (select from ${goneResources} where ${goneResources.id} = used.workspace_id)
    on conflict do nothing`);
}
