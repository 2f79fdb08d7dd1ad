/** The choice of a pattern's start: the set of which the fewest vertices meet their conditions. */
import { EngineError } from '../errors.ts';
import type { VertexSet } from './vertex-set.ts';

/** Vertices of a type that are tried. */
const SAMPLE = 64;

/** An estimate of how many vertices of a set pass a test. Of a type for which the test throws, all vertices count. */
export function sampledSize(
  set: VertexSet,
  testOf: (typeIndex: number) => (number: number) => boolean,
): number {
  let size = 0;
  for (const { typeIndex, members } of set.parts) {
    const step = Math.ceil(members.length / SAMPLE);
    try {
      const test = testOf(typeIndex);
      let [tried, passed] = [0, 0];
      for (let at = 0; at < members.length; at += step) {
        tried += 1;
        if (test(members[at] as number)) passed += 1;
      }
      size += (members.length * (passed + 0.5)) / (tried + 0.5);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // The condition is tried here on vertices that no row may have: its error counts where rows are found.
      size += members.length;
    }
  }
  return size;
}

/** The place of the least number, the first of several. */
export const leastOf = (sizes: readonly number[]): number => sizes.indexOf(Math.min(...sizes));
