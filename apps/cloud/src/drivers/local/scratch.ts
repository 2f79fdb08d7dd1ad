/** Scratch workspaces: unlisted, started on a folder for a few calls, and ended again. */
import { randomBytes, randomUUID } from 'node:crypto';
import { GATEWAY_HEADERS } from '@acacia/contract';
import { callWorkspace } from '../workspace-call.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import type { Launcher } from './launcher.ts';
import type { MemoryBudget } from './memory.ts';
import { doorOf, type LocalPaths } from './paths.ts';
import { removeSocket } from './process-file.ts';
import type { SupervisorTiming } from './timing.ts';
import { exitText } from './workspace-process.ts';

/** Calls the workspace and returns the response's text; rejects with the workspace's own message when it refuses. */
type Call = (call: WorkspaceCall) => Promise<string>;

export type WithScratchWorkspace = <T>(
  folder: string,
  options: { readonly readOnly: boolean; readonly version: string },
  work: (call: Call) => Promise<T>,
) => Promise<T>;

interface ScratchOptions {
  readonly paths: LocalPaths;
  readonly launch: Launcher;
  readonly memory: MemoryBudget;
  readonly timing: SupervisorTiming;
  /** Aborted to end all scratch workspaces. */
  readonly closing: AbortSignal;
}

/** Bytes. The store reads a graph piece by piece, so a larger graph needs no more. */
const MEMORY = 2 * 2 ** 30;
const CPUS = 2;
const LAST_WORDS = 8;

/**
 * Makes the function that runs a scratch workspace for as long as `work` takes, and ends it also when `work` fails.
 * The function rejects with the last lines of the workspace when it does not start.
 */
export function scratchWorkspaces({
  paths,
  launch,
  memory,
  timing,
  closing,
}: ScratchOptions): WithScratchWorkspace {
  return async (folder, { readOnly, version }, work) => {
    closing.throwIfAborted();
    const id = `scratch-${randomUUID().slice(0, 8)}`;
    const socket = paths.socket(id);
    const key = randomBytes(32).toString('base64url');
    const words: string[] = [];
    const [processFile] = paths.processFiles(id);
    const plan = memory.claim(id, MEMORY, false);
    try {
      const child = await launch({
        socket,
        folder,
        databaseId: null,
        readOnly,
        copies: null,
        standby: false,
        memory: plan,
        cpus: CPUS,
        version,
        key,
        processFile,
        write: (_stream, line) => void (words.push(line) > LAST_WORDS && words.shift()),
      });
      const end = () => void child.end(timing.stopWithin);
      closing.addEventListener('abort', end, { once: true });
      if (closing.aborted) end();
      const overdue = setTimeout(
        () => void child.end(0, { why: 'did not answer in time' }),
        timing.readyWithin,
      );
      try {
        const ready = await child.ready;
        clearTimeout(overdue);
        if (!ready) {
          const exit = await child.exited;
          await child.drained;
          throw new Error(`A workspace on ${folder} ${exitText(exit)}. ${words.join('\n')}`);
        }
        const way = {
          address: () => ({ kind: 'socket', path: doorOf(socket) }) as const,
          trust: () => ({ [GATEWAY_HEADERS.key]: key }),
        };
        return await work((call) => callWorkspace(way, id, call));
      } finally {
        await child.end(timing.stopWithin);
        closing.removeEventListener('abort', end);
      }
    } finally {
      memory.release(id);
      await removeSocket(socket);
    }
  };
}
