/** `npm start` builds again what has changed: the sources of a build have every package that goes into it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Folders of the packages that a folder's package needs, also by way of others. */
function packagesOf(folder: string, found = new Set<string>()): ReadonlySet<string> {
  const text = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as Manifest;
  for (const name of Object.keys(dependencies)) {
    const needed = name.replace('@acacia/', 'packages/');
    if (!name.startsWith('@acacia/') || found.has(needed) || !existsSync(path.join(ROOT, needed))) continue;
    packagesOf(needed, found.add(needed));
  }
  return found;
}

test.each(['apps/console', 'apps/workspace', 'apps/cloud'])('%s', (folder) => {
  const script = readFileSync(path.join(ROOT, 'scripts/build.mjs'), 'utf8');
  const sources = new RegExp(`sources: \\[\\s+'${folder}',([^\\]]*)\\]`).exec(script)?.[1] ?? '';
  const needed = [...packagesOf(folder)];
  expect(needed).toContain('packages/contract');
  expect(needed.filter((each) => !sources.includes(`'${each}'`))).toEqual([]);
});
