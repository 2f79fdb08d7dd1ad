/**
 * Threads for password hashes alone, with a short queue. Node's own thread pool, which files, DNS and queries need, is
 * not used, so that a flood of passwords delays passwords and nothing else.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Derivation } from './scrypt.ts';
import type { FromWorker } from './derive.worker.ts';

/** Priority: those who signed in before are served before strangers. */
export type Lane = 'known' | 'unknown';

/** Too many hashes wait. Nothing was looked at; try again later. */
export class PasswordsBusy extends Error {
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many people are signing in at this moment. Try again in a few seconds.');
    this.name = 'PasswordsBusy';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Pool {
  /** @throws PasswordsBusy when the lane is full */
  derive(derivation: Derivation, lane: Lane): Promise<Uint8Array>;
}

interface Job {
  readonly derivation: Derivation;
  readonly resolve: (key: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** A full lane takes some seconds to work off: whoever waits longer has reloaded the page. */
const MOST_WAITING = 16;
const RETRY_AFTER_SECONDS = 5;

/**
 * @param size threads: half of the machine at most, and no more than two
 * @param mostWaiting jobs that wait in each lane
 */
export function createPool(
  size: number = availableParallelism() > 2 ? 2 : 1,
  mostWaiting: number = MOST_WAITING,
): Pool {
  const waiting: Record<Lane, Job[]> = { known: [], unknown: [] };
  const idle: Worker[] = [];
  let threads = 0;

  const serve = (): void => {
    while (waiting.known.length + waiting.unknown.length > 0) {
      if (idle.length === 0 && threads === size) return;
      const job = waiting.known.shift() ?? waiting.unknown.shift();
      if (job !== undefined) run(idle.pop() ?? start(), job);
    }
  };
  const start = (): Worker => {
    threads += 1;
    const worker = new Worker(new URL('./derive.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    worker.once('exit', () => {
      threads -= 1;
      const place = idle.indexOf(worker);
      if (place >= 0) idle.splice(place, 1);
      serve();
    });
    return worker;
  };
  const run = (worker: Worker, { derivation, resolve, reject }: Job): void => {
    const settle = (): void => void worker.off('message', answered).off('error', died).off('exit', ended);
    const answered = (message: FromWorker): void => {
      settle();
      // A thread that has nothing to do keeps no process alive.
      worker.unref();
      idle.push(worker);
      if ('key' in message) resolve(message.key);
      else reject(new Error(message.error));
      serve();
    };
    const died = (error: Error): void => {
      settle();
      reject(error);
    };
    const ended = (): void => died(new Error('The thread that hashes passwords has ended.'));
    worker.on('message', answered).on('error', died).on('exit', ended);
    worker.ref();
    worker.postMessage(derivation);
  };

  return {
    derive: (derivation, lane) =>
      new Promise((resolve, reject) => {
        const free = idle.length > 0 || threads < size;
        if (!free && waiting[lane].length >= mostWaiting) {
          reject(new PasswordsBusy(RETRY_AFTER_SECONDS));
          return;
        }
        waiting[lane].push({ derivation, resolve, reject });
        serve();
      }),
  };
}
