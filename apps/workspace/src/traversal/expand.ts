/** The neighbours of many vertices, and the edges among them, found by one query over the graph in memory. */
import type {
  ExpandRequest,
  ExpandStep,
  Expansion,
  KStepRequest,
  Subgraph,
  SubgraphRequest,
} from '@acacia/contract';
import type { z } from 'zod';
import { printed, printUnlessTooMany, type Interpreter } from './interpreter.ts';
import {
  alongTypes,
  conditionsOf,
  isOfAll,
  targetTypes,
  typesReached,
  walkedTypes,
  type WalkedType,
} from './steps.ts';

type Step = z.output<typeof ExpandStep>;

interface Pattern {
  /** Those alone that lead away from where the step begins: of thousands of types a text with all takes seconds. */
  readonly types: readonly WalkedType[];
  /** Vertex types that the step can come to. */
  readonly reached: ReadonlySet<string>;
  /** The target of the pattern, with its alias. */
  readonly target: string;
  readonly where: string;
}

/**
 * The pattern of a step from vertices of some types; null where it can lead nowhere.
 * @throws Problem when a type or a condition cannot be read
 */
function patternOf({ engine, graph }: Interpreter, step: Step, from: ReadonlySet<string>): Pattern | null {
  const ends = targetTypes(engine, graph, step.vertexTypes);
  const reached = new Set<string>();
  const types = walkedTypes(engine, graph, step.edgeTypes).filter((type) => {
    const names = typesReached(type, from, step.direction).filter((name) => ends?.includes(name) ?? true);
    for (const name of names) reached.add(name);
    return names.length > 0;
  });
  // Each is read, but those of types that are not met here are not asked: they may name attributes that others lack.
  conditionsOf(step);
  if (types.length === 0) return null;
  const walked = new Set(types.map(({ name }) => name));
  const { ofVertices, ofEdges } = conditionsOf({
    vertexFilters: step.vertexFilters.filter(({ type }) => isOfAll(type) || reached.has(type)),
    edgeFilters: step.edgeFilters.filter(({ type }) => isOfAll(type) || walked.has(type)),
  });
  const conditions = [...ofVertices, ...ofEdges];
  return {
    types,
    reached,
    target: ends === null ? ':t' : `(${ends.join('|')}):t`,
    where: conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`,
  };
}

/** @throws Problem when a type does not exist, a condition cannot be read, or the answer would be too large */
export async function expand(
  interpreter: Interpreter,
  asked: z.output<typeof ExpandRequest>,
): Promise<Expansion> {
  const steps = [asked, ...asked.then];
  const patterns: (Pattern | null)[] = [];
  let from: ReadonlySet<string> = new Set(asked.vertices.map(({ type }) => type));
  for (const step of steps) {
    const pattern = patternOf(interpreter, step, from);
    patterns.push(pattern);
    from = pattern?.reached ?? new Set();
  }
  const [first] = patterns;
  if (first === null || first === undefined) {
    // Vertices of types that do not exist are refused here too.
    await interpreter.run('SET<VERTEX> seeds__', '  N__0 = {seeds__};', { seeds__: asked.vertices });
    return { counts: [], vertices: [], edges: [] };
  }
  const { types, target, where } = first;
  const counted = (['out', 'in'] as const).filter(
    (way) =>
      (asked.direction === 'any' || asked.direction === way) &&
      // Undirected edges are counted once, with those that lead out where both are asked for.
      (way === 'out' || asked.direction === 'in' || types.some((type) => type.directed)),
  );
  const typesOf = (way: 'out' | 'in'): readonly WalkedType[] =>
    way === 'in' && asked.direction === 'any' ? types.filter((type) => type.directed) : types;
  // A loop leads out and in: where both are asked for, it is counted once too.
  const fitting = (way: 'out' | 'in'): string =>
    way === 'out' || asked.direction === 'in' ? where : `${where === '' ? ' WHERE' : `${where} AND`} s != t`;
  const counts = counted.map(
    (way) => `
  MapAccum<STRING, SumAccum<INT>> @@${way};
  C__ = SELECT t FROM N__0:s -(${alongTypes(typesOf(way), way)}:e)- ${target}${fitting(way)} ACCUM @@${way} += (e.type -> 1);
  PRINT @@${way} AS ${way};`,
  );
  const end = patterns.indexOf(null);
  const walks = steps.slice(0, end < 0 ? undefined : end).map((step, at) => {
    const pattern = patterns[at] as Pattern;
    const along = alongTypes(pattern.types, step.direction);
    return `
  N__${at + 1} = SELECT t FROM N__${at}:s -(${along}:e)- ${pattern.target}${pattern.where} SAMPLE ${step.limit} EDGE WHEN TRUE ACCUM @@edges += e;`;
  });
  const neighbours = `
  SetAccum<EDGE> @@edges;${walks.join('')}
  N__ = ${walks.map((_, at) => `N__${at + 1}`).join(' UNION ')};${printUnlessTooMany('N__')}`;
  const results = await interpreter.run(
    'SET<VERTEX> seeds__',
    `  N__0 = {seeds__};${counts.join('')}${asked.countOnly ? '' : neighbours}`,
    { seeds__: asked.vertices },
  );
  return {
    counts: counted.flatMap((way) => countsOf(printed(results, way), way, types)),
    vertices: [...printed<Expansion['vertices'][number]>(results, 'N__')],
    edges: [...printed<Expansion['edges'][number]>(results, 'edges')],
  };
}

function countsOf(counts: unknown, way: 'out' | 'in', types: readonly WalkedType[]): Expansion['counts'] {
  const byType = counts as Readonly<Record<string, number>>;
  return types.flatMap(({ name, directed }) => {
    const count = Number(byType[name] ?? 0);
    return count === 0 ? [] : [{ e_type: name, direction: directed ? way : 'undirected', count }];
  });
}

/** Vertices that do not exist are left out. @throws Problem when a type does not exist, or the answer would be too large */
export async function subgraph(
  interpreter: Interpreter,
  { vertices, edgeTypes }: z.output<typeof SubgraphRequest>,
): Promise<Subgraph> {
  const there = new Set(vertices.map(({ type }) => type));
  const types = walkedTypes(interpreter.engine, interpreter.graph, edgeTypes).filter(({ pairs }) =>
    pairs.some(({ from, to }) => there.has(from) && there.has(to)),
  );
  const joined = `
  SetAccum<EDGE> @@edges;
  L__ = SELECT t FROM O__:s -(${alongTypes(types, 'out')}:e)- O__:t ACCUM @@edges += e;${printUnlessTooMany('O__')}`;
  const results = await interpreter.run(
    'SET<VERTEX> seeds__',
    `  O__ = {seeds__};${types.length === 0 ? ' PRINT O__;' : joined}`,
    { seeds__: vertices },
  );
  return {
    vertices: [...printed<Subgraph['vertices'][number]>(results, 'O__')],
    edges: [...printed<Subgraph['edges'][number]>(results, 'edges')],
  };
}

/** The most vertices that one step of `expandSteps` goes on from. */
const MOST_OF_STEP = 10_000;

/** Expands from vertices step by step; each step goes on from the vertices that the one before found first. */
export async function expandSteps(
  interpreter: Interpreter,
  { source_vertices, expansion_steps }: z.output<typeof KStepRequest>,
): Promise<Subgraph> {
  const vertices = new Map<string, Subgraph['vertices'][number]>();
  const edges = new Map<string, Subgraph['edges'][number]>();
  const keyOf = ({ v_type, v_id }: Subgraph['vertices'][number]): string => JSON.stringify([v_type, v_id]);
  const start = await subgraph(interpreter, { vertices: source_vertices, edgeTypes: [] });
  for (const vertex of start.vertices) vertices.set(keyOf(vertex), vertex);
  let next = source_vertices;
  for (const { expansion_edge_types, expansion_vertex_types, expansion_limit } of expansion_steps) {
    if (next.length === 0) break;
    const found = await expand(interpreter, {
      vertices: next,
      edgeTypes: expansion_edge_types,
      vertexTypes: expansion_vertex_types,
      limit: expansion_limit,
      direction: 'any',
      vertexFilters: [],
      edgeFilters: [],
      then: [],
      countOnly: false,
    });
    const fresh = found.vertices.filter((vertex) => !vertices.has(keyOf(vertex)));
    for (const vertex of fresh) vertices.set(keyOf(vertex), vertex);
    for (const edge of found.edges) {
      const { e_type, from_type, from_id, to_type, to_id, discriminator } = edge;
      edges.set(JSON.stringify([e_type, from_type, from_id, to_type, to_id, discriminator]), edge);
    }
    next = fresh.slice(0, MOST_OF_STEP).map(({ v_type, v_id }) => ({ type: v_type, id: v_id }));
  }
  return { vertices: [...vertices.values()], edges: [...edges.values()] };
}
