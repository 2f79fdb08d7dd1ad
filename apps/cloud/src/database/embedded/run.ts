/** Runs PostgreSQL's programs. */
import { spawn } from 'node:child_process';
import path from 'node:path';

/** Variables of the environment that PostgreSQL gets; others, such as Acacia's settings, may hold passwords. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LD_PRELOAD'];

/** Working folder and environment of the programs: the account may be unable to enter the present working folder. */
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

/** Runs a program to its end. Rejects with its output when it fails. */
export function run(program: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...surroundings(), stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
    // A program that ends before it has read its input gives the reason in its output.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
