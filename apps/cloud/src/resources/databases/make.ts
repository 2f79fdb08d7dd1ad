/** Makes the storage of a database, only once. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { databases } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';

/** A database to copy a new one from. */
interface Origin {
  readonly databaseId: string;
  /** Writes that tell of the copy, in the transaction that says that the storage is made. */
  readonly copied: (tx: Db) => Promise<void>;
}

/**
 * Makes the storage unless it was made before: new, empty storage would hide that the data are lost.
 * @param origin finds the database that it is a copy of; null: it is empty
 */
export async function makeDatabase(
  db: Db,
  driver: Driver,
  id: string,
  origin: () => Promise<Origin | null> = async () => null,
): Promise<void> {
  const [row] = await db
    .select({ id: databases.id })
    .from(databases)
    .where(and(eq(databases.id, id), eq(databases.isMade, false)));
  if (row === undefined) return;
  const from = await origin();
  await driver.createDatabase(id, from?.databaseId);
  await db.transaction(async (tx) => {
    await tx.update(databases).set({ isMade: true }).where(eq(databases.id, id));
    await from?.copied(tx);
  });
}
