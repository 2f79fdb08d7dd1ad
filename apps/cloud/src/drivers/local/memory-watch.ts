/** Ends processes that take more memory than they were given, before the machine runs out of it. */
import { gigabytes } from './memory.ts';
import { residentBytes } from './process-memory.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

export interface MemoryWatch {
  /** Watches it until it ends. */
  add(child: WorkspaceProcess, mostBytes: number): void;
}

/**
 * Looks at all of them every `everyMs` while there are any.
 * @param onError told when the system does not say what they take
 */
export function watchMemory(everyMs: number, onError: (error: unknown) => void): MemoryWatch {
  const watched = new Map<number, { readonly child: WorkspaceProcess; readonly mostBytes: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const taken = await residentBytes([...watched.keys()]);
    for (const [pid, bytes] of taken) {
      const one = watched.get(pid);
      if (one === undefined || bytes <= one.mostBytes) continue;
      watched.delete(pid);
      void one.child.end(0, sentence(bytes, one.mostBytes));
    }
  }

  function plan(): void {
    if (timer !== undefined || watched.size === 0) return;
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = undefined;
          plan();
        });
    }, everyMs);
    timer.unref();
  }

  return {
    add(child, mostBytes) {
      const { pid } = child;
      if (pid === undefined) return;
      watched.set(pid, { child, mostBytes });
      const forget = () => watched.delete(pid);
      child.exited.then(forget, forget);
      plan();
    },
  };
}

function sentence(bytes: number, mostBytes: number): string {
  return `took ${gigabytes(bytes)} of memory, more than the ${gigabytes(mostBytes)} that it may, and was ended to keep the machine running`;
}
