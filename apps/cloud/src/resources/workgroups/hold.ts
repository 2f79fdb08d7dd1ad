import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workgroups } from '../../database/schema.ts';
import { notFound } from '../../http/problem.ts';

/** Keeps a workgroup from being deleted until the transaction that puts something into it has ended. */
export async function holdWorkgroup(tx: Db, id: string): Promise<typeof workgroups.$inferSelect> {
  const [row] = await tx.select().from(workgroups).where(eq(workgroups.id, id)).for('share');
  if (row === undefined) throw notFound('workgroup');
  return row;
}
