/**
 * Restricts DuckDB's access to files: besides its own it may read and write the folders of loads and of outputs, and
 * spill into the folder for temporary files. Injected SQL reaches nothing else (DuckDB, Securing DuckDB).
 */
import path from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { list, literal, sql } from '../sql.ts';
import { connect } from './connection.ts';

/** Below a data folder: the files of loads, and the files that queries and exports write. */
const FOLDERS = ['loads', 'output'];

/** The only setting that stays open: the settings of a workspace change it while it runs. */
const OPEN_SETTINGS = ['threads'];

/** Folders have to be allowed before access is disabled; afterwards the settings cannot be changed any more. */
export async function lockDatabase(instance: DuckDBInstance, folder: string): Promise<void> {
  const connection = await connect(instance);
  try {
    const folders = FOLDERS.map((name) => literal(path.join(folder, name)));
    const settings = OPEN_SETTINGS.map(literal);
    for (const statement of [
      sql`SET GLOBAL allowed_directories = [${list(folders)}]`,
      sql`SET GLOBAL allow_persistent_secrets = false`,
      sql`SET GLOBAL enable_external_access = false`,
      sql`SET GLOBAL allowed_configs = [${list(settings)}]`,
      sql`SET GLOBAL lock_configuration = true`,
    ])
      await connection.run(statement);
  } finally {
    connection.closeSync();
  }
}
