/** Lengths of the videos, written where they are recorded. */
import lengths from './lengths.json' with { type: 'json' };

const LENGTHS: Readonly<Record<string, number>> = lengths;

/** Minutes and seconds, as players show them. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Of a video; empty for one that was never recorded. */
export function lengthOf(id: number): string {
  const seconds = LENGTHS[id];
  return seconds === undefined ? '' : clock(seconds);
}
