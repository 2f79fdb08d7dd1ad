/** Keeps log files from growing without end: looked at when they are opened, at start. */
import { existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 20 * 1024 * 1024;

/** Puts a large log file aside, over the one put aside before. */
export function putAsideWhenLarge(file: string): void {
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`);
}
