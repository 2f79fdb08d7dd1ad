/** Public ports of workspaces: the next one that no workspace has and that nothing listens on. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { allocatePort } from '../../gateway/port.ts';

/** Any number, the same in every Acacia: those that look for a port at once take turns. */
const PORT_LOCK = 4_100_002;

/** Looks for a port in the caller's transaction, which keeps others from the same one until it ends. */
export async function nextPort(tx: Db, from: number, host: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PORT_LOCK})`);
  const rows = await tx.select({ port: workspaces.port }).from(workspaces);
  return allocatePort(
    rows.map((row) => row.port),
    { first: from, host },
  );
}
