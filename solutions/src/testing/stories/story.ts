/** The expectations of a solution's documented queries, run with their sample values over the generated files. */
import type { Row } from '../csv.ts';

/** Rows of each generated file. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/** The objects that a query printed, as one. */
export type Answer = Readonly<Record<string, unknown>>;

export interface Story {
  /** Texts that the answer of each documented query must hold: planted things by their ids. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Answers computed from the rows by other means: what the query found, and what it should have. */
  readonly computed: Readonly<
    Record<string, (answer: Answer, tables: Tables) => readonly [found: unknown, expected: unknown]>
  >;
}

interface Vertex {
  readonly v_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const vertices = (value: unknown): readonly Vertex[] => value as readonly Vertex[];
export const ids = (value: unknown): string[] => vertices(value).map(({ v_id }) => v_id);

/** An attribute of each vertex by id. */
export const byId = (value: unknown, attribute: string): Record<string, unknown> =>
  Object.fromEntries(vertices(value).map(({ v_id, attributes }) => [v_id, attributes[attribute]]));

export function table(tables: Tables, name: string): readonly Row[] {
  const rows = tables[name];
  if (rows === undefined) throw new Error(`There is no file ${name}.csv.`);
  return rows;
}
export const text = (row: Row | undefined, column: string): string => row?.[column] ?? '';
export const number = (row: Row | undefined, column: string): number => Number(row?.[column]);

/** Values by key, as sets. */
export function setsOf(pairs: Iterable<readonly [string, string]>): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value));
  return sets;
}

/** Connected components over links: the smallest id of the component by id. */
export function components(links: Iterable<readonly [string, string]>): Map<string, string> {
  const neighbours = setsOf([...links].flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const found = new Map<string, string>();
  for (const start of [...neighbours.keys()].sort()) {
    if (found.has(start)) continue;
    const open = [start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.set(id, start);
      open.push(...(neighbours.get(id) ?? []));
    }
  }
  return found;
}

/** Hops from a start to each id that can be reached, at most `most`. */
export function hopsFrom(
  starts: Iterable<string>,
  next: (id: string) => Iterable<string>,
  most = Infinity,
): Map<string, number> {
  const hops = new Map([...starts].map((id) => [id, 0]));
  let frontier = [...hops.keys()];
  for (let hop = 1; frontier.length > 0 && hop <= most; hop++) {
    const reached = new Set(frontier.flatMap((id) => [...next(id)]).filter((id) => !hops.has(id)));
    for (const id of reached) hops.set(id, hop);
    frontier = [...reached];
  }
  return hops;
}
