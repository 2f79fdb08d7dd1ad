/** Running PostgreSQL's programs. */
import { spawn } from 'node:child_process';
import path from 'node:path';

/** Variables of our own environment that PostgreSQL may see: settings of Acacia hold passwords. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** The folder we were started in may be closed to the account. */
export function surroundings(): { cwd: string; env: NodeJS.ProcessEnv } {
  const kept = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    cwd: path.parse(process.cwd()).root,
    env: { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' },
  };
}

/** Runs a program to its end. @throws Error with what it printed when it fails */
export function run(program: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...surroundings(), stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
    // One that ends before it has read all says why in its output.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
