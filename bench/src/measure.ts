/** Times alternatives against each other, in turn, so that a drifting machine affects all of them alike. */

/** Result of one run, and its milliseconds. */
export interface Run<T> {
  readonly result: T;
  readonly ms: number;
}

export interface Contender<T> {
  readonly name: string;
  /** Runs once; the results are compared before anything is timed. */
  readonly run: () => Promise<Run<T>>;
}

export interface Timing {
  readonly name: string;
  readonly minMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
}

export interface Comparison {
  readonly rounds: number;
  /** Ours first. */
  readonly timings: readonly Timing[];
  /** Our median divided by the median of each peer: below 1 we are faster. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** Runs work and takes its time on this process' clock. */
export async function timed<T>(work: () => Promise<T> | T): Promise<Run<T>> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}

/** The middle of some samples. */
export const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

const timingOf = (name: string, samples: readonly number[]): Timing => ({
  name,
  minMs: Math.min(...samples),
  medianMs: median(samples),
  maxMs: Math.max(...samples),
});

/** Runs before the timed ones: code that is compiled at run time has to warm up in each thread. */
const WARM_UP = 3;

/**
 * Runs every contender once to compare results and some times to warm up, then `rounds` times in turn.
 * @param ours the first contender
 * @param same returns the difference between our result and a peer's, or null; a difference ends the bench
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
    const difference = same(expected.result, (await peer.run()).result);
    if (difference !== null) throw new Error(`${peer.name} gives another result: ${difference}`);
  }
  const samples = all.map((): number[] => []);
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [index, { run }] of all.entries()) {
      const { ms } = await run();
      if (round >= 0) samples[index]?.push(ms);
    }
  }
  const timings = all.map(({ name }, index) => timingOf(name, samples[index] ?? []));
  const own = timings[0]?.medianMs ?? Number.NaN;
  return {
    rounds,
    timings,
    ratios: Object.fromEntries(timings.slice(1).map(({ name, medianMs }) => [name, own / medianMs])),
  };
}
