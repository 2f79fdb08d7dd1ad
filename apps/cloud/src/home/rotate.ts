/** Keeps log files from growing without end. */
import { existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 20 * 1024 * 1024;

/** Puts a large log file aside, over the one put aside before; says whether it has. */
export function putAsideWhenLarge(file: string): boolean {
  if (!existsSync(file) || statSync(file).size <= MAX_BYTES) return false;
  renameSync(file, `${file}.1`);
  return true;
}
