import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What Node compiled of the workspace server, which workspaces with accounts of their own read. */
const COMPILED = path.join('cache', 'node');

/** The folder, and files and folders below it, with permissions for group or others; each with its mode. */
export function wideModes(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return names.flatMap((name) => {
    if (name === COMPILED || name.startsWith(COMPILED + path.sep)) return [];
    const stat = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    const wide = stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
    return wide ? [`${(stat.mode & 0o777).toString(8)} ${name}`] : [];
  });
}
