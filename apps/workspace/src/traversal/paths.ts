/** Paths between vertices, found by a query over the graph in memory. */
import type { Paths, PathRequest } from '@acacia/contract';
import type { EdgeJson, VertexJson } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { bare, printed, printUnlessTooMany, type Interpreter } from './interpreter.ts';
import { listPaths, type MarkedVertex } from './list-paths.ts';
import { alongTypes, conditionsOf, isOneOf, targetTypes, walkedTypes } from './steps.ts';

type Asked = z.output<typeof PathRequest>;

/**
 * The vertices and edges of all requested paths, or of the first of the shortest.
 * @throws Problem when it is not said where the paths begin or end, or the answer would be too large
 */
export async function findPaths(
  interpreter: Interpreter,
  request: Asked,
  kind: 'shortest' | 'all',
): Promise<Paths> {
  const { source, sources = [], target, targets = [], maxLength, allShortestPaths, limit } = request;
  const from = [...(source === undefined ? [] : [source]), ...sources];
  const to = [...(target === undefined ? [] : [target]), ...targets];
  if (from.length === 0 || to.length === 0) throw problem('pathEnds');
  const body = pathQuery(interpreter, request, kind);
  const results =
    body === null
      ? []
      : await interpreter.run('SET<VERTEX> sources__, SET<VERTEX> targets__, INT longest__', body, {
          sources__: from,
          targets__: to,
          longest__: maxLength,
        });
  const [vertices, edges] = [printed<VertexJson>(results, 'Kept__'), printed<EdgeJson>(results, 'edges')];
  const isOne = kind === 'shortest' && !allShortestPaths;
  if (!isOne && limit === undefined) return { vertices: vertices.map(bare), edges: [...edges] };
  const { paths, more } = listPaths(
    { vertices: vertices as readonly MarkedVertex[], edges, direction: request.direction ?? 'out' },
    { longest: kind === 'shortest' ? null : maxLength, limit: isOne ? 1 : (limit ?? 1) },
  );
  const places = new Map<number, number>();
  for (const { vertices: passed } of paths) {
    for (const at of passed) if (!places.has(at)) places.set(at, places.size);
  }
  const steps = paths.flatMap((path) => path.steps);
  return {
    vertices: [...places.keys()].flatMap((at) => vertices[at] ?? []).map(bare),
    // As TigerGraph has it, a single path has one edge for each step.
    edges: [...new Set(limit === undefined ? steps.flatMap((step) => step.slice(0, 1)) : steps.flat())],
    ...(limit === undefined
      ? {}
      : { paths: paths.map((path) => path.vertices.map((at) => places.get(at) ?? 0)), more: more && !isOne }),
  };
}

/**
 * Searches from both ends: a vertex or an edge belongs to a path when its distances to both ends add up to a path that
 * is short enough. Null where no edge can be followed. @throws Problem when a type or a condition cannot be read
 */
function pathQuery({ engine, graph }: Interpreter, request: Asked, kind: 'shortest' | 'all'): string | null {
  const { direction, edgeTypes, vertexTypes } = request;
  const { ofVertices, ofEdges } = conditionsOf(request);
  const between = targetTypes(engine, graph, vertexTypes);
  const types =
    direction === undefined && edgeTypes === undefined
      ? (engine.schema(graph)?.edgeTypes ?? [])
      : walkedTypes(engine, graph, edgeTypes);
  if (types.length === 0) return null;
  const along = alongTypes(types, direction ?? 'out');
  const conditions = [
    ...ofVertices,
    ...ofEdges,
    ...(between === null ? [] : [`(t.@isTarget OR ${isOneOf('t', between)})`]),
  ];
  const passes = conditions.map((condition) => ` AND ${condition}`).join('');
  const shortest = kind === 'shortest';
  return `
  MinAccum<INT> @far, @back;
  OrAccum @isTarget, @@met;
  SetAccum<VERTEX> @before, @@next, @@seen;
  SetAccum<EDGE> @@edges;
  INT depth__ = 0;
  INT most__ = longest__;
  T__ = {targets__};
  T__ = SELECT t FROM T__:t ACCUM t.@isTarget += TRUE;
  F__ = {sources__};
  F__ = SELECT s FROM F__:s ACCUM s.@far = 0, @@seen += s, IF s.@isTarget THEN @@met += TRUE END;
  WHILE F__.size() > 0 AND depth__ < longest__${shortest ? ' AND NOT @@met' : ''} DO
    F__ = SELECT t FROM F__:s -(${along}:e)- :t
      WHERE ${shortest ? 't.@far > depth__' : 'TRUE'}${passes}
      ACCUM t.@far += depth__ + 1, t.@before += s, @@seen += t, IF t.@isTarget THEN @@met += TRUE END;
    F__ = SELECT t FROM F__:t WHERE t.@far == depth__ + 1;
    depth__ = depth__ + 1;
  END;
  ${shortest ? 'most__ = depth__;' : ''}
  B__ = SELECT t FROM T__:t WHERE t.@far <= most__ ACCUM t.@back = 0;
  depth__ = 0;
  WHILE B__.size() > 0 AND depth__ < most__ DO
    depth__ = depth__ + 1;
    @@next.clear();
    B__ = SELECT b FROM B__:b ACCUM @@next += b.@before;
    B__ = {@@next};
    B__ = SELECT b FROM B__:b WHERE b.@back > depth__ ACCUM b.@back = depth__;
  END;
  All__ = {@@seen};
  Kept__ = SELECT v FROM All__:v WHERE v.@far <= most__ AND v.@back <= most__ AND v.@far + v.@back <= most__;
  E__ = SELECT t FROM Kept__:s -(${along}:e)- :t
    WHERE t.@back < most__ AND s.@far + 1 + t.@back <= most__${passes}
    ACCUM @@edges += e;${printUnlessTooMany('Kept__')}`;
}
