/** Opens database files: a damaged one is reported, and left as it is. */
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from '../sql.ts';
import { connect } from './connection.ts';
import { examineLog, type LogState } from './examine-log.ts';
import { lockDatabase } from './lock-database.ts';
import { damagedError, DATA_FILE, LOG_FILE } from './store-files.ts';
import { cutLog, HEADERS_BYTES } from './suspect-files.ts';

export interface InstanceOptions {
  /** Bytes for DuckDB's buffers. */
  readonly memoryBytes: number;
  readonly threads: number;
  readonly readOnly: boolean;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
}

/** @param more settings of DuckDB */
export const createInstance = (
  file: string,
  options: InstanceOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<DuckDBInstance> =>
  DuckDBInstance.create(file, {
    access_mode: options.readOnly ? 'READ_ONLY' : 'READ_WRITE',
    memory_limit: `${Math.max(64, Math.floor(options.memoryBytes / 2 ** 20))}MiB`,
    threads: String(Math.max(1, options.threads)),
    // A folder that is only read stays as it is.
    temp_directory: options.readOnly
      ? path.join(tmpdir(), `acacia-${process.pid}-${path.basename(path.dirname(file))}`)
      : path.join(path.dirname(file), 'tmp'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    checkpoint_threshold: '1TB',
    ...more,
  });

/**
 * Opens the database file of a folder that has one. A log with a torn last transaction is truncated before it, and the
 * original is kept beside it; a damaged log is left as it is.
 * @throws EngineError, or DuckDB's error
 */
export async function openInstance(folder: string, options: InstanceOptions): Promise<DuckDBInstance> {
  const file = path.join(folder, DATA_FILE);
  const log = path.join(folder, LOG_FILE);
  let instance: DuckDBInstance;
  try {
    instance = await createInstance(file, options);
  } catch (cause) {
    // In use, it is being written to.
    if (/could not set lock|conflicting lock/i.test(String(cause))) throw cause;
    const state = await examineLog(log);
    refuseDamage(state, cause);
    if (state?.kind !== 'torn' || options.readOnly) throw cause;
    await cutLog(log, state.keep);
    options.log('warn', 'The last transaction in the log was not written whole, as after a loss of power.', {
      file: LOG_FILE,
      bytes: state.keep,
    });
    instance = await createInstance(file, options);
  }
  try {
    await keepUntouched(instance);
    // From here on no other process writes to the log; DuckDB has not yet removed the entries that it dropped.
    const state = await examineLog(log);
    refuseDamage(state);
    if (state === null) await checkSize(instance, file);
    await lockDatabase(instance, folder);
  } catch (cause) {
    instance.closeSync();
    throw cause;
  }
  return instance;
}

function refuseDamage(state: LogState | null, cause?: unknown): void {
  if (state?.kind === 'foreign') throw damagedError(LOG_FILE, 'is no log of this store', cause);
  if (state?.kind === 'damaged') {
    throw damagedError(
      LOG_FILE,
      `is damaged from byte ${state.at} on, where it holds committed changes`,
      cause,
    );
  }
}

/** A file that was cut short is noticed by DuckDB only where it reads; blocks at its end may be free. */
async function checkSize(instance: DuckDBInstance, file: string): Promise<void> {
  const connection = await connect(instance);
  try {
    const result = await connection.run(
      sql`SELECT used_blocks, block_size FROM pragma_database_size() WHERE database_name = current_database()`,
    );
    const [row] = await result.getRows();
    const expected = HEADERS_BYTES + Number(row?.[0] ?? 0) * Number(row?.[1] ?? 0);
    const { size } = await stat(file);
    if (size < expected)
      throw damagedError(DATA_FILE, `is cut short: it has ${size} bytes of at least ${expected}`);
  } finally {
    connection.closeSync();
  }
}

/** Closing makes no checkpoint by itself: it would change files that turn out to be damaged. */
async function keepUntouched(instance: DuckDBInstance): Promise<void> {
  const connection = await connect(instance);
  try {
    await connection.run(sql`PRAGMA disable_checkpoint_on_shutdown`);
  } finally {
    connection.closeSync();
  }
}
