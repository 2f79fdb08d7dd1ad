/**
 * Provides PostgreSQL's programs at a path that their account can read. The programs check their own path by the
 * account's file permissions, whatever capabilities it has, so that programs below a closed folder (`/root`, a private
 * checkout) must be copied elsewhere.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { startError } from '../../errors/start.ts';

const PLACES = [tmpdir(), '/var/tmp', '/tmp'];

/** Every file below a folder with its size. */
function listing(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return `${path.relative(folder, file)} ${lstatSync(file).size}`;
    })
    .sort()
    .join('\n');
}

/** Whether only this account can have written into the folder. */
function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Copies to a temporary folder and renames it, so that an interrupted copy is never used. */
function copy(from: string, to: string): void {
  const aside = mkdtempSync(`${to}-`);
  cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
  // Regardless of the umask: other accounts must be able to enter.
  for (const entry of readdirSync(aside, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(aside, 0o755);
  rmSync(to, { recursive: true, force: true });
  renameSync(aside, to);
}

/**
 * The programs, or their copies where the account cannot reach them.
 * @param places folders for a copy; the first one that the account can reach is used
 * @throws StartError when there is none
 */
export function reachableBinaries(
  binaries: Binaries,
  account: Account,
  places: readonly string[] = PLACES,
): Binaries {
  if (account.reaches(binaries.postgres)) return binaries;
  const native = path.resolve(path.dirname(binaries.postgres), '..');
  for (const place of places) {
    if (!existsSync(place) || !account.reaches(place)) continue;
    const folder = path.join(place, 'acacia-postgresql');
    if (existsSync(folder) && !isOurs(folder)) continue;
    // The system's cleaning of temporary folders may have removed single files.
    if (!existsSync(folder) || listing(folder) !== listing(native)) copy(native, folder);
    const moved = (program: string) => path.join(folder, path.relative(native, program));
    return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
  }
  throw startError('programsOutOfReach', { path: binaries.postgres });
}
