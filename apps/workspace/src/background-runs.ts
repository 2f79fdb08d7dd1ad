/**
 * Runs that outlive the request that started them (GSQL-ASYNC, async statements), and what came of
 * them. Finished ones are kept for a while, the oldest leave first.
 */
import { randomUUID } from 'node:crypto';

const KEEP_FINISHED = 100;

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

export interface BackgroundRuns {
  start<T>(
    about: Pick<BackgroundRun, 'kind' | 'owner' | 'graph' | 'url'>,
    work: (signal: AbortSignal, id: string) => Promise<T>,
  ): BackgroundRun<T>;
  find(id: string): BackgroundRun | undefined;
  /** All that are remembered, oldest first. */
  all(): readonly BackgroundRun[];
  /** Cancels what still runs and waits for it. */
  close(): Promise<void>;
}

export function createBackgroundRuns(): BackgroundRuns {
  const runs = new Map<string, BackgroundRun>();
  const pending = new Set<Promise<void>>();

  const forgetOldest = (): void => {
    const finished = [...runs.values()].filter((run) => run.outcome.state !== 'running');
    for (const run of finished.slice(0, Math.max(0, finished.length - KEEP_FINISHED))) runs.delete(run.id);
  };

  return {
    start<T>(
      about: Pick<BackgroundRun, 'kind' | 'owner' | 'graph' | 'url'>,
      work: (signal: AbortSignal, id: string) => Promise<T>,
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
