// Installs the packages when they are missing or the lock file has changed since. Runs on Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeLock } from '../packages/durable-files/src/lock-file.mjs';
import { PINNED_NODE, ROOT } from './process.mjs';

const STAMP = path.join(ROOT, 'node_modules', '.acacia-lock');
/** Outside of node_modules, which npm removes first. */
const LOCK = path.join(ROOT, '.cache', 'install.lock');
/** Held by npm itself, which lives on when the process that started it is killed. */
const NPM_LOCK = path.join(ROOT, '.cache', 'install-npm.lock');
const LOOK_MS = 250;

const isCurrent = (lock) =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock && existsSync(PINNED_NODE);

/** Waits while another process installs here: two at once remove each other's files. */
async function locked(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let told; ; await delay(LOOK_MS)) {
    const lock = takeLock(file);
    if (!('holder' in lock)) return lock;
    if (told !== lock.holder) {
      console.error(`Waiting for process ${lock.holder}, which installs the packages of this folder …`);
      told = lock.holder;
    }
  }
}

/** Resolves to npm's exit code. */
function runNpm(lock) {
  return new Promise((resolve) => {
    const npm = spawn('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: ROOT,
      stdio: ['inherit', process.stderr, 'inherit'],
      shell: process.platform === 'win32',
    });
    if (npm.pid !== undefined) lock.handTo(npm.pid);
    npm.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    npm.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Resolves to false when the packages could not be installed. */
async function install(wanted) {
  const lock = await locked(LOCK);
  const npmLock = await locked(NPM_LOCK);
  try {
    // Another process may have installed them meanwhile.
    if (isCurrent(wanted)) return true;
    // On standard error: what a script prints is read, as a token of `npm run token` is.
    console.error('Installing packages (once, and when the lock file changes) …');
    if ((await runNpm(npmLock)) !== 0 || !existsSync(PINNED_NODE)) return false;
    mkdirSync(path.dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, wanted);
    return true;
  } finally {
    npmLock.release();
    lock.release();
  }
}

export async function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (isCurrent(wanted) || (await install(wanted))) return;
  console.error(
    'The packages could not be installed. Check that the npm registry can be reached (npm ping) and run this again.',
  );
  process.exit(1);
}
