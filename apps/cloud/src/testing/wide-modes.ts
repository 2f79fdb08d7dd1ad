import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files and folders, of the folder and below it, that give anything to group or others; with their modes. */
export function wideModes(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return names.flatMap((name) => {
    const stat = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    const wide = stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
    return wide ? [`${(stat.mode & 0o777).toString(8)} ${name}`] : [];
  });
}
