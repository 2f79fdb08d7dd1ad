/** Since when the installation charges. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { installationMarks } from '../../database/schema.ts';

const MARK = 'charging';

/**
 * When charging was turned on; null where nothing is charged. An installation that stops charging and begins again begins
 * anew: the months between are not charged later.
 * @param charges whether there is a payment provider now
 */
export async function noteCharging(db: Db, charges: boolean): Promise<Date | null> {
  const ofMark = eq(installationMarks.name, MARK);
  if (!charges) {
    await db.delete(installationMarks).where(ofMark);
    return null;
  }
  await db.insert(installationMarks).values({ name: MARK }).onConflictDoNothing();
  const [row] = await db.select().from(installationMarks).where(ofMark);
  if (row === undefined) throw new Error('The mark of charging was not stored.');
  return row.at;
}
