/** The files of a store in its data folder, and the error for one that is missing or damaged. */
import { engineError } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';

/** The database file. */
export const DATA_FILE = 'graph.duckdb';
/** DuckDB's write-ahead log: commits that are not in the database file yet. */
export const LOG_FILE = `${DATA_FILE}.wal`;
/** Logs that DuckDB has during a checkpoint, and while it merges two logs. */
const OTHER_LOGS = [`${LOG_FILE}.checkpoint`, `${LOG_FILE}.recovery`];
/** Every file that may hold committed data. */
export const STORE_FILES: readonly string[] = [DATA_FILE, LOG_FILE, ...OTHER_LOGS];

const WHAT_TO_DO = 'Nothing was changed. Put the file back from a copy, or restore a backup.';

/** @param what the end of a sentence after the name of the file, without a full stop */
export const damagedError = (file: string, what: string, cause?: unknown): EngineError =>
  engineError('dataFileDamaged', { file, what, advice: WHAT_TO_DO }).causedBy(cause);
