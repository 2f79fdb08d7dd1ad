/**
 * When the journal is stored in its tables: the commits that stand in it alone, the time until they are stored, and the
 * readers who wait for that.
 */
import { messageOf } from '@acacia/base';
import type { InstanceOptions } from './open-instance.ts';

/** Commits and rows after which the journal is stored, and milliseconds after which it is in any case. */
const LIMITS = { commits: 256, rows: 5_000, ms: 1_000 } as const;

interface JournalScheduleOptions {
  /** Stores the journal in a turn of the writers, and calls `stored`; does nothing where it is stored already. */
  readonly store: (signal: AbortSignal | undefined) => Promise<void>;
  /** As `store`, for whom nobody waits. */
  readonly storeInTime: () => Promise<void>;
  readonly log: InstanceOptions['log'];
}

export class JournalSchedule {
  readonly #options: JournalScheduleOptions;
  #commits = 0;
  #rows = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #readers = new Set<() => void>();

  constructor(options: JournalScheduleOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#commits === 0;
  }

  /** Takes over the commits that a process left in the journal. */
  found(commits: number): void {
    this.#commits = commits;
    this.#rows = 0;
  }

  /** Counts one commit more; it is stored soon, and at once where the journal has become long. */
  added(rows: number): void {
    this.#commits += 1;
    this.#rows += rows;
    if (this.#commits >= LIMITS.commits || this.#rows >= LIMITS.rows) void this.#storeInTime();
    else this.#timer ??= setTimeout(() => void this.#storeInTime(), LIMITS.ms).unref();
  }

  /** The journal is empty again: readers go on. */
  stored(): void {
    this.#commits = 0;
    this.#rows = 0;
    for (const wake of this.#readers) wake();
  }

  /** Waits for a turn that stores the journal, or for a writer who does so before: a long write may wait in between. */
  whenStored(signal: AbortSignal | undefined): Promise<void> {
    const { promise: byWriter, resolve } = Promise.withResolvers<void>();
    this.#readers.add(resolve);
    return Promise.race([this.#options.store(signal), byWriter]).finally(() => this.#readers.delete(resolve));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #storeInTime(): Promise<void> {
    this.stop();
    try {
      await this.#options.storeInTime();
    } catch (cause) {
      // Everything is safe in the journal; whoever reads or writes next tries again, and is told.
      this.#options.log('warn', 'The store could not empty its journal; it will try again.', {
        reason: messageOf(cause),
      });
    }
  }
}
