/** The files of a data folder by which a store is known, and what is told when one is missing or damaged. */
import { EngineError } from '../errors.ts';

/** The database file. */
export const DATA_FILE = 'graph.duckdb';
/** DuckDB's write-ahead log: commits that are not in the database file yet. */
export const LOG_FILE = `${DATA_FILE}.wal`;
/** What DuckDB keeps of a log while it makes a checkpoint, and while it puts two logs together. */
const OTHER_LOGS = [`${LOG_FILE}.checkpoint`, `${LOG_FILE}.recovery`];
/** Every file that may hold committed data. */
export const STORE_FILES: readonly string[] = [DATA_FILE, LOG_FILE, ...OTHER_LOGS];

const WHAT_TO_DO = 'Nothing was changed. Put the file back from a copy, or restore a backup.';

/** @param what a sentence's end after the name of the file, without its full stop */
export const damagedError = (file: string, what: string, cause?: unknown): EngineError =>
  new EngineError('STORE-DAMAGED', `The file ${file} of the data folder ${what}. ${WHAT_TO_DO}`, { cause });
