/** Bytes that databases take, asked of the driver at most every few seconds: a list shows many. */
import type { BaseLogger } from 'pino';
import type { Driver } from '../../drivers/driver.ts';

export type DatabaseSizes = (databaseId: string) => Promise<number>;

const FRESH_MS = 3000;

export function createDatabaseSizes(driver: Driver, log: BaseLogger): DatabaseSizes {
  const known = new Map<string, { readonly at: number; readonly size: Promise<number> }>();
  return (databaseId) => {
    const seen = known.get(databaseId);
    if (seen !== undefined && Date.now() - seen.at < FRESH_MS) return seen.size;
    for (const [id, { at }] of known) if (Date.now() - at >= FRESH_MS) known.delete(id);
    const size = driver.databaseSize(databaseId).catch((error: unknown) => {
      log.warn({ err: error, database: databaseId }, 'size of a database could not be read');
      return 0;
    });
    known.set(databaseId, { at: Date.now(), size });
    return size;
  };
}
