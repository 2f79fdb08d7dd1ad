/** Converts DuckDB's errors to messages that name the failure and what to do. */
import { messageOf } from '@acacia/base';
import { EngineError } from '../errors.ts';
import { withoutPaths } from '../files/path-text.ts';
import { damagedError, DATA_FILE, LOG_FILE, STORE_FILES } from './store-files.ts';

const DISK_FULL =
  /no space left on device|disk quota exceeded|not enough space|ENOSPC|max_temp_directory_size/i;

/** The sentence of DuckDB's message, without the SQL and without paths. */
export const reasonOf = (cause: unknown): string => {
  const [first = ''] = messageOf(cause).split(/\n|\bLINE \d+:/);
  return withoutPaths(first.replace(/^[A-Z][A-Za-z ]* Error: /, '')).trim();
};

/** Whether DuckDB refuses all work after this error until the instance is opened again. */
export const isFatal = (cause: unknown): boolean =>
  /^FATAL Error|database has been invalidated/i.test(messageOf(cause));

const isDiskFailure = (cause: unknown): boolean =>
  /^(?:(?:IO|FATAL) Error|TransactionContext Error: .*could not (?:write|sync|truncate))/is.test(
    messageOf(cause),
  ) || (cause as NodeJS.ErrnoException).code === 'EIO';

const isInterrupt = (cause: unknown): boolean => /^INTERRUPT Error/i.test(messageOf(cause));

const isDiskFull = (cause: unknown): boolean =>
  (cause instanceof EngineError && cause.code === 'REST-12003') || DISK_FULL.test(messageOf(cause));

export const abortedError = (cause?: unknown): EngineError =>
  new EngineError('SYS-0003', 'The operation was aborted; nothing of it was stored.', { cause });

/** The error that a caller gets for a failure of the store; an EngineError passes unchanged. */
export const asEngineError = (cause: unknown): unknown => {
  if (cause instanceof EngineError) return cause;
  if (isDiskFull(cause)) {
    return new EngineError(
      'REST-12003',
      'The disk is full: nothing of this change was stored. Free some space and try again; the data stored before is safe.',
      { cause },
    );
  }
  if (isInterrupt(cause)) return abortedError(cause);
  if (/^Out of Memory Error/i.test(messageOf(cause))) {
    return new EngineError(
      'SYS-0002',
      'The store ran out of its memory: nothing of this change was stored. Use a larger workspace or smaller batches.',
      { cause },
    );
  }
  if (isDamage(cause)) return damagedError(DATA_FILE, 'is damaged: some of its data cannot be read', cause);
  if (isDiskFailure(cause)) {
    return new EngineError(
      'REST-12004',
      'The disk of the workspace failed: nothing of this change was stored. The data stored before is safe. Look at the disk, and try again.',
      { cause },
    );
  }
  const range = /^(?:Out of Range|Conversion) Error: (.*)/i.exec(messageOf(cause));
  if (range !== null) {
    return new EngineError(
      'REST-30200',
      `A value leaves the range of its type; nothing of this change was stored. ${withoutPaths(range[1] ?? '')}`,
      { cause },
    );
  }
  return cause;
};

const NO_RIGHTS = /permission denied|operation not permitted|EACCES|EPERM/i;
const READ_ONLY_DISK = /read-only file system|EROFS/i;
const NEWER_DATABASE = /trying to read a database file with version number/i;
const DAMAGED =
  /^(?:IO|FATAL|Serialization|Internal|Data Corruption) Error: .*(?:corrupt|could not read enough bytes|not a valid duckdb database file|failure while replaying wal|checksum|deserialize)/is;

/** Whether an error means that a file of the store is damaged. */
const isDamage = (cause: unknown): boolean => DAMAGED.test(messageOf(cause));

/** The error for a data folder that cannot be opened. */
export const openError = (cause: unknown): EngineError => {
  if (cause instanceof EngineError) return cause;
  const message = messageOf(cause);
  const held = /Conflicting lock is held in .*?\(PID (\d+)\)/.exec(message);
  if (held !== null || /could not set lock/i.test(message)) {
    const holder = held === null ? '' : ` (process ${held[1]})`;
    return new EngineError(
      'STORE-LOCKED',
      `The data folder is in use by another engine${holder}. Stop that one first, or choose another folder.`,
      { cause },
    );
  }
  if (isDiskFull(cause)) {
    return new EngineError(
      'REST-12003',
      'The disk is full: the data folder cannot be opened. Free some space and try again.',
      { cause },
    );
  }
  if (READ_ONLY_DISK.test(message)) {
    return new EngineError(
      'STORE-ACCESS',
      'The data folder cannot be opened: it is on a file system that is mounted read-only. Mount it for writing.',
      { cause },
    );
  }
  if (NO_RIGHTS.test(message)) {
    return new EngineError(
      'STORE-ACCESS',
      `The data folder cannot be opened: the account that Acacia runs as may not read and write ${namedIn(message)}. Give it the rights.`,
      { cause },
    );
  }
  if (NEWER_DATABASE.test(message)) {
    return new EngineError(
      'STORE-FORMAT',
      `The file ${DATA_FILE} of the data folder was written by a newer version of Acacia. Start that version, or restore a backup of this one. Nothing was changed.`,
      { cause },
    );
  }
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new EngineError('STORE-OPEN', 'The data folder cannot be opened: a file has its name.', { cause });
  }
  if (isDamage(cause)) return damagedError(namedIn(message), 'is damaged', cause);
  return new EngineError('STORE-OPEN', `The data folder cannot be opened: ${withoutPaths(message)}`, {
    cause,
  });
};

/** The file that a message of DuckDB or the system is about. */
const namedIn = (message: string): string => {
  const file = STORE_FILES.toReversed().find((name) => message.includes(name));
  return file ?? (/wal file/i.test(message) ? LOG_FILE : DATA_FILE);
};
