/** Installs the peers into `bench/peers`, when they are missing or their lock file has changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../peers');
const STAMP = path.join(FOLDER, 'node_modules', '.bench-lock');

export function installPeers(): void {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(FOLDER, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  console.log('Installing the databases to compare with (once, some 700 MB) …');
  const { status } = spawnSync('npm', ['install', '--no-save', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm install in ${FOLDER} ended with ${status}.`);
  writeFileSync(STAMP, lock);
}

/** Loads a package of `bench/peers`; the caller knows its shape. */
export const requirePeer = createRequire(path.join(FOLDER, 'package.json'));
