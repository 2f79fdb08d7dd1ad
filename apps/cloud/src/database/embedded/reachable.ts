/**
 * PostgreSQL's programs at a place where the account that runs them may look. The programs judge their
 * own path by the account's plain rights, whatever else it was given, so a closed folder above them
 * (`/root`, a private checkout) needs a copy elsewhere.
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

/** Whether nobody but us can have put something into the folder. */
function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Copies aside and moves in place, so that a cut-off copy is never used. */
function copy(from: string, to: string): void {
  const aside = mkdtempSync(`${to}-`);
  cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
  // Whatever the umask: others are to pass here.
  for (const entry of readdirSync(aside, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(aside, 0o755);
  rmSync(to, { recursive: true, force: true });
  renameSync(aside, to);
}

/**
 * @param places where a copy may be made, the first that the account reaches is taken
 * @throws a sentence when there is none
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
    // What cleans temporary folders takes single files.
    if (!existsSync(folder) || listing(folder) !== listing(native)) copy(native, folder);
    const moved = (program: string) => path.join(folder, path.relative(native, program));
    return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
  }
  throw new Error(
    `PostgreSQL runs under another account than root, which cannot reach ${binaries.postgres}. Move Acacia's folder to where others may pass, or start Acacia as another user.`,
  );
}
