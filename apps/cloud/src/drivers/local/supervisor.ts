/**
 * Supervises one workspace: starts its process, restarts it with growing pauses when it dies, without limit, and ends
 * it on request. The supervisor gives up only after several failed starts in a row: a process that has answered can
 * answer again, whatever a query has done to it. With a warm standby there is no restart: the standby takes over at
 * once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceCondition } from '../driver.ts';
import { createStandby } from './standby.ts';
import { ignoreAbort } from '../../timing/ignore-abort.ts';
import { pauseAfter } from './timing.ts';
import type { SupervisorTiming } from './timing.ts';
import { exitText } from './workspace-process.ts';
import type { Exit, WorkspaceProcess } from './workspace-process.ts';
import { tellable } from '../../errors/tellable.ts';

type Role = 'serve' | 'stand by';

interface SupervisorOptions {
  readonly timing: SupervisorTiming;
  readonly launch: (role: Role) => Promise<WorkspaceProcess>;
  /** Whether to keep a standby process. */
  readonly standby: boolean;
  readonly lastLines: () => Promise<readonly string[]>;
  readonly onCondition: (condition: WorkspaceCondition) => void;
  /** Takes a sentence for the log. */
  readonly alert: (text: string) => void;
  /** A sentence to show while the workspace runs. */
  readonly note?: string | undefined;
}

export interface Supervisor {
  condition(): WorkspaceCondition;
  /** Resolves when the workspace answers, rejects when it is given up or stopped before. */
  whenRunning(): Promise<void>;
  /** Ends the workspace for good; resolves when its processes are gone. */
  stop(): Promise<void>;
}

/** How a process ended, and for how long it answered (0: never), in milliseconds. */
interface Life {
  readonly exit: Exit;
  readonly answeredFor: number;
}

/** Supervises a workspace; starts its process at once. */
export function supervise(options: SupervisorOptions): Supervisor {
  const { timing, note, alert } = options;
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  // When it rejects, perhaps nobody waits for it.
  first.promise.catch(() => undefined);
  let outcome = first;
  let restarts = 0;
  let condition: WorkspaceCondition = { state: 'starting', restarts };
  const standby = options.standby
    ? createStandby({ timing, alert, launch: () => options.launch('stand by'), onChange: showStandby })
    : undefined;

  function become(next: WorkspaceCondition): void {
    condition = next;
    options.onCondition(next);
  }

  function running(): WorkspaceCondition {
    return {
      state: 'running',
      restarts,
      ...(note === undefined ? {} : { note }),
      ...(standby?.warm === false ? { degraded: true } : {}),
    };
  }

  function showStandby(): void {
    if (condition.state === 'running') become(running());
  }

  /** Renews the promise of `whenRunning` for a restart. */
  function expectAnother(): void {
    outcome = Promise.withResolvers<void>();
    outcome.promise.catch(() => undefined);
  }

  /** The process to serve next: the promoted standby, or a new process. */
  async function next(): Promise<WorkspaceProcess> {
    const waiting = standby?.take();
    if (waiting === undefined) return options.launch('serve');
    waiting.promote();
    return waiting;
  }

  async function live(): Promise<Life> {
    const child = await next();
    const end = () => void child.end(timing.stopWithin);
    stopping.signal.addEventListener('abort', end, { once: true });
    if (stopping.signal.aborted) end();
    const late = `did not answer within ${timing.readyWithin / 1000} s and was killed`;
    const overdue = setTimeout(() => void child.end(0, { why: late }), timing.readyWithin);
    const ready = await child.ready;
    clearTimeout(overdue);
    const since = performance.now();
    if (ready && !stopping.signal.aborted) {
      become(running());
      outcome.resolve();
      standby?.keep();
    }
    const exit = await child.exited;
    stopping.signal.removeEventListener('abort', end);
    // A standby takes over without waiting for the last output of its predecessor.
    if (standby?.warm !== true) await child.drained;
    return { exit, answeredFor: ready ? performance.now() - since : 0 };
  }

  async function keepRunning(): Promise<void> {
    let deaths = 0;
    let failedStarts = 0;
    let everAnswered = false;
    become({ state: 'starting', restarts });
    while (!stopping.signal.aborted) {
      const life = await live();
      if (stopping.signal.aborted) break;
      if (life.answeredFor > 0) {
        everAnswered = true;
        failedStarts = 0;
        expectAnother();
      } else if (life.exit.forOthers !== true) failedStarts += 1;
      deaths = life.answeredFor >= timing.healthyAfter ? 1 : deaths + 1;
      const lastExit = exitText(life.exit);
      if (failedStarts >= (everAnswered ? timing.failedStartsAllowed : timing.failedStartsAllowedAtFirst)) {
        return giveUp(lastExit, failedStarts);
      }
      restarts += 1;
      become({ state: 'starting', restarts, lastExit });
      await beforeAnother(lastExit, deaths);
    }
    become({ state: 'stopped' });
    outcome.reject(new Error('The workspace was stopped while it was being started.'));
  }

  async function beforeAnother(lastExit: string, deaths: number): Promise<void> {
    if (standby?.warm === true) {
      alert(`The process ${lastExit}. The replica takes over.`);
      return;
    }
    const pause = pauseAfter(deaths, timing);
    alert(`The process ${lastExit}. It is started again in ${pause / 1000} s.`);
    await delay(pause, undefined, { signal: stopping.signal }).catch(ignoreAbort);
  }

  async function giveUp(lastExit: string, starts: number): Promise<void> {
    await standby?.stop();
    const lines = await options.lastLines();
    const said = lines.length === 0 ? 'It wrote nothing.' : `Its last lines:\n${lines.join('\n')}`;
    const reason = `The workspace's process ${lastExit}, ${starts} times in a row. ${said}`;
    alert(`The process ${lastExit}, ${starts} times in a row, and is given up.`);
    become({ state: 'failed', restarts, reason });
    outcome.reject(new Error(reason));
  }

  const done = keepRunning().catch(async (error: unknown) => {
    // Only the driver's own work fails here (a full disk when the process file is written, a lost database).
    const reason = `The workspace could not be run: ${tellable(error)}`;
    await standby?.stop();
    alert(reason);
    become({ state: 'failed', restarts, reason });
    outcome.reject(new Error(reason));
  });

  return {
    condition: () => condition,
    whenRunning: () => outcome.promise,
    async stop() {
      stopping.abort();
      await Promise.all([done, standby?.stop()]);
      if (condition.state !== 'stopped') become({ state: 'stopped' });
    },
  };
}
