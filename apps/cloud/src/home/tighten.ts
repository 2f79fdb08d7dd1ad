/** The data folder is this account's alone: folders 0700, files 0600, those of earlier versions as well. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What a new file or folder of this process and its children may not give: anything to group and others. */
export const OWNER_ONLY = 0o077;

/** PostgreSQL keeps its own folder closed, and refuses to start when it is not. */
const LEFT_ALONE = 'postgres';

const isWide = (file: string): boolean => {
  const stat = lstatSync(file);
  return !stat.isSymbolicLink() && (stat.mode & OWNER_ONLY) !== 0;
};

/** A folder after all that is in it: cut off, it is still seen to be wide. Links are not followed. */
function tightenBelow(file: string): void {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return;
  if (stat.isDirectory()) for (const name of readdirSync(file)) tightenBelow(path.join(file, name));
  if ((stat.mode & OWNER_ONLY) !== 0) chmodSync(file, stat.mode & 0o700);
}

/**
 * Takes the rights of group and others away from the data folder and all below it. What is in a folder that
 * is closed already is not looked at: after the first time a start costs a look at the top.
 */
export function tightenHome(home: string): void {
  for (const name of readdirSync(home)) {
    const file = path.join(home, name);
    if (name !== LEFT_ALONE && isWide(file)) tightenBelow(file);
  }
  if (isWide(home)) chmodSync(home, 0o700);
}
