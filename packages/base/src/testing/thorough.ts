/** How much tests that draw or repeat do: as much as each change can bear, or all of it. */

const isThorough = process.env.ACACIA_CASES === 'all';

/** The usual number of repetitions, or with `ACACIA_CASES=all` the full one. */
export const repeats = (usual: number, all: number): number => (isThorough ? all : usual);
