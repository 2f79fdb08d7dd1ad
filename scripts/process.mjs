// Child processes of the scripts: on the pinned Node, signals passed on, exit codes kept.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const BIN = path.join(ROOT, 'node_modules', '.bin');
export const PINNED_NODE = path.join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node');

/** Environment in which `node` is the pinned one. */
export const pinnedEnvironment = (extra = {}) => ({
  ...process.env,
  PATH: `${BIN}${path.delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

const PARENT_CHECK_MS = 250;

/**
 * Runs a command; resolves with its exit code. SIGINT and SIGTERM go on to it, and it is ended when whoever
 * started us is gone: npm passes its signals to a shell that does not hand them on.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: pinnedEnvironment(), ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      pass('SIGTERM');
    }, PARENT_CHECK_MS);
    watch.unref();
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

export const runNode = (args, options) => run(PINNED_NODE, args, options);
