import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Node's compile cache of the workspace server, which workspaces with accounts of their own read. */
const COMPILED = path.join('cache', 'node');

/** The paths of all files and folders below it. Processes that end may remove some meanwhile. */
export function pathsBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? [file, ...pathsBelow(file)] : [file];
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The folder, and files and folders below it, with permissions for group or others; each with its mode. */
export function wideModes(folder: string): string[] {
  return [folder, ...pathsBelow(folder)].flatMap((file) => {
    const name = path.relative(folder, file);
    if (name === COMPILED || name.startsWith(COMPILED + path.sep)) return [];
    const stat = lstatSync(file, { throwIfNoEntry: false });
    const wide = stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
    return wide ? [`${(stat.mode & 0o777).toString(8)} ${name}`] : [];
  });
}
