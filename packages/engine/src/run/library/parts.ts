/** Runs the rows of a SELECT for some of the vertices that it starts from at a time, in several threads where that pays. */
import type { QueryContext } from './context.ts';
import { check, endRows } from './meter.ts';
import { VertexSet } from './vertex-set.ts';

/** The rows of a SELECT: what they gathered, from the vertices to start from and what the SELECT has declared. */
type Work = (start: VertexSet, ...given: readonly unknown[]) => readonly unknown[];
export type Results = (readonly unknown[] | undefined)[];

/** The rows of a SELECT as another thread can run them too. */
export interface Part {
  readonly index: number;
  readonly work: Work;
  /** Variables of the query that the rows use. */
  readonly get: () => readonly unknown[];
  readonly set: (values: readonly unknown[]) => void;
  /** Which of these variables are accumulators that the rows add to. */
  readonly written: readonly number[];
  /** For each result: which variable is the accumulator whose cell it is; null for a plain number. */
  readonly cells: readonly (number | null)[];
}

/** Work under way in other threads. */
export interface Help {
  /** Threads that take part, with the one that asked. */
  readonly threads: number;
  /** The number of the next part that nobody has taken. */
  next(): number;
  /** Waits for the other threads and puts in what they gathered; gives the parts that are left to do. */
  join(results: Results): readonly number[];
  /** Lets the other threads go: the query has failed. */
  abandon(): void;
}

/** Asks other threads to take part from `next` on; null when none is free or something cannot be sent. */
export type AskForHelp = (
  context: QueryContext,
  part: Part,
  work: { readonly start: VertexSet; readonly given: readonly unknown[]; readonly next: number },
) => Help | null;

let askForHelp: AskForHelp = () => null;
export const setHelp = (ask: AskForHelp): void => {
  askForHelp = ask;
};

/** V8 optimises a function for the next call of it: parts are short against the whole, long against a call. */
const PART_MEMBERS = 2048;
const MAX_PARTS = 64;

/** The same division in every thread. */
export const partsOf = (set: VertexSet): readonly VertexSet[] => {
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

/** Help is asked for when so many milliseconds of work have been seen, and so many are left. */
const SEEN_MS = 0.5;
const LEFT_MS = 1.5;

/** What rows gathered that cannot be divided. */
export const atOnce = (work: Work, start: VertexSet, given: readonly unknown[]): Results => {
  const results = [work(start, ...given)];
  endRows();
  return results;
};

/** What each part gathered, in the order of the vertices. `part`: absent when only this thread can do it. */
export const inParts = (
  context: QueryContext,
  work: Work,
  start: VertexSet,
  given: readonly unknown[],
  part?: Part,
): Results => {
  const parts = partsOf(start);
  const results: Results = new Array<undefined>(parts.length).fill(undefined);
  const run = (index: number): void => {
    check();
    results[index] = work(parts[index] as VertexSet, ...given);
  };
  let help: Help | null = null;
  const begun = performance.now();
  const asked = (index: number): Help | null => {
    const seen = performance.now() - begun;
    if (part === undefined || seen < SEEN_MS || (seen / index) * (parts.length - index) < LEFT_MS)
      return null;
    return askForHelp(context, part, { start, given, next: index });
  };
  try {
    for (let index = 0; index < parts.length;) {
      run(index);
      index += 1;
      if (help === null && index < parts.length) help = asked(index);
      if (help !== null) index = help.next();
    }
    context.threads = help?.threads ?? 1;
    for (const index of help?.join(results) ?? []) run(index);
  } catch (problem) {
    help?.abandon();
    throw problem;
  }
  return results;
};
