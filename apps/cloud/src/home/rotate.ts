/** Rotates log files by size. */
import { existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 20 * 1024 * 1024;

/** Renames a log file above 20 MiB to `<file>.1`, replacing an earlier one. @returns whether it has */
export function putAsideWhenLarge(file: string): boolean {
  if (!existsSync(file) || statSync(file).size <= MAX_BYTES) return false;
  renameSync(file, `${file}.1`);
  return true;
}
