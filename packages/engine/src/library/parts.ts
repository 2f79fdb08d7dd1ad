/** Runs the rows of a SELECT for some of its start vertices at a time, in several threads where that pays. */
import type { QueryContext } from './context.ts';
import { beginRows } from './flat-sets.ts';
import { GroupedRows } from './grouped-rows.ts';
import { KeptValues } from './kept-values.ts';
import { check, endRows } from './meter.ts';
import { TableRows } from './sorting.ts';
import { VertexSet } from './vertex-set.ts';

/**
 * Runs the rows of a SELECT from the start vertices, with the values that the SELECT has declared, and gives the
 * results. The last argument is the results of the part before when this part continues from them, else null.
 */
type Work = (start: VertexSet, ...given: readonly unknown[]) => Gathered;
type Gathered = readonly unknown[];
/** Results by part; null: they are in those of the part before, undefined: the part has not run yet. */
export type Results = (Gathered | null | undefined)[];

/** Parts that one thread runs one after another, each continuing from the results of the part before. */
interface Block {
  readonly from: number;
  /** The part behind the last. */
  readonly to: number;
}

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
  /** Values of vertices are changed in place, by the thread that has the vertex: the part must not run twice. */
  readonly inPlace: boolean;
}

/** Work under way in other threads. */
export interface Help {
  /** Threads that take part, with the one that asked. */
  readonly threads: number;
  /** The next parts that no thread has taken; null when there are none. */
  next(): Block | null;
  /** Waits for the other threads, puts their results in and gives the parts that still have to run. */
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
export function setHelp(ask: AskForHelp): void {
  askForHelp = ask;
}

/**
 * V8 optimises a function for the next call of it: parts are short against the whole, long against a call. The
 * first are shorter, so that it is soon known how long the rest will take: often most edges are at few vertices,
 * and these come first.
 */
const FIRST_MEMBERS = 256;
const PART_MEMBERS = 2048;
const MAX_PARTS = 64;

/** The same division in every thread. */
export function partsOf(set: VertexSet): readonly VertexSet[] {
  const members = Math.max(PART_MEMBERS, Math.ceil(set.size / MAX_PARTS));
  if (set.size <= members) return [set];
  let next = FIRST_MEMBERS;
  return set.parts.flatMap((part) => {
    const parts: VertexSet[] = [];
    for (let at = 0; at < part.members.length;) {
      const some = part.members.subarray(at, at + next);
      parts.push(
        new VertexSet([{ ...part, full: some.length === part.members.length && part.full, members: some }]),
      );
      at += next;
      next = Math.min(members, next * 2);
    }
    return parts;
  });
}

/**
 * Takes the next block of parts; `next` is the first part that no thread has taken. The results of blocks are merged
 * at the end, so blocks are as large as is possible without leaving a thread idle for long.
 */
export function takeBlock(next: Int32Array<SharedArrayBuffer>, parts: number, threads: number): Block | null {
  for (;;) {
    const from = Atomics.load(next, 0);
    if (from >= parts) return null;
    const to = from + Math.max(1, Math.floor((parts - from) / (2 * threads)));
    if (Atomics.compareExchange(next, 0, from, to) === from) return { from, to };
  }
}

/** Other threads are asked for help after so many milliseconds of work, when so many are left. */
const SEEN_MS = 0.5;
const LEFT_MS = 1.5;

/** To send, receive and add one member of a collection that another thread has gathered. */
const MEMBER_MS = 0.002;

/** The number of members of the collections among the results. */
function membersIn(gathered: Gathered): number {
  let members = 0;
  for (const value of gathered) {
    if (value instanceof TableRows || value instanceof GroupedRows) members += value.members;
    else if (Array.isArray(value)) members += value.length;
    else if (typeof value === 'object' && value !== null && 'size' in value) members += Number(value.size);
  }
  return members;
}

function release(given: readonly unknown[]): void {
  for (const value of given) if (value instanceof KeptValues) value.release();
}

/** The results of rows that cannot be divided into parts. */
export function atOnce(work: Work, start: VertexSet, given: readonly unknown[]): readonly Gathered[] {
  beginRows();
  const results = [work(start, ...given, null)];
  endRows();
  release(given);
  return results;
}

/** The results of blocks of parts, in the order of the vertices. `part`: absent when only this thread can run them. */
export function inParts(
  context: QueryContext,
  work: Work,
  start: VertexSet,
  given: readonly unknown[],
  part?: Part,
): readonly Gathered[] {
  beginRows();
  const parts = partsOf(start);
  const results: Results = new Array<undefined>(parts.length).fill(undefined);
  let members = 0;
  const run = (index: number, before: Gathered | null): Gathered => {
    check();
    results[index] = null;
    members += (parts[index] as VertexSet).size;
    return work(parts[index] as VertexSet, ...given, before);
  };
  let help: Help | null = null;
  const begun = performance.now();
  const asked = (index: number, gathered: Gathered): Help | null => {
    const seen = performance.now() - begun;
    const left = (seen / members) * (start.size - members);
    if (part === undefined || seen < SEEN_MS || left < LEFT_MS) return null;
    // As many as there will be when each part finds new ones.
    const sent = (membersIn(gathered) / members) * start.size;
    if (sent * MEMBER_MS > left / 2) return null;
    return askForHelp(context, part, { start, given, next: index });
  };
  try {
    let block: Block | null = { from: 0, to: parts.length };
    while (block !== null) {
      const { from, to }: Block = block;
      let gathered: Gathered | null = null;
      for (let index = from; index < to; index += 1) {
        gathered = run(index, gathered);
        if (from > 0 || index + 1 === to) continue;
        help = asked(index + 1, gathered);
        if (help !== null) break;
      }
      results[from] = gathered;
      block = help?.next() ?? null;
    }
    context.threads = help?.threads ?? 1;
    for (const index of help?.join(results) ?? []) results[index] = run(index, null);
  } catch (problem) {
    help?.abandon();
    throw problem;
  }
  endRows();
  release(given);
  return results.filter((result) => result !== null && result !== undefined);
}
