/** Whose turn it is among people of whom each may have many tasks. */

/** Places beyond the number there is, for people of whom no task runs while others have taken all. */
export const MORE_PLACES = 2;

export class FairLine<Entry extends { readonly person: string }> {
  #waiting: readonly Entry[] = [];
  /** How many tasks of each person run now; of others none does. */
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

  /** Of those who wait the one with the fewest tasks running; who came first, of several. */
  next(): Entry | undefined {
    const fewest = Math.min(...this.#waiting.map(({ person }) => this.#of(person)));
    return this.#waiting.find(({ person }) => this.#of(person) === fewest);
  }

  /** A task of the person begins; gives what is to be called when it has ended. */
  begin(person: string): () => void {
    this.#running.set(person, this.#of(person) + 1);
    return () => {
      const left = this.#of(person) - 1;
      if (left === 0) this.#running.delete(person);
      else this.#running.set(person, left);
    };
  }
}
