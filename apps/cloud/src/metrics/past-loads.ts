/** Keeps what readings tell of loads, so that they are listed while their workspace does not run. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { pastLoads } from '../database/import-tables.ts';
import type { Reading } from '../drivers/driver.ts';

/** Stores the loads of a workspace that are new, or are told of in other words than before. */
export async function keepLoads(
  db: Db,
  workspaceId: string,
  { loads }: Pick<Reading, 'loads'>,
): Promise<void> {
  if (loads.length === 0) return;
  const ids = loads.map(({ id }) => id);
  const kept = await db
    .select({ id: pastLoads.id, load: pastLoads.load })
    .from(pastLoads)
    .where(and(eq(pastLoads.workspaceId, workspaceId), inArray(pastLoads.id, ids)));
  const known = new Map(kept.map(({ id, load }) => [id, load]));
  const rows = loads
    .map((load) => ({
      workspaceId,
      id: load.id,
      startedAt: new Date(load.startedAt),
      load: JSON.stringify(load),
    }))
    .filter(({ id, load }) => known.get(id) !== load);
  if (rows.length === 0) return;
  await db
    .insert(pastLoads)
    .values(rows)
    .onConflictDoUpdate({
      target: [pastLoads.workspaceId, pastLoads.id],
      set: { load: sql`excluded.load` },
    });
}
