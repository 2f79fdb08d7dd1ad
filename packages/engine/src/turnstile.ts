/** Lets a number of tasks in at a time; others wait in line, and one that finds the line full is refused. */
import { EngineError } from './errors.ts';

export interface TurnstileLimits {
  readonly running: number;
  readonly waiting: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly leave: (reason: unknown) => void;
}

export class Turnstile {
  /** What is counted, as the refusal names it: `queries`. */
  readonly #what: string;
  #limits: TurnstileLimits;
  #running = 0;
  #line: Waiting[] = [];

  constructor(what: string, limits: TurnstileLimits) {
    this.#what = what;
    this.#limits = limits;
  }

  /** New limits count from now on; who runs or waits stays. */
  set limits(limits: TurnstileLimits) {
    this.#limits = limits;
    this.#advance();
  }

  /** Runs a task in its turn. Rejects with EngineError when the line is full, with the signal's reason when given up. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#limits.running) this.#running += 1;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#advance();
    }
  }

  /** Sends away who waits. */
  clear(reason: Error): void {
    for (const { leave } of [...this.#line]) leave(reason);
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const { running, waiting } = this.#limits;
    if (this.#line.length >= waiting) {
      throw new EngineError(
        'REST-14000',
        `Too many ${this.#what}: ${running} run and ${this.#line.length} wait, which is the limit of this workspace. Try again later.`,
      );
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => entry.leave(signal?.reason);
      const out = (): void => {
        this.#line = this.#line.filter((other) => other !== entry);
        signal?.removeEventListener('abort', giveUp);
      };
      const entry: Waiting = {
        enter: () => {
          out();
          this.#running += 1;
          resolve();
        },
        leave: (reason) => {
          out();
          reject(reason instanceof Error ? reason : new Error(String(reason)));
        },
      };
      this.#line.push(entry);
      signal?.addEventListener('abort', giveUp);
    });
  }

  #advance(): void {
    while (this.#running < this.#limits.running) {
      const [first] = this.#line;
      if (first === undefined) return;
      first.enter();
    }
  }
}
