/**
 * Runs that outlive the request that started them (GSQL-ASYNC, async statements), and their results. Unfinished ones are
 * limited, per person and in total. Finished ones are kept for a while: the oldest of whoever has the most go first.
 */
import { randomUUID } from 'node:crypto';
import type { RunResult } from '@acacia/engine';
import { problem } from './errors/problem.ts';

/** Limits of unfinished runs: those that run, and those that wait for a query worker. */
interface RunLimits {
  readonly runs: number;
  /** Bytes of the requests that started them, which stay in memory. A single run may have more. */
  readonly bytes: number;
}
const OF_PERSON: RunLimits = { runs: 64, bytes: 16 * 2 ** 20 };
const OF_ALL: RunLimits = { runs: 256, bytes: 64 * 2 ** 20 };

/** Finished runs of one person. */
const KEEP_FINISHED = 100;
/** Bytes that results of finished runs may hold together, beside the latest, which is always kept. */
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

type AboutRun = Pick<BackgroundRun, 'kind' | 'owner' | 'graph' | 'url'>;

export interface BackgroundRuns {
  /**
   * @param bytes of the request: its parameters or its text
   * @throws Problem when too many runs of the person, or of all, have not ended
   */
  start<T>(
    about: AboutRun,
    bytes: number,
    work: (signal: AbortSignal, id: string) => Promise<T>,
    leaves?: (value: T) => Left,
  ): BackgroundRun<T>;
  /** Keeps the answer of work that has been done. */
  keep<T>(about: AboutRun, value: T): BackgroundRun<T>;
  find(id: string): BackgroundRun | undefined;
  /** All runs that are kept, oldest first. */
  all(): readonly BackgroundRun[];
  /** Cancels the running work of those runs. */
  cancel(which: (run: BackgroundRun) => boolean): void;
  /** Cancels running work and waits for it. */
  close(): Promise<void>;
}

/** An unfinished run: who waits for it, and for how much. */
interface Unfinished {
  readonly owner: string;
  readonly bytes: number;
  readonly ended: Promise<void>;
}

interface Finished {
  readonly run: BackgroundRun;
  readonly left: Left;
}

const NOTHING: Left = { bytes: 0 };

const bytesOf = (finished: readonly Finished[]): number =>
  finished.reduce((sum, { left }) => sum + left.bytes, 0);

/** The runs of the person whose results hold the most bytes. */
const ofLargest = (finished: readonly Finished[]): readonly Finished[] =>
  [...Map.groupBy(finished, ({ run }) => run.owner).values()].reduce((most, theirs) =>
    bytesOf(theirs) > bytesOf(most) ? theirs : most,
  );

export function createBackgroundRuns(): BackgroundRuns {
  const runs = new Map<string, BackgroundRun>();
  const unfinished = new Map<string, Unfinished>();
  /** In the order in which they ended. */
  let finished: readonly Finished[] = [];

  const demandRoom = (owner: string, bytes: number): void => {
    const all = [...unfinished.values()];
    const isFull = (limits: RunLimits, others: readonly Unfinished[]): boolean =>
      others.length >= limits.runs ||
      (others.length > 0 && bytes + others.reduce((sum, run) => sum + run.bytes, 0) > limits.bytes);
    const theirs = all.filter((run) => run.owner === owner);
    if (isFull(OF_PERSON, theirs)) throw problem('tooManyRunsOfPerson', { count: theirs.length });
    // Others never keep a person out who has none.
    if (theirs.length > 0 && isFull(OF_ALL, all)) throw problem('tooManyRuns', { count: all.length });
  };

  const end = (run: BackgroundRun, left: Left): void => {
    const theirs = finished.filter(({ run: { owner } }) => owner === run.owner);
    if (theirs.length === KEEP_FINISHED) forgetOldest(theirs);
    while (bytesOf(finished) > KEEP_BYTES) forgetOldest(ofLargest(finished));
    finished = [...finished, { run, left }];
  };

  const forgetOldest = ([oldest]: readonly Finished[]): void => {
    finished = finished.filter((each) => each !== oldest);
    if (oldest === undefined) return;
    runs.delete(oldest.run.id);
    oldest.left.release?.();
  };

  const made = <T>(about: AboutRun, outcome: RunState<T>, cancel: () => void) => {
    const run: { -readonly [K in keyof BackgroundRun<T>]: BackgroundRun<T>[K] } = {
      id: `${Date.now()}.${randomUUID()}`,
      ...about,
      startedAt: new Date(),
      endedAt: null,
      outcome,
      cancel,
    };
    return run;
  };

  return {
    start<T>(
      about: AboutRun,
      bytes: number,
      work: (signal: AbortSignal, id: string) => Promise<T>,
      leaves?: (value: T) => Left,
    ) {
      demandRoom(about.owner, bytes);
      const controller = new AbortController();
      const run = made<T>(about, { state: 'running' }, () => controller.abort());
      const endAs = (outcome: RunState<T>, left: Left): void => {
        run.outcome = outcome;
        run.endedAt = new Date();
        unfinished.delete(run.id);
        end(run, left);
      };
      const ended = work(controller.signal, run.id).then(
        (value) => endAs({ state: 'done', value }, leaves?.(value) ?? NOTHING),
        (error: unknown) => endAs({ state: 'failed', error }, NOTHING),
      );
      runs.set(run.id, run);
      unfinished.set(run.id, { owner: about.owner, bytes, ended });
      return run;
    },
    keep<T>(about: AboutRun, value: T) {
      const run = made<T>(about, { state: 'done', value }, () => undefined);
      run.endedAt = run.startedAt;
      runs.set(run.id, run);
      end(run, NOTHING);
      return run;
    },
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    cancel(which) {
      for (const run of runs.values()) if (which(run)) run.cancel();
    },
    async close() {
      for (const run of runs.values()) run.cancel();
      await Promise.all([...unfinished.values()].map(({ ended }) => ended));
    },
  };
}
