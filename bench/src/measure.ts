/** Timing of alternatives against each other, in turn, so that a drifting machine hits all of them alike. */

export interface Contender<T> {
  readonly name: string;
  /** One run; what it gives is compared before anything is timed. */
  readonly run: () => Promise<T> | T;
}

export interface Timing {
  readonly name: string;
  readonly minMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
}

export interface Comparison {
  readonly rounds: number;
  readonly timings: readonly Timing[];
  /** Median of ours divided by the median of each peer: below 1 we are faster. */
  readonly ratios: Readonly<Record<string, number>>;
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

/**
 * Runs every contender once to warm up and to compare results, then `rounds` times in turn.
 * @param ours the first contender
 * @param same says what differs between ours and a peer, or null; a difference ends the bench
 */
export async function compare<T>(
  ours: Contender<T>,
  peers: readonly Contender<T>[],
  rounds: number,
  same: (ours: T, peer: T) => string | null,
): Promise<Comparison> {
  const all = [ours, ...peers];
  const expected = await ours.run();
  for (const peer of peers) {
    const difference = same(expected, await peer.run());
    if (difference !== null) throw new Error(`${peer.name} gives another result: ${difference}`);
  }
  const samples = new Map<string, number[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of all) {
      const begun = performance.now();
      await run();
      samples.get(name)?.push(performance.now() - begun);
    }
  }
  const timings = all.map(({ name }): Timing => {
    const sorted = [...(samples.get(name) ?? [])].sort((a, b) => a - b);
    return {
      name,
      minMs: sorted[0] ?? Number.NaN,
      medianMs: median(sorted),
      maxMs: sorted.at(-1) ?? Number.NaN,
    };
  });
  const own = timings[0]?.medianMs ?? Number.NaN;
  return {
    rounds,
    timings,
    ratios: Object.fromEntries(timings.slice(1).map(({ name, medianMs }) => [name, own / medianMs])),
  };
}
