/** Runs the rows of a SELECT for some of the vertices that it starts from at a time. */
import { check } from './meter.ts';
import { VertexSet } from './vertex-set.ts';

/** The rows of a SELECT: what they gathered, from the vertices to start from and what the SELECT has declared. */
type Work = (start: VertexSet, ...given: readonly unknown[]) => readonly unknown[];

/** V8 optimises a function for the next call of it: parts are short against the whole, long against a call. */
const PART_MEMBERS = 2048;
const MAX_PARTS = 64;

const partsOf = (set: VertexSet): readonly VertexSet[] => {
  const members = Math.max(PART_MEMBERS, Math.ceil(set.size / MAX_PARTS));
  if (set.size <= members) return [set];
  return set.parts.flatMap((part) => {
    const count = Math.ceil(part.members.length / members);
    return Array.from({ length: count }, (_, index) => {
      const some = part.members.subarray(index * members, (index + 1) * members);
      return new VertexSet([{ ...part, full: count === 1 && part.full, members: some }]);
    });
  });
};

/** What each part gathered, in the order of the vertices. */
export const inParts = (
  work: Work,
  start: VertexSet,
  given: readonly unknown[],
): readonly (readonly unknown[])[] =>
  partsOf(start).map((part) => {
    check();
    return work(part, ...given);
  });
