/** What a bench found: lines for the person who ran it, and a record to compare with later. */
import type { Comparison, Timing } from './measure.ts';

export interface Report {
  readonly lines: readonly string[];
  readonly record: object;
}

const span = ({ medianMs, minMs, maxMs }: Timing): string =>
  `${medianMs.toFixed(0)} ms (${minMs.toFixed(0)}–${maxMs.toFixed(0)})`;

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
