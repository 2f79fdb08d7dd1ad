/**
 * Runs the queries of traversals, and reads their printed values. Sets, parameters and variables of these queries end in
 * two underscores: a type of the graph with the same name would be read as the variable.
 */
import { MOST_ANSWERED } from '@acacia/contract';
import type {
  ConnectionSearch,
  Engine,
  FoundPaths,
  PathSearch,
  PathUnionSearch,
  Printed as PrintedBytes,
  RunOptions,
  VertexJson,
} from '@acacia/engine';
import { problem } from '../errors/problem.ts';

/** The printed values of a query, in order. */
export type Printed = readonly Readonly<Record<string, unknown>>[];

export interface Interpreter {
  readonly engine: Engine;
  readonly graph: string;
  /**
   * Runs the statements of a query; `parameters` is its list of parameters, as GSQL has it.
   * @throws Problem when it answers with more edges than one answer holds
   */
  run(parameters: string, body: string, values: Record<string, unknown>): Promise<Printed>;
  findPaths(search: PathSearch): Promise<FoundPaths>;
  /**
   * Everything on paths, as the bytes of one object, which the caller releases.
   * @throws Problem when the answer would have more edges than one answer holds
   */
  connect(search: ConnectionSearch | PathUnionSearch): Promise<PrintedBytes>;
}

/** More bytes than an answer has that holds a count alone. */
const BYTES_OF_COUNT = 100;

export const createInterpreter = (engine: Engine, graph: string, options: RunOptions): Interpreter => ({
  engine,
  graph,
  async run(parameters, body, values) {
    const text = `INTERPRET QUERY (${parameters}) FOR GRAPH ${graph} SYNTAX v2 {\n${body}\n}`;
    const { results } = await engine.interpretQuery(text, graph, values, options);
    demandFew(results);
    return results;
  },
  findPaths: (search) => engine.findPaths(graph, search, options),
  async connect(search) {
    const found = await engine.connect(graph, search, options);
    if (found.byteLength < BYTES_OF_COUNT) demandFew(found.values());
    return found;
  },
});

const TOO_MANY = 'tooMany';

/** @throws Problem when a search printed the count of its edges in the place of them */
function demandFew(results: Printed): void {
  const count = results.find((part) => TOO_MANY in part)?.[TOO_MANY];
  if (count !== undefined) throw problem('tooManyEdges', { count: Number(count), most: MOST_ANSWERED });
}

/** Statements that print vertex sets and the edges of `@@edges`, unless these are too many. */
export const printUnlessTooMany = (...sets: readonly string[]): string => `
  IF @@edges.size() > ${MOST_ANSWERED} THEN PRINT @@edges.size() AS ${TOO_MANY};
  ELSE ${sets.map((set) => `PRINT ${set}; `).join('')}PRINT @@edges AS edges; END;`;

/** The values that a query printed under a name; none where it ended before. */
export function printed<T>(results: Printed, name: string): readonly T[] {
  for (const part of results) if (name in part) return part[name] as readonly T[];
  return [];
}

/** Vertices without the accumulators of the search, which are no attributes of theirs. */
export const bare = (vertex: VertexJson): VertexJson => ({
  ...vertex,
  attributes: Object.fromEntries(Object.entries(vertex.attributes).filter(([name]) => !name.startsWith('@'))),
});
