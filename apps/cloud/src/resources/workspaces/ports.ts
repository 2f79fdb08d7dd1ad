/** Allocates public ports of workspaces. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { allocatePort } from '../../gateway/port.ts';

/** Key of the advisory lock, the same in every Acacia, so that concurrent allocations take turns. */
const PORT_LOCK = 4_100_002;

/**
 * The lowest port that no workspace has and on which nothing listens. Locks out other allocations until the caller's
 * transaction ends.
 */
export async function nextPort(tx: Db, from: number, host: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PORT_LOCK})`);
  const rows = await tx.select({ port: workspaces.port }).from(workspaces);
  return allocatePort(
    rows.map((row) => row.port),
    { first: from, host },
  );
}
