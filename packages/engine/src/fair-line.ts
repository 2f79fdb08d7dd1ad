/** A fair queue: decides which person's task runs next, where each may have many. */

/** Additional places for people without a running task while others have taken all regular places. */
export const MORE_PLACES = 2;

export class FairLine<Entry extends { readonly person: string }> {
  #waiting: readonly Entry[] = [];
  /** The number of running tasks of each person with any. */
  readonly #running = new Map<string, number>();

  get waiting(): readonly Entry[] {
    return this.#waiting;
  }

  #of(person: string): number {
    return this.#running.get(person) ?? 0;
  }

  /** How many tasks may run at one time for one of this person to begin, where there are `places`. */
  limit(person: string, places: number): number {
    return places + (this.#of(person) === 0 ? MORE_PLACES : 0);
  }

  join(entry: Entry): void {
    this.#waiting = [...this.#waiting, entry];
  }

  leave(entry: Entry): void {
    this.#waiting = this.#waiting.filter((other) => other !== entry);
  }

  /** The next waiting task: of the person with the fewest running; among equals, the one that came first. */
  next(): Entry | undefined {
    const fewest = Math.min(...this.#waiting.map(({ person }) => this.#of(person)));
    return this.#waiting.find(({ person }) => this.#of(person) === fewest);
  }

  /** Records that a task of the person begins; gives the function to call when it has ended. */
  begin(person: string): () => void {
    this.#running.set(person, this.#of(person) + 1);
    return () => {
      const left = this.#of(person) - 1;
      if (left === 0) this.#running.delete(person);
      else this.#running.set(person, left);
    };
  }
}
