import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workgroups } from '../../database/schema.ts';
import { notFound } from '../../http/problem.ts';

/**
 * Locks a workgroup against deletion until the transaction that adds something to it has ended.
 * @throws Problem Not-Found when there is no such workgroup
 */
export async function holdWorkgroup(tx: Db, id: string): Promise<typeof workgroups.$inferSelect> {
  const [row] = await tx.select().from(workgroups).where(eq(workgroups.id, id)).for('share');
  if (row === undefined) throw notFound('workgroup');
  return row;
}
