/** Turns DuckDB's errors into sentences that name what happened and what to do. */
import { EngineError } from '../errors.ts';

const DISK_FULL =
  /no space left on device|disk quota exceeded|not enough space|ENOSPC|max_temp_directory_size/i;

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** After such an error DuckDB answers nothing more until the instance is opened again. */
export const isFatal = (cause: unknown): boolean =>
  /^FATAL Error|database has been invalidated/i.test(messageOf(cause));

const isInterrupt = (cause: unknown): boolean => /^INTERRUPT Error/i.test(messageOf(cause));

const isDiskFull = (cause: unknown): boolean =>
  (cause instanceof EngineError && cause.code === 'REST-12003') || DISK_FULL.test(messageOf(cause));

export const abortedError = (cause?: unknown): EngineError =>
  new EngineError('SYS-0003', 'The operation was aborted; nothing of it was stored.', { cause });

/** What a caller is told about a failure of the store; errors that are the caller's pass unchanged. */
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
  const range = /^(?:Out of Range|Conversion) Error: (.*)/i.exec(messageOf(cause));
  if (range !== null) {
    return new EngineError(
      'REST-30200',
      `A value leaves the range of its type; nothing of this change was stored. ${range[1]}`,
      { cause },
    );
  }
  return cause;
};

/** What a person is told when a data folder cannot be opened. */
export const openError = (folder: string, cause: unknown): unknown => {
  const message = messageOf(cause);
  const held = /Conflicting lock is held in .*?\(PID (\d+)\)/.exec(message);
  if (held !== null || /could not set lock/i.test(message)) {
    const holder = held === null ? '' : ` (process ${held[1]})`;
    return new EngineError(
      'STORE-LOCKED',
      `The data folder ${folder} is in use by another engine${holder}. Stop that one first, or choose another folder.`,
      { cause },
    );
  }
  if (isDiskFull(cause)) {
    return new EngineError(
      'REST-12003',
      `The disk is full: the data folder ${folder} cannot be opened. Free some space and try again.`,
      { cause },
    );
  }
  return new EngineError('STORE-OPEN', `The data folder ${folder} cannot be opened: ${message}`, { cause });
};
