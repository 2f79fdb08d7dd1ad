/** The numbered events of one run, of which the newest are kept within a budget of characters. */
import type { RunAnswer, RunEvent } from '@acacia/contract';

/** Characters of output that are kept of a run that goes on. */
const KEPT_CHARACTERS = 2 ** 20;

type Kept = Extract<RunEvent, { kind: 'output' | 'answer' | 'progress' }>;

/** Characters and events that an event stands for. */
const sizeOf = (event: Kept): number => (event.kind === 'output' ? event.text.length + 64 : 256);

export class RunEvents {
  #kept: Kept[] = [];
  /** Number of the first event that is kept; the first of a run has the number 0. */
  #first = 0;
  #size = 0;
  #waiting: (() => void)[] = [];
  #ended = false;

  /** Number that the next event gets. */
  get count(): number {
    return this.#first + this.#kept.length;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Characters that are kept. */
  get size(): number {
    return this.#size;
  }

  output(text: string): void {
    // A single text of any length: the end of it tells most.
    this.#add({ kind: 'output', number: this.count, text: text.slice(-KEPT_CHARACTERS / 2) });
  }

  answer(answer: RunAnswer): void {
    this.#add({ kind: 'answer', number: this.count, answer });
  }

  progress(text: string): void {
    this.#add({ kind: 'progress', number: this.count, text });
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Drops all output; the run's record stays. */
  forget(): void {
    this.#first = this.count;
    this.#kept = [];
    this.#size = 0;
  }

  /** Events from a number on. Of those that are no longer kept a single one tells. */
  from(number: number): readonly RunEvent[] {
    const kept = this.#kept.slice(Math.max(0, number - this.#first));
    return number < this.#first ? [{ kind: 'lost', number: this.#first - 1 }, ...kept] : kept;
  }

  /** Resolves at the next event, at the end, or after so many milliseconds. */
  async changed(milliseconds: number): Promise<void> {
    if (this.#ended) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#waiting.push(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting = this.#waiting.filter((each) => each !== resolve);
  }

  #add(event: Kept): void {
    this.#kept.push(event);
    this.#size += sizeOf(event);
    let gone = 0;
    for (; this.#size > KEPT_CHARACTERS && gone < this.#kept.length - 1; gone += 1) {
      const oldest = this.#kept[gone];
      if (oldest !== undefined) this.#size -= sizeOf(oldest);
    }
    if (gone > 0) {
      this.#kept = this.#kept.slice(gone);
      this.#first += gone;
    }
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
