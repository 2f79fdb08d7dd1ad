/**
 * Kills processes that use more memory than their plan allows, before the machine runs out of memory. When all
 * workspaces together use too much, one is killed even if it kept to its plan, and another one the next time.
 */
import { gigabytes, MIB } from './memory.ts';
import type { MemoryPlan } from './memory.ts';
import { residentBytes } from './process-memory.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

/** Milliseconds for which a workspace that was killed for the others is spared, while there is another. */
const SPARED_MS = 60_000;

interface Watched {
  readonly child: WorkspaceProcess;
  readonly plan: MemoryPlan;
}

export interface MemoryWatch {
  /** Watches a process until it ends. */
  add(child: WorkspaceProcess, plan: MemoryPlan): void;
}

interface MemoryWatchOptions {
  /** Milliseconds between two checks. */
  readonly everyMs: number;
  /** Limit in bytes of all processes together. */
  readonly wholeBytes: number;
  /** Called when the system does not report the memory of the processes. */
  readonly onError: (error: unknown) => void;
}

export function watchMemory({ everyMs, wholeBytes, onError }: MemoryWatchOptions): MemoryWatch {
  const watched = new Map<number, Watched>();
  /** Plans whose process was killed for the others, with the time (`performance.now()`). */
  const gaveWay = new WeakMap<MemoryPlan, number>();
  let lookedTooMuch = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const taken = [...(await residentBytes([...watched.keys()]))].flatMap(([pid, bytes]) => {
      const one = watched.get(pid);
      return one === undefined ? [] : [{ pid, bytes, ...one }];
    });
    const tooLarge = taken.filter(({ bytes, plan }) => bytes > plan.mostBytes);
    for (const { pid, child, bytes, plan } of tooLarge) {
      end(pid, child, `more than the ${gigabytes(plan.mostBytes)} that it may`, bytes);
    }
    const sum = taken.reduce((bytes, one) => bytes + one.bytes, 0);
    // Memory of processes killed just now is free at the next check, and one high reading may be a short peak.
    const isTooMuch = tooLarge.length === 0 && sum > wholeBytes;
    const stays = isTooMuch && lookedTooMuch;
    lookedTooMuch = isTooMuch && !stays;
    if (!stays) return;
    const excess = (one: { readonly bytes: number; readonly plan: MemoryPlan }) =>
      one.bytes - one.plan.engineMb * MIB;
    const now = performance.now();
    const spared = ({ plan }: { readonly plan: MemoryPlan }) =>
      now - (gaveWay.get(plan) ?? -Infinity) < SPARED_MS;
    const others = taken.filter((one) => !spared(one));
    const most = (others.length === 0 ? taken : others).reduce((a, b) => (excess(b) > excess(a) ? b : a));
    gaveWay.set(most.plan, now);
    const together = `while all workspaces together took ${gigabytes(sum)} of the ${gigabytes(wholeBytes)} that this machine has for them`;
    end(most.pid, most.child, together, most.bytes, excess(most) <= 0);
  }

  function end(pid: number, child: WorkspaceProcess, why: string, bytes: number, forOthers = false): void {
    watched.delete(pid);
    void child.end(0, {
      why: `took ${gigabytes(bytes)} of memory, ${why}, and was ended to keep the machine running`,
      ...(forOthers ? { forOthers } : {}),
    });
  }

  function lookLater(): void {
    if (timer !== undefined || watched.size === 0) return;
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = undefined;
          lookLater();
        });
    }, everyMs);
    timer.unref();
  }

  return {
    add(child, plan) {
      const { pid } = child;
      if (pid === undefined) return;
      watched.set(pid, { child, plan });
      const forget = () => watched.delete(pid);
      child.exited.then(forget, forget);
      lookLater();
    },
  };
}
