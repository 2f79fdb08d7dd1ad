/** Results of a bench: lines for the person who ran it, and a record for later comparisons. */
import type { Comparison, Timing } from './measure.ts';

export interface Report {
  readonly lines: readonly string[];
  /** Null: nothing was measured, as the lines say. */
  readonly record: object | null;
}

/** A comparison of something by name. */
export interface Named {
  readonly name: string;
  readonly comparison: Comparison;
}

const digits = (ms: number): string => ms.toFixed(ms < 10 ? 2 : 0);

const span = ({ medianMs, minMs, maxMs }: Timing): string =>
  `${digits(medianMs)} ms (${digits(minMs)}–${digits(maxMs)})`;

/** Ours beside each peer. */
export function reportOf(comparison: Comparison): Report {
  const [ours, ...peers] = comparison.timings;
  if (ours === undefined) throw new Error('Nothing was timed.');
  return {
    lines: [
      `${ours.name}: ${span(ours)}`,
      ...peers.map((peer) => {
        const ratio = comparison.ratios[peer.name] ?? Number.NaN;
        return `${peer.name}: ${span(peer)}; ours takes ${ratio.toFixed(2)} times as long`;
      }),
    ],
    record: comparison,
  };
}

/** A line for each case: our median, and after each peer's how many times as long ours takes. */
export function reportOfCases(cases: readonly Named[]): Report {
  const line = ({ name, comparison: { timings, ratios } }: Named): string => {
    const [ours, ...peers] = timings;
    const others = peers.map(
      (peer) =>
        `${peer.name} ${digits(peer.medianMs)} ms (× ${(ratios[peer.name] ?? Number.NaN).toFixed(2)})`,
    );
    return `${name}: ${digits(ours?.medianMs ?? Number.NaN)} ms; ${others.join(', ')}`;
  };
  const peers = [...new Set(cases.flatMap(({ comparison }) => Object.keys(comparison.ratios)))];
  const summary = peers.map((peer) => {
    const ratios = cases.flatMap(({ comparison }) => comparison.ratios[peer] ?? []);
    const ahead = ratios.filter((ratio) => ratio < 1).length;
    return `${peer}: ahead in ${ahead} of ${ratios.length} cases, at worst ${Math.max(...ratios).toFixed(2)} times as long`;
  });
  return {
    lines: [...cases.map(line), ...summary],
    record: { summary, cases: cases.map(({ name, comparison }) => ({ name, ...comparison })) },
  };
}
