/** Runs the tasks of a table, each by its own period, and records the outcome of each one's last run. */
import { messageOf } from '@acacia/base';
import type { BaseLogger } from 'pino';
import type { TaskStatus } from '../timing/task-status.ts';
import { createLoop, type Loop } from './loop.ts';

/** A task that the control plane runs in the background. */
export interface BackgroundTask {
  /** Its purpose in a sentence, for an operator. */
  readonly does: string;
  /** Milliseconds from the end of a run to the next; a function is called after each run. */
  readonly every: number | (() => number);
  /** The event that also runs it at once, for an operator. */
  readonly alsoWhen?: string;
  /** Whether to run it as soon as the control plane starts. */
  readonly atStart?: boolean;
  /** @param stopping aborted when the control plane stops: a long run ends early */
  readonly run: (stopping: AbortSignal) => Promise<void>;
}

export interface BackgroundTasks<Name extends string> {
  start(): void;
  /** Runs a task now, or again as soon as it has ended. Does nothing before the start. */
  kick(name: Name): void;
  /** Starts no more runs; resolves when those under way have ended. */
  stop(): Promise<void>;
  status(): TaskStatus[];
}

type Status = { -readonly [Key in keyof TaskStatus]: TaskStatus[Key] };

export function createBackgroundTasks<Name extends string>(
  table: Readonly<Record<Name, BackgroundTask>>,
  log: BaseLogger,
): BackgroundTasks<Name> {
  const stopping = new AbortController();
  const rows = Object.entries<BackgroundTask>(table).map(([name, task]) => row(name, task));
  const byName = new Map(rows.map((each) => [each.status.name, each]));

  function row(name: string, { does, every, alsoWhen, atStart, run }: BackgroundTask) {
    const status: Status = {
      name,
      does,
      every: typeof every === 'number' ? every : every(),
      alsoWhen: alsoWhen ?? null,
      runs: 0,
      failures: 0,
      lastStartedAt: null,
      lastTook: null,
      lastError: '',
    };
    const loop: Loop = createLoop({
      pause: typeof every === 'number' ? () => every : every,
      async step() {
        const startedAt = new Date();
        status.runs += 1;
        status.lastStartedAt = startedAt;
        try {
          await run(stopping.signal);
          status.lastError = '';
        } finally {
          status.lastTook = Date.now() - startedAt.getTime();
        }
      },
      onError(error) {
        status.failures += 1;
        status.lastError = messageOf(error);
        log.error({ err: error, task: name }, `The background task '${name}' failed and runs again`);
      },
    });
    return { status, loop, atStart: atStart ?? false };
  }

  return {
    start() {
      for (const { loop, atStart } of rows) {
        loop.start();
        if (atStart) loop.kick();
      }
    },
    kick: (name) => byName.get(name)?.loop.kick(),
    async stop() {
      stopping.abort();
      await Promise.all(rows.map(({ loop }) => loop.stop()));
    },
    status: () => rows.map(({ status }) => ({ ...status })),
  };
}
