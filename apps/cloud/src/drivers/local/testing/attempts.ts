/**
 * Tries actions that a workspace must not be able to take: under Node's permissions, or without them in a thread with
 * flags of its own, where only the operating system can refuse.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const tries = {
  read: (at: string) => readFile(at, 'utf8'),
  list: (at: string) => readdir(at),
  write: (at: string) => writeFile(at, 'written'),
  signal: async (at: string) => process.kill(Number(at), 0),
  connect: async (at: string) => once(connect(at), 'connect').then(() => undefined),
  identity: async () => `${process.getuid?.()} ${readFileSync('/proc/self/status', 'utf8')}`,
  run: async (at: string) => execFileSync(at, { encoding: 'utf8' }),
};

export interface Attempt {
  readonly what: keyof typeof tries;
  readonly at: string;
}

/** The result of an attempt, or the error code with which it was refused. */
interface Outcome {
  readonly result?: string;
  readonly refused?: string;
}

/** Under Node's permissions. */
export const attempt = ({ what, at }: Attempt): Promise<Outcome> =>
  tries[what](at).then(
    (result) => ({ result: result === undefined ? 'done' : String(result).slice(0, 1000) }),
    (error: NodeJS.ErrnoException) => ({ refused: error.code ?? error.message }),
  );

/** Without Node's permissions. */
export async function attemptBeyond(tried: Attempt): Promise<Outcome> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: tried, execArgv: [] });
  const [outcome] = (await once(thread, 'message')) as [Outcome];
  return outcome;
}

if (!isMainThread) parentPort?.postMessage(await attempt(workerData as Attempt));
