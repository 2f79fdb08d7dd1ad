/** Paths between vertices: in a list, or everything on them. */
import { MOST_ANSWERED, type Paths, type PathRequest } from '@acacia/contract';
import type { Printed } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import type { Interpreter } from './interpreter.ts';
import { conditionsOf, targetTypes, walkedTypes, type WalkedType } from './steps.ts';

type Asked = z.output<typeof PathRequest>;

/**
 * The vertices and edges of all requested paths, or of the first of the shortest; without a limit the bytes of `Paths`.
 * @throws Problem when it is not said where the paths begin or end, a condition cannot be read, or the answer would be too
 * large
 */
export async function findPaths(
  interpreter: Interpreter,
  asked: Asked,
  kind: 'shortest' | 'all',
): Promise<Paths | Printed> {
  const { source, sources = [], target, targets = [], allShortestPaths, limit, direction = 'out' } = asked;
  const from = [...(source === undefined ? [] : [source]), ...sources];
  const to = [...(target === undefined ? [] : [target]), ...targets];
  if (from.length === 0 || to.length === 0) throw problem('pathEnds');
  const { ofVertices, ofEdges } = conditionsOf(asked);
  const search = {
    ...{ from, to, longest: asked.maxLength, shortestOnly: kind === 'shortest' },
    along: followedTypes(interpreter, asked).map(({ name }) => ({ edgeType: name, direction })),
    between: targetTypes(interpreter.engine, interpreter.graph, asked.vertexTypes),
    ...{ vertexConditions: ofVertices, edgeConditions: ofEdges },
  };
  const isOne = kind === 'shortest' && !allShortestPaths;
  if (!isOne && limit === undefined) {
    return interpreter.connect({ ...search, kind: 'union', mostEdges: MOST_ANSWERED });
  }
  const { vertices, edges, paths, more } = await interpreter.findPaths({
    ...{ ...search, kind: 'paths', limit: isOne ? 1 : (limit ?? 1) },
    // As TigerGraph has it, a single path has one edge for each step.
    allEdges: limit !== undefined,
  });
  if (limit === undefined) return { vertices: [...vertices], edges: [...edges] };
  return {
    vertices: [...vertices],
    edges: [...edges],
    paths: paths.map((path) => [...path]),
    more: more && !isOne,
  };
}

/** As TigerGraph has it, reverse types are followed too where neither types nor a direction are asked for. */
const followedTypes = (
  { engine, graph }: Interpreter,
  { direction, edgeTypes }: Asked,
): readonly WalkedType[] =>
  direction === undefined && edgeTypes === undefined
    ? (engine.schema(graph)?.edgeTypes ?? [])
    : walkedTypes(engine, graph, edgeTypes);
