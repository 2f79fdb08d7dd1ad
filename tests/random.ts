/** Seeded random choices, so that a run can be repeated. */

export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32: 32 bits of state are enough to choose moments and victims. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(list) {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
    shuffled(list) {
      const cards = [...list];
      for (let last = cards.length - 1; last > 0; last--) {
        const other = Math.floor(next() * (last + 1));
        [cards[last], cards[other]] = [cards[other] as (typeof cards)[0], cards[last] as (typeof cards)[0]];
      }
      return cards;
    },
  };
}
