/** Keeps a standby process of a workspace warm, which takes over when the serving one dies. */
import { messageOf } from '@acacia/base';
import { setTimeout as delay } from 'node:timers/promises';
import { ignoreAbort } from '../../timing/ignore-abort.ts';
import { pauseAfter } from './timing.ts';
import type { SupervisorTiming } from './timing.ts';
import { exitText } from './workspace-process.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

interface StandbyOptions {
  readonly timing: SupervisorTiming;
  readonly launch: () => Promise<WorkspaceProcess>;
  /** Called when a standby became ready or ended. */
  readonly onChange: () => void;
  /** Takes a sentence for the log. */
  readonly alert: (text: string) => void;
}

export interface Standby {
  /** Whether a standby is ready. */
  readonly warm: boolean;
  /** Starts a standby, and another one whenever it dies; returns at once. */
  keep(): void;
  /** Hands over the standby, and starts no other until `keep`; undefined when none is ready. */
  take(): WorkspaceProcess | undefined;
  /** Ends the standby for good; resolves when the process is gone. */
  stop(): Promise<void>;
}

export function createStandby({ timing, launch, onChange, alert }: StandbyOptions): Standby {
  const stopping = new AbortController();
  let waiting: { readonly child: WorkspaceProcess; readonly give: () => void } | undefined;
  let keeping: Promise<void> | undefined;

  /** Runs one standby from its start until it ends or is taken. Resolves with whether it was taken. */
  async function live(): Promise<boolean> {
    const child = await launch();
    const end = () => void child.end(timing.stopWithin);
    stopping.signal.addEventListener('abort', end, { once: true });
    if (stopping.signal.aborted) end();
    try {
      const late = `was not ready within ${timing.readyWithin / 1000} s and was killed`;
      const overdue = setTimeout(() => void child.end(0, { why: late }), timing.readyWithin);
      const ready = await child.standingBy;
      clearTimeout(overdue);
      if (ready && !stopping.signal.aborted && (await waitFor(child))) return true;
      const exit = await child.exited;
      if (!stopping.signal.aborted) alert(`The replica ${exitText(exit)}. Another one is being started.`);
      return false;
    } finally {
      stopping.signal.removeEventListener('abort', end);
    }
  }

  /** Offers the process to `take` until it ends or is taken. Resolves with whether it was taken. */
  async function waitFor(child: WorkspaceProcess): Promise<boolean> {
    const taken = Promise.withResolvers<true>();
    waiting = { child, give: () => taken.resolve(true) };
    onChange();
    const given = await Promise.race([taken.promise, child.exited.then(() => false)]);
    if (waiting?.child === child) {
      waiting = undefined;
      if (!stopping.signal.aborted) onChange();
    }
    return given;
  }

  async function keepOne(): Promise<void> {
    for (let deaths = 1; !stopping.signal.aborted; deaths++) {
      try {
        if (await live()) return;
      } catch (error) {
        // The driver's own work failed (a full disk when the process file is written).
        alert(`A replica could not be started: ${messageOf(error)}`);
      }
      const pause = pauseAfter(deaths, timing);
      await delay(pause, undefined, { signal: stopping.signal }).catch(ignoreAbort);
    }
  }

  return {
    get warm() {
      return waiting !== undefined;
    },
    keep() {
      if (stopping.signal.aborted) return;
      keeping ??= keepOne().finally(() => {
        keeping = undefined;
      });
    },
    take() {
      const taken = waiting;
      waiting = undefined;
      taken?.give();
      return taken?.child;
    },
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}
