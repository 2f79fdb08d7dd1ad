// Builds the console when its sources are newer than its built files. Runs on Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runNode } from './process.mjs';

/** Everything that the console is built from. */
const SOURCES = [
  'apps/console',
  'packages/api-client',
  'packages/base',
  'packages/charts',
  'packages/contract',
  'packages/editor',
  'packages/graph-view',
  'packages/language',
  'packages/ui',
  'docs/guides',
];
const SKIPPED = new Set(['node_modules', 'dist', 'test']);
const DIST = path.join(ROOT, 'apps', 'console', 'dist');
const STAMP = path.join(DIST, '.built-from');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* files(full);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      yield full;
    }
  }
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(path.join(ROOT, 'package-lock.json')));
  for (const folder of SOURCES) {
    for (const file of files(path.join(ROOT, folder)))
      hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Exit code of the build; 0 at once when nothing has changed. */
export async function buildConsole() {
  const print = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === print) return 0;
  console.log('Building the console …');
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const code = await runNode([vite, 'build', '--logLevel', 'warn'], {
    cwd: path.join(ROOT, 'apps', 'console'),
  });
  if (code === 0) writeFileSync(STAMP, print);
  return code;
}
