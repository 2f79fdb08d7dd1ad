/** Public ports of workspaces: the next one that no workspace has and that nothing listens on. */
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';

/** Any number, the same in every Acacia: those that look for a port at once take turns. */
const PORT_LOCK = 4_100_002;
const HIGHEST = 65_535;

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Looks for a port in the caller's transaction, which keeps others from the same one until it ends. */
export async function nextPort(tx: Db, from: number, host: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PORT_LOCK})`);
  const rows = await tx.select({ port: workspaces.port }).from(workspaces);
  const taken = new Set(rows.map((row) => row.port));
  for (let port = from; port <= HIGHEST; port++) {
    if (!taken.has(port) && (await isFree(port, host))) return port;
  }
  throw new Problem('Unavailable', `There is no free port from ${from} on for another workspace.`);
}
