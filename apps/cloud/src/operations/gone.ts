/** Keeps the names and places of workspaces and databases that are removed, because they stand on invoices. */
import { eq, sql } from 'drizzle-orm';
import { goneResources } from '../database/billing-tables.ts';
import type { Db } from '../database/database.ts';
import { workgroups, type databases, type workspaces } from '../database/schema.ts';

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
