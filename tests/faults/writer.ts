/** Writes numbers into the main database, one after the other, whatever happens to its server. */
import { setTimeout as delay } from 'node:timers/promises';
import { write, type Door } from './data.ts';
import type { Ledger } from './ledger.ts';

/** Milliseconds. */
const PAUSE = 25;
const PAUSE_AFTER_FAILURE = 100;

export class Writer {
  readonly #ledger: Ledger;
  readonly #door: () => Door;
  #next = 1;
  #ending: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(ledger: Ledger, door: () => Door) {
    this.#ledger = ledger;
    this.#door = door;
  }

  /** Writes one number. Rejects when it is not acknowledged; it may be there all the same. */
  async once(signal?: AbortSignal): Promise<void> {
    const number = this.#next++;
    this.#ledger.send(number);
    await write(this.#door(), number, signal);
    this.#ledger.acknowledge(number);
  }

  start(): void {
    const ending = new AbortController();
    this.#ending = ending;
    this.#ended = this.#goOn(ending.signal);
  }

  async stop(): Promise<void> {
    this.#ending?.abort();
    await this.#ended;
  }

  async #goOn(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      const pause = await this.once(ending).then(
        () => PAUSE,
        // The write failed or was not acknowledged: the ledger knows it as sent.
        () => PAUSE_AFTER_FAILURE,
      );
      if (!ending.aborted) await delay(pause);
    }
  }
}
