/**
 * Keeps one workspace's process running: starts it, starts it again with growing pauses when it dies,
 * gives up after too many deaths in a row, and ends it when asked.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceCondition } from '../driver.ts';
import { exitText } from './workspace-process.ts';
import type { Exit, WorkspaceProcess } from './workspace-process.ts';

/** Milliseconds, except for the counts. */
export interface SupervisorTiming {
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that has answered for so long is healthy: deaths count from one again. */
  readonly healthyAfter: number;
  readonly deathsAllowed: number;
  /** The same for one that has not answered since it was started by hand: fails sooner. */
  readonly deathsAllowedAtStart: number;
  /** A process that does not answer within this is killed and counts as dead. */
  readonly readyWithin: number;
  readonly stopWithin: number;
}

export const TIMING: SupervisorTiming = {
  firstPause: 1_000,
  longestPause: 30_000,
  healthyAfter: 60_000,
  deathsAllowed: 6,
  deathsAllowedAtStart: 2,
  readyWithin: 120_000,
  stopWithin: 15_000,
};

interface SupervisorOptions {
  readonly timing: SupervisorTiming;
  readonly launch: () => Promise<WorkspaceProcess>;
  /** Called after each end of a process, before the next start. */
  readonly afterExit: () => Promise<void>;
  readonly lastLines: () => Promise<readonly string[]>;
  readonly onCondition: (condition: WorkspaceCondition) => void;
  /** A sentence to show while it runs. */
  readonly note?: string;
}

export interface Supervisor {
  condition(): WorkspaceCondition;
  /** Resolves when it answers, rejects with a sentence when it has been given up. */
  whenRunning(): Promise<void>;
  /** Ends it for good; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts at once. */
export function supervise(options: SupervisorOptions): Supervisor {
  const { timing, note } = options;
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  // Nobody may be waiting for it when it fails.
  first.promise.catch(() => undefined);
  let outcome = first;
  let restarts = 0;
  let condition: WorkspaceCondition = { state: 'starting', restarts };

  function become(next: WorkspaceCondition): void {
    condition = next;
    options.onCondition(next);
  }

  /** A new promise for those who ask while it starts again. */
  function expectAnother(): void {
    outcome = Promise.withResolvers<void>();
    outcome.promise.catch(() => undefined);
  }

  /** One life: resolves with how it ended, and for how long it answered (0: never). */
  async function live(): Promise<{ exit: Exit; answeredFor: number; late: boolean }> {
    const child = await options.launch();
    const end = () => void child.end(timing.stopWithin);
    stopping.signal.addEventListener('abort', end, { once: true });
    if (stopping.signal.aborted) end();
    let late = false;
    const overdue = setTimeout(() => {
      late = true;
      void child.end(0);
    }, timing.readyWithin);
    const ready = await child.ready;
    clearTimeout(overdue);
    const since = performance.now();
    if (ready && !stopping.signal.aborted) {
      become({ state: 'running', restarts, note });
      outcome.resolve();
    }
    const exit = await child.exited;
    stopping.signal.removeEventListener('abort', end);
    await options.afterExit();
    return { exit, answeredFor: ready ? performance.now() - since : 0, late };
  }

  async function keepRunning(): Promise<void> {
    let deaths = 0;
    let everAnswered = false;
    become({ state: 'starting', restarts });
    while (!stopping.signal.aborted) {
      const life = await live();
      if (stopping.signal.aborted) break;
      if (life.answeredFor > 0) {
        everAnswered = true;
        expectAnother();
      }
      deaths = life.answeredFor >= timing.healthyAfter ? 1 : deaths + 1;
      const lastExit = life.late
        ? `did not answer within ${timing.readyWithin / 1000} s and was killed`
        : exitText(life.exit);
      if (deaths >= (everAnswered ? timing.deathsAllowed : timing.deathsAllowedAtStart)) {
        const reason = await reasonOf(lastExit, deaths);
        become({ state: 'failed', restarts, reason });
        outcome.reject(new Error(reason));
        return;
      }
      restarts += 1;
      become({ state: 'starting', restarts, lastExit });
      await delay(pauseAfter(deaths, timing), undefined, { signal: stopping.signal }).catch(ignoreAbort);
    }
    become({ state: 'stopped' });
    outcome.reject(new Error('The workspace was stopped while it was being started.'));
  }

  async function reasonOf(lastExit: string, deaths: number): Promise<string> {
    const lines = await options.lastLines();
    const said = lines.length === 0 ? 'It wrote nothing.' : `Its last lines:\n${lines.join('\n')}`;
    return `The workspace's process ${lastExit}, ${deaths} times in a row. ${said}`;
  }

  const done = keepRunning().catch((error: unknown) => {
    // Only the driver's own work fails here (a full disk when the process file is written).
    const reason = `The workspace could not be run: ${error instanceof Error ? error.message : String(error)}`;
    become({ state: 'failed', restarts, reason });
    outcome.reject(new Error(reason));
  });

  return {
    condition: () => condition,
    whenRunning: () => outcome.promise,
    async stop() {
      stopping.abort();
      await done;
      if (condition.state !== 'stopped') become({ state: 'stopped' });
    },
  };
}

/** Doubles with each death in a row. */
function pauseAfter(deaths: number, timing: SupervisorTiming): number {
  return Math.min(timing.firstPause * 2 ** (deaths - 1), timing.longestPause);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
