/** Converts DuckDB's errors to messages that name the failure and what to do. */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { EngineError } from '../errors.ts';
import { withoutPaths } from '../files/path-text.ts';
import { damagedError, DATA_FILE, LOG_FILE, STORE_FILES } from './store-files.ts';

const DISK_FULL =
  /no space left on device|disk quota exceeded|not enough space|ENOSPC|max_temp_directory_size/i;

/** The sentence of DuckDB's message, without the SQL and without paths. */
export function reasonOf(cause: unknown): string {
  const [first = ''] = messageOf(cause).split(/\n|\bLINE \d+:/);
  return withoutPaths(first.replace(/^[A-Z][A-Za-z ]* Error: /, '')).trim();
}

/** Whether DuckDB refuses all work after this error until the instance is opened again. */
export const isFatal = (cause: unknown): boolean =>
  /^FATAL Error|database has been invalidated/i.test(messageOf(cause));

const isDiskFailure = (cause: unknown): boolean =>
  /^(?:(?:IO|FATAL) Error|TransactionContext Error: .*could not (?:write|sync|truncate))/is.test(
    messageOf(cause),
  ) || (cause as NodeJS.ErrnoException).code === 'EIO';

export const isOutOfMemory = (cause: unknown): boolean => /^Out of Memory Error/i.test(messageOf(cause));

const isInterrupt = (cause: unknown): boolean => /^INTERRUPT Error/i.test(messageOf(cause));

const isDiskFull = (cause: unknown): boolean =>
  (cause instanceof EngineError && cause.code === 'REST-12003') || DISK_FULL.test(messageOf(cause));

export const abortedError = (cause?: unknown): EngineError => engineError('changeAborted').causedBy(cause);

/** The error that a caller gets for a failure of the store; an EngineError passes unchanged. */
export function asEngineError(cause: unknown): unknown {
  if (cause instanceof EngineError) return cause;
  if (isDiskFull(cause)) {
    return engineError('diskFull').causedBy(cause);
  }
  if (isInterrupt(cause)) return abortedError(cause);
  if (isOutOfMemory(cause)) {
    return engineError('storeOutOfMemory', { limit: memoryLimitIn(messageOf(cause)) }).causedBy(cause);
  }
  if (isDamage(cause)) return damagedError(DATA_FILE, 'is damaged: some of its data cannot be read', cause);
  if (isDiskFailure(cause)) {
    return engineError('diskFailed').causedBy(cause);
  }
  const range = /^(?:Out of Range|Conversion) Error: (.*)/i.exec(messageOf(cause));
  if (range !== null) {
    return engineError('valueOutOfRange', { reason: withoutPaths(range[1] ?? '') }).causedBy(cause);
  }
  return cause;
}

/** The limit in DuckDB's message ("… (95.8 MiB/96.0 MiB used)"). */
function memoryLimitIn(message: string): string {
  const [, amount, unit] = /\/([\d.]+) ([KMGT]i)B used\)/.exec(message) ?? [];
  return amount === undefined || unit === undefined ? 'this workspace' : `${amount} ${unit}B`;
}

/** As `asEngineError`, for who reads: a full disk lost them nothing. */
export const asReadError = (cause: unknown): unknown =>
  isDiskFull(cause) ? engineError('diskFullForReading').causedBy(cause) : asEngineError(cause);

const NO_RIGHTS = /permission denied|operation not permitted|EACCES|EPERM/i;
const READ_ONLY_DISK = /read-only file system|EROFS/i;
const NEWER_DATABASE = /trying to read a database file with version number/i;
const DAMAGED =
  /^(?:IO|FATAL|Serialization|Internal|Data Corruption) Error: .*(?:corrupt|could not read enough bytes|not a valid duckdb database file|failure while replaying wal|checksum|deserialize)/is;

/** Whether an error means that a file of the store is damaged. */
const isDamage = (cause: unknown): boolean => DAMAGED.test(messageOf(cause));

/** The error for a data folder that cannot be opened. */
export function openError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  const message = messageOf(cause);
  const held = /Conflicting lock is held in .*?\(PID (\d+)\)/.exec(message);
  if (held !== null || /could not set lock/i.test(message)) {
    const holder = held === null ? '' : ` (process ${held[1]})`;
    return engineError('dataFolderHeld', { holder }).causedBy(cause);
  }
  if (isDiskFull(cause)) {
    return engineError('dataDiskFull').causedBy(cause);
  }
  if (READ_ONLY_DISK.test(message)) {
    return engineError('dataReadOnly').causedBy(cause);
  }
  if (NO_RIGHTS.test(message)) {
    return engineError('dataAccess', { paths: namedIn(message) }).causedBy(cause);
  }
  if (NEWER_DATABASE.test(message)) {
    return engineError('dataFileNewer', { file: DATA_FILE }).causedBy(cause);
  }
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return engineError('dataFolderIsFile').causedBy(cause);
  }
  if (isDamage(cause)) return damagedError(namedIn(message), 'is damaged', cause);
  return engineError('dataFolderUnopened', { reason: withoutPaths(message) }).causedBy(cause);
}

/** The file that a message of DuckDB or the system is about. */
function namedIn(message: string): string {
  const file = STORE_FILES.toReversed().find((name) => message.includes(name));
  return file ?? (/wal file/i.test(message) ? LOG_FILE : DATA_FILE);
}
