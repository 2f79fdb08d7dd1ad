/** A person who only reads, through the gateway and the cloud API, all the time: no attack may cost them an answer. */
import { setTimeout as delay } from 'node:timers/promises';
import { GRAPH, type Stage } from './stage.ts';

/** Milliseconds between two reads. */
const PAUSE = 50;
/** Milliseconds after which a read counts as failed: the machine under test is busy, and has two cores. */
const TOO_LATE = 15_000;

/** Times in a row that the product may ask the bystander to come back in a second. */
const MOST_HELD_UP = 5;
const HELD_UP = 1000;

export interface Reads {
  readonly count: number;
  /** Milliseconds. */
  readonly median: number;
  readonly slowest: number;
}

export class Bystander {
  readonly #stage: Stage;
  readonly #times: number[] = [];
  #running = true;
  readonly #done: Promise<void>;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#done = this.#read();
  }

  async #read(): Promise<void> {
    const addresses = [
      `${this.#stage.workspace}/restpp/graph/${GRAPH}/vertices/Person/p1`,
      `${this.#stage.workspace}/restpp/query/${GRAPH}/neighbours?p=p1`,
      '/users/me',
    ];
    let heldUp = 0;
    for (let turn = 0; this.#running; turn++) {
      const address = addresses[turn % addresses.length] ?? '';
      const begun = performance.now();
      try {
        const { status, text } = await this.#stage.ask(address, { as: 'bystander' });
        const took = performance.now() - begun;
        this.#times.push(took);
        // Behind one address with the attackers, now and then one has to wait.
        heldUp = status === 429 ? heldUp + 1 : 0;
        if (heldUp > 0 && heldUp < MOST_HELD_UP) await delay(HELD_UP);
        else if (status !== 200) this.#fault(address, `was answered ${status}: ${text.slice(0, 200)}`);
        else if (took > TOO_LATE) this.#fault(address, `had to wait ${Math.round(took)} ms`);
      } catch (error) {
        this.#fault(address, `was not answered: ${String(error)}`);
      }
      await delay(PAUSE);
    }
  }

  #fault(address: string, what: string): void {
    this.#stage.faults.push(`A bystander's read of ${address} ${what}`);
  }

  async end(): Promise<Reads> {
    this.#running = false;
    await this.#done;
    const sorted = this.#times.toSorted((a, b) => a - b);
    return {
      count: sorted.length,
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      slowest: Math.round(sorted.at(-1) ?? 0),
    };
  }
}
