/** The table with the number of the last commit, and the store's format. */
import { sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import { FORMAT } from './store-marker.ts';

export const COMMIT_TABLE = sql`acacia_commit`;

/** Does nothing where it is there. */
export async function createCommitTable(connection: Connection): Promise<void> {
  await connection.run(
    sql`CREATE TABLE IF NOT EXISTS ${COMMIT_TABLE} AS SELECT 0::BIGINT AS number, ${FORMAT}::INTEGER AS format`,
  );
}
