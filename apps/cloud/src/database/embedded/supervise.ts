/** Keeps a server running: when it ends by itself it is started again, with growing pauses, a few times. */
import { setTimeout as delay } from 'node:timers/promises';
import { ignoreAbort } from '../../timing/ignore-abort.ts';

interface Life {
  /** Resolves when the server has ended. */
  readonly exited: Promise<void>;
}

interface SuperviseOptions<L extends Life> {
  /** Resolves when it answers. */
  readonly launch: () => Promise<L>;
  /** Milliseconds before each attempt to start it again; after the last one it is given up. */
  readonly pauses?: readonly number[];
  /** Milliseconds of life after which a death counts as the first. */
  readonly healthyAfter?: number;
  /** Told that it has ended by itself, and that it answers again. */
  readonly onChange: (state: 'down' | 'up') => void;
}

export interface Supervised<L extends Life> {
  /** The one that runs, or ran last. */
  current(): L;
  /** Resolves when it has been given up; never after `release`. */
  readonly givenUp: Promise<unknown>;
  /** From now on its end is wished for; resolves when none is being started any more. */
  release(): Promise<void>;
}

const PAUSES = [0, 200, 500, 1_000, 2_000, 5_000, 10_000];
const HEALTHY_MS = 60_000;

/** Starts it. Rejects when that fails the first time. */
export async function supervise<L extends Life>({
  launch,
  pauses = PAUSES,
  healthyAfter = HEALTHY_MS,
  onChange,
}: SuperviseOptions<L>): Promise<Supervised<L>> {
  const released = new AbortController();
  const givenUp = Promise.withResolvers<unknown>();
  let life = await launch();
  /** Pauses that were spent on deaths in a row. */
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
  // Nothing in it rejects: what fails is told by `givenUp`.
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
