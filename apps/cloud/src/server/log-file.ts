/** The log file of the control plane: a disk that is full costs lines, never the process or a request. */
import { asError } from '@acacia/base';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { putAsideWhenLarge } from '../home/rotate.ts';

export interface LogFile {
  /** Appends a line; never throws. */
  write(line: string): void;
  /** Begins a new file where this one has become large; never throws. */
  rotate(): void;
  /** Has the system write what it holds; never throws. */
  sync(): void;
}

interface Options {
  /** Called once when the file cannot be written, and again only after a line has been written. */
  readonly onError: (error: Error) => void;
  /** The line that says how many were lost, written before the next one. */
  readonly lost: (lines: number) => string;
}

const NOTHING = Buffer.alloc(0);

/** @throws Error when the file cannot be opened */
export function openLogFile(
  path: string,
  { onError, lost }: Options,
  write: typeof writeSync = writeSync,
): LogFile {
  putAsideWhenLarge(path);
  let file = openSync(path, 'a', 0o600);
  /** The end of a line of which a part was written. */
  let rest: Buffer = NOTHING;
  let failing = false;
  let missing = 0;

  function fail(error: unknown): void {
    if (failing) return;
    failing = true;
    onError(asError(error));
  }

  /** @returns whether all is written */
  function drain(): boolean {
    try {
      while (rest.length > 0) rest = rest.subarray(write(file, rest));
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** Appends a line, or what goes of it: its end comes before the next one. @returns whether it has begun */
  function append(line: string): boolean {
    const whole = Buffer.from(line);
    rest = whole;
    if (drain()) return true;
    if (rest.length < whole.length) return true;
    rest = NOTHING;
    return false;
  }

  return {
    write(line) {
      if (drain() && missing > 0 && append(lost(missing))) missing = 0;
      if (rest.length > 0 || missing > 0 || !append(line)) missing += 1;
      else failing = rest.length > 0;
    },
    rotate() {
      try {
        if (!putAsideWhenLarge(path)) return;
        const next = openSync(path, 'a', 0o600);
        closeSync(file);
        file = next;
        rest = NOTHING;
      } catch (error) {
        fail(error);
      }
    },
    sync() {
      try {
        fsyncSync(file);
      } catch (error) {
        fail(error);
      }
    },
  };
}
