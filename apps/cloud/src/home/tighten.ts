/** Restricts the data folder to this account: folders 0700, files 0600, also those of earlier versions. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The umask of this process and its children: no permissions for group and others. */
export const OWNER_ONLY = 0o077;

/** The folder of PostgreSQL, which keeps it closed itself, and refuses to start when it is not. */
const LEFT_ALONE = 'postgres';

function isWide(file: string): boolean {
  const stat = lstatSync(file);
  return !stat.isSymbolicLink() && (stat.mode & OWNER_ONLY) !== 0;
}

/**
 * Restricts a file, or a folder after its content: an interrupted run leaves the folder open, so that the next one
 * repeats it. Links are not followed.
 */
function tightenBelow(file: string): void {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return;
  if (stat.isDirectory()) for (const name of readdirSync(file)) tightenBelow(path.join(file, name));
  if ((stat.mode & OWNER_ONLY) !== 0) chmodSync(file, stat.mode & 0o700);
}

/**
 * Removes the permissions of group and others from the data folder and everything below it. The content of a folder
 * that is closed already is skipped: after the first time, a start checks only the top level.
 */
export function tightenHome(home: string): void {
  for (const name of readdirSync(home)) {
    const file = path.join(home, name);
    if (name !== LEFT_ALONE && isWide(file)) tightenBelow(file);
  }
  if (isWide(home)) chmodSync(home, 0o700);
}
