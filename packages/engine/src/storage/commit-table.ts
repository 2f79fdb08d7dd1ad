/** The table with the number of the last commit, and the store's format. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { FORMAT } from './store-marker.ts';

export const COMMIT_TABLE = 'acacia_commit';

/** Does nothing where it is there. */
export const createCommitTable = async (connection: DuckDBConnection): Promise<void> => {
  await connection.run(
    `CREATE TABLE IF NOT EXISTS ${COMMIT_TABLE} AS SELECT 0::BIGINT AS number, ${FORMAT}::INTEGER AS format`,
  );
};
