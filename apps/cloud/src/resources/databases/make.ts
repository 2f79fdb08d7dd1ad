/** Makes the storage of a database, only once. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { databases } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';

/** Makes the storage unless it was made before: new, empty storage would hide that the data are lost. */
export async function makeDatabase(db: Db, driver: Driver, id: string): Promise<void> {
  const [row] = await db
    .select({ id: databases.id })
    .from(databases)
    .where(and(eq(databases.id, id), eq(databases.isMade, false)));
  if (row === undefined) return;
  await driver.createDatabase(id);
  await db.update(databases).set({ isMade: true }).where(eq(databases.id, id));
}
