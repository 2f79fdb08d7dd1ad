/**
 * Limits the number of tasks that run at one time; others wait in a queue, and a task that finds the queue full is
 * refused. The queue is fair: nobody's tasks keep another person out.
 */
import { engineError } from './errors/catalogue.ts';
import { asError } from '@acacia/base';
import { FairLine } from './fair-line.ts';

export interface TurnstileLimits {
  readonly running: number;
  readonly waiting: number;
}

interface Waiting {
  readonly person: string;
  readonly enter: () => void;
  readonly leave: (reason: unknown) => void;
}

export class Turnstile {
  /** The name of the tasks in the message of a refusal, such as `queries`. */
  readonly #what: string;
  #limits: TurnstileLimits;
  #running = 0;
  readonly #line = new FairLine<Waiting>();

  constructor(what: string, limits: TurnstileLimits) {
    this.#what = what;
    this.#limits = limits;
  }

  /** New limits apply from now on; tasks that run or wait stay. */
  set limits(limits: TurnstileLimits) {
    this.#limits = limits;
    this.#advance();
  }

  /** Runs a task of a person in its turn. Rejects with EngineError when the line is full, with the signal's reason when given up. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, person = ''): Promise<T> {
    signal?.throwIfAborted();
    const ended = this.#mayEnter(person) ? this.#enter(person) : await this.#turn(signal, person);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      ended();
      this.#advance();
    }
  }

  /** Sends away who waits. */
  clear(reason: Error): void {
    for (const { leave } of this.#line.waiting) leave(reason);
  }

  #mayEnter(person: string): boolean {
    return this.#running < this.#line.limit(person, this.#limits.running);
  }

  #enter(person: string): () => void {
    this.#running += 1;
    return this.#line.begin(person);
  }

  #turn(signal: AbortSignal | undefined, person: string): Promise<() => void> {
    const { running, waiting } = this.#limits;
    if (this.#line.waiting.length >= waiting) {
      throw engineError('tooMuchWork', { what: this.#what, running, waiting: this.#line.waiting.length });
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => entry.leave(signal?.reason);
      const out = (): void => {
        this.#line.leave(entry);
        signal?.removeEventListener('abort', giveUp);
      };
      const entry: Waiting = {
        person,
        enter: () => {
          out();
          resolve(this.#enter(person));
        },
        leave: (reason) => {
          out();
          reject(asError(reason));
        },
      };
      this.#line.join(entry);
      signal?.addEventListener('abort', giveUp);
    });
  }

  #advance(): void {
    for (;;) {
      const next = this.#line.next();
      if (next === undefined || !this.#mayEnter(next.person)) return;
      next.enter();
    }
  }
}
