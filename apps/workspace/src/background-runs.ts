/**
 * Runs that outlive the request that started them (GSQL-ASYNC, async statements), and their results. Finished ones are
 * kept for a while, and the oldest are dropped first.
 */
import { randomUUID } from 'node:crypto';
import type { RunResult } from '@acacia/engine';

const KEEP_FINISHED = 100;
/** Bytes that results of finished runs may hold together; the latest is always kept. */
const KEEP_BYTES = 64 * 2 ** 20;

export type RunState<T> =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

export interface BackgroundRun<T = unknown> {
  readonly id: string;
  readonly kind: 'query' | 'statements' | 'install';
  readonly owner: string;
  readonly graph: string | null;
  readonly url: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: RunState<T>;
  cancel(): void;
}

/** Memory that a finished run still holds. */
interface Left {
  readonly bytes: number;
  /** Called when it is forgotten. */
  readonly release?: () => void;
}

/** Memory of a finished query: its answer. */
export const answerLeft = ({ printed }: RunResult): Left => ({
  bytes: printed.byteLength,
  release: () => printed.release(),
});

export interface BackgroundRuns {
  start<T>(
    about: Pick<BackgroundRun, 'kind' | 'owner' | 'graph' | 'url'>,
    work: (signal: AbortSignal, id: string) => Promise<T>,
    leaves?: (value: T) => Left,
  ): BackgroundRun<T>;
  find(id: string): BackgroundRun | undefined;
  /** All runs that are kept, oldest first. */
  all(): readonly BackgroundRun[];
  /** Cancels running work and waits for it. */
  close(): Promise<void>;
}

export function createBackgroundRuns(): BackgroundRuns {
  const runs = new Map<string, BackgroundRun>();
  const pending = new Set<Promise<void>>();

  const left = new Map<string, Left>();

  const forgetOldest = (): void => {
    const finished = [...runs.values()].filter((run) => run.outcome.state !== 'running');
    let [count, bytes] = [0, 0];
    for (const { id } of finished.toReversed()) {
      count += 1;
      bytes += left.get(id)?.bytes ?? 0;
      if (count === 1 || (count <= KEEP_FINISHED && bytes <= KEEP_BYTES)) continue;
      runs.delete(id);
      left.get(id)?.release?.();
      left.delete(id);
    }
  };

  return {
    start<T>(
      about: Pick<BackgroundRun, 'kind' | 'owner' | 'graph' | 'url'>,
      work: (signal: AbortSignal, id: string) => Promise<T>,
      leaves?: (value: T) => Left,
    ) {
      const controller = new AbortController();
      const id = `${Date.now()}.${randomUUID()}`;
      const run: { -readonly [K in keyof BackgroundRun<T>]: BackgroundRun<T>[K] } = {
        id,
        ...about,
        startedAt: new Date(),
        endedAt: null,
        outcome: { state: 'running' },
        cancel: () => controller.abort(),
      };
      const ended = work(controller.signal, id)
        .then(
          (value) => {
            run.outcome = { state: 'done', value };
            if (leaves !== undefined) left.set(id, leaves(value));
          },
          (error: unknown) => {
            run.outcome = { state: 'failed', error };
          },
        )
        .then(() => {
          run.endedAt = new Date();
          pending.delete(ended);
          forgetOldest();
        });
      pending.add(ended);
      runs.set(id, run);
      return run;
    },
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    async close() {
      for (const run of runs.values()) run.cancel();
      await Promise.all(pending);
    },
  };
}
