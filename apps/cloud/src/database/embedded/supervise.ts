/** Supervises a server: restarts it when it dies, with growing pauses, a limited number of times in a row. */
import { setTimeout as delay } from 'node:timers/promises';
import { ignoreAbort } from '../../timing/ignore-abort.ts';

interface Life {
  /** Resolves when the server has ended. */
  readonly exited: Promise<void>;
}

interface SuperviseOptions<L extends Life> {
  /** Starts the server; resolves when it answers. */
  readonly launch: () => Promise<L>;
  /** Milliseconds before each restart in a row; after the last one the server is given up. */
  readonly pauses?: readonly number[];
  /** Milliseconds of running after which a death counts as the first again. */
  readonly healthyAfter?: number;
  /** Called when the server has died, and when it answers again. */
  readonly onChange: (state: 'down' | 'up') => void;
}

export interface Supervised<L extends Life> {
  /** The server that runs, or ran last. */
  current(): L;
  /** Resolves with the last error when the server has been given up; never after `release`. */
  readonly givenUp: Promise<unknown>;
  /** Ends the supervision, so that the server may be stopped; resolves when no restart is under way. */
  release(): Promise<void>;
}

const PAUSES = [0, 200, 500, 1_000, 2_000, 5_000, 10_000];
const HEALTHY_MS = 60_000;

/** Starts and supervises a server. Rejects when the first start fails. */
export async function supervise<L extends Life>({
  launch,
  pauses = PAUSES,
  healthyAfter = HEALTHY_MS,
  onChange,
}: SuperviseOptions<L>): Promise<Supervised<L>> {
  const released = new AbortController();
  const givenUp = Promise.withResolvers<unknown>();
  let life = await launch();
  /** Number of restarts in a row. */
  let spent = 0;
  let restarting: Promise<boolean> = Promise.resolve(true);

  async function restart(): Promise<boolean> {
    let failure: unknown = new Error('It ended again and again.');
    while (spent < pauses.length) {
      const pause = pauses[spent];
      spent += 1;
      await delay(pause, undefined, { signal: released.signal }).catch(ignoreAbort);
      if (released.signal.aborted) return false;
      try {
        life = await launch();
        return true;
      } catch (error) {
        failure = error;
      }
    }
    givenUp.resolve(failure);
    return false;
  }

  async function keep(): Promise<void> {
    for (;;) {
      const began = performance.now();
      await life.exited;
      if (released.signal.aborted) return;
      if (performance.now() - began >= healthyAfter) spent = 0;
      onChange('down');
      restarting = restart();
      if (!(await restarting)) return;
      onChange('up');
    }
  }
  // It does not reject: failures resolve `givenUp`.
  void keep();
  return {
    current: () => life,
    givenUp: givenUp.promise,
    async release() {
      released.abort();
      await restarting;
    },
  };
}
