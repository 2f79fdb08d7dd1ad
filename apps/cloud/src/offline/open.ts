/** Opens a data folder on which no Acacia runs, for commands of the terminal. */
import { connect, type Database } from '../database/database.ts';
import { startEmbedded } from '../database/embedded/server.ts';
import { migrate } from '../database/migrate.ts';
import { lockHome } from '../home/lock.ts';
import { tightenHome } from '../home/tighten.ts';
import { openLog, type Log } from '../server/log.ts';
import type { Settings } from '../settings.ts';

export interface Offline {
  readonly db: Database['db'];
  readonly log: Log['log'];
  /** Calls `end` before the database is closed. */
  onClose(end: () => unknown): void;
  close(): Promise<void>;
}

/**
 * Opens log and database; no Acacia can start on the folder until it is closed.
 * @throws Error when one runs on it, or the database cannot be used
 */
export async function openOffline(settings: Settings): Promise<Offline> {
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    ends.push(lockHome(settings.home));
    tightenHome(settings.home);
    const { log, flush } = openLog(settings);
    ends.push(() => flush());
    const embedded = settings.databaseUrl === null ? await startEmbedded({ home: settings.home }) : null;
    if (embedded !== null) ends.push(() => embedded.stop());
    const { db, pool, ...database } = connect(settings.databaseUrl ?? embedded?.url ?? '', (error) =>
      log.warn({ err: error }, 'a database connection broke'),
    );
    ends.push(() => database.close());
    await migrate(pool);
    return { db, log, onClose: (end) => void ends.push(end), close };
  } catch (error) {
    await close();
    throw error;
  }
}
