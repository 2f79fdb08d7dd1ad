// Installs the packages when they are missing or the lock file has changed since. Runs on Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PINNED_NODE, ROOT } from './process.mjs';

const STAMP = path.join(ROOT, 'node_modules', '.acacia-lock');

export function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  const current = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (current === lock && existsSync(PINNED_NODE)) return;
  console.log('Installing packages (once, and when the lock file changes) …');
  const result = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0 || !existsSync(PINNED_NODE)) {
    console.error(
      'The packages could not be installed. Check that the npm registry can be reached (npm ping) and run this again.',
    );
    process.exit(1);
  }
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, lock);
}
