/** Paths between vertices, found by a query over the graph in memory. */
import type { Paths, PathRequest } from '@acacia/contract';
import type { EdgeJson, VertexJson } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { bare, printed, printUnlessTooMany, type Interpreter, type Printed } from './interpreter.ts';
import { alongTypes, conditionsOf, isOneOf, targetTypes, walkedTypes, type WalkedType } from './steps.ts';

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
  const search = { ...request, from, to, maxLength };
  const isOne = kind === 'shortest' && !allShortestPaths;
  if (!isOne && limit === undefined) {
    const results = (await runPathQuery(interpreter, search, kind)) ?? [];
    return {
      vertices: printed<VertexJson>(results, 'Kept__').map(bare),
      edges: [...printed<EdgeJson>(results, 'edges')],
    };
  }
  return firstPaths(interpreter, request, search, {
    shortestOnly: kind === 'shortest',
    isOne,
  });
}

/** The paths that are listed, or a single one without a list. */
async function firstPaths(
  interpreter: Interpreter,
  { limit }: Asked,
  search: Search,
  { shortestOnly, isOne }: { readonly shortestOnly: boolean; readonly isOne: boolean },
): Promise<Paths> {
  const { engine, graph } = interpreter;
  const { from, to, direction = 'out', vertexTypes, maxLength } = search;
  const { ofVertices, ofEdges } = conditionsOf(search);
  const { vertices, edges, paths, more } = await interpreter.findPaths({
    ...{ kind: 'paths', from, to, longest: maxLength, shortestOnly, limit: isOne ? 1 : (limit ?? 1) },
    along: followedTypes(interpreter, search).map(({ name }) => ({ edgeType: name, direction })),
    between: targetTypes(engine, graph, vertexTypes),
    ...{ vertexConditions: ofVertices, edgeConditions: ofEdges },
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
  { direction, edgeTypes }: Search,
): readonly WalkedType[] =>
  direction === undefined && edgeTypes === undefined
    ? (engine.schema(graph)?.edgeTypes ?? [])
    : walkedTypes(engine, graph, edgeTypes);

/** The edges and vertices that a search passes, and its ends. */
interface Search extends Pick<
  Asked,
  'edgeTypes' | 'vertexTypes' | 'vertexFilters' | 'edgeFilters' | 'maxLength'
> {
  readonly direction?: Asked['direction'];
  readonly from: readonly VertexName[];
  readonly to: readonly VertexName[];
}
type VertexName = NonNullable<Asked['source']>;

/**
 * Prints vertices of paths (`Kept__`) with their distances from both ends (`@far`, `@back`), and edges. Null where no edge
 * can be followed. @throws Problem when a type or a condition cannot be read, or the answer would be too large
 */
async function runPathQuery(
  interpreter: Interpreter,
  search: Search,
  kind: 'shortest' | 'all',
): Promise<Printed | null> {
  const body = pathQuery(interpreter, search, kind);
  if (body === null) return null;
  return interpreter.run('SET<VERTEX> sources__, SET<VERTEX> targets__, INT longest__', body, {
    sources__: search.from,
    targets__: search.to,
    longest__: search.maxLength,
  });
}

/**
 * Widens both ends, the one with fewer edges at its rim first, until each path has a vertex that both know. What one end
 * knows is then told how far the other is, along edges that were walked before. A vertex or an edge belongs to a path when
 * its distances add up to a path that is short enough. Null where no edge can be followed.
 * @throws Problem when a type or a condition cannot be read
 */
function pathQuery(interpreter: Interpreter, request: Search, kind: 'shortest' | 'all'): string | null {
  const { direction, vertexTypes } = request;
  const { ofVertices, ofEdges } = conditionsOf(request);
  const between = targetTypes(interpreter.engine, interpreter.graph, vertexTypes);
  const types = followedTypes(interpreter, request);
  if (types.length === 0) return null;
  const conditions = [
    ...ofVertices,
    ...ofEdges,
    ...(between === null ? [] : [`(t.@isTarget OR ${isOneOf('t', between)})`]),
  ];
  const passes = conditions.map((condition) => ` AND ${condition}`).join('');
  const way = direction ?? 'out';
  const along = (from: string): string => `${from}:s -(${alongTypes(types, way)}:e)- :t`;
  const against = (from: string): string => `${from}:t -(${alongTypes(types, OPPOSITE[way])}:e)- :s`;
  /** Does something to each edge of a path, which is walked from the end that has walked it before. */
  const eachEdge = (onEdge: string): string => `
  E__ = SELECT t FROM ${along('Kept__')} WHERE s.@far < out__ AND t.@back < most__
    AND t.@far <= most__ AND s.@far + 1 + t.@back <= most__${passes} ACCUM ${onEdge};
  E__ = SELECT s FROM ${against('Kept__')} WHERE t.@back < in__ AND s.@far >= out__ AND s.@far < most__
    AND t.@far <= most__ AND s.@far + 1 + t.@back <= most__${passes} ACCUM ${onEdge};`;
  return `
  MinAccum<INT> @far, @back;
  OrAccum @isTarget, @@met;
  SumAccum<INT> @@ahead, @@behind;
  SetAccum<EDGE> @@edges;
  INT out__ = 0;
  INT in__ = 0;
  INT most__ = longest__;
  INT depth__ = 0;
  B__ = {targets__};
  B__ = SELECT t FROM B__:t ACCUM t.@isTarget += TRUE, t.@back = 0 POST-ACCUM @@behind += t.outdegree();
  F__ = {sources__};
  F__ = SELECT s FROM F__:s ACCUM s.@far = 0 POST-ACCUM @@ahead += s.outdegree(), IF s.@isTarget THEN @@met += TRUE END;
  Ahead__ = F__;
  Behind__ = B__;
  WHILE F__.size() > 0 AND B__.size() > 0 AND out__ + in__ < longest__${kind === 'shortest' ? ' AND NOT @@met' : ''} DO
    IF @@ahead <= @@behind THEN
      @@ahead = 0;
      F__ = SELECT t FROM ${along('F__')} WHERE t.@far > out__${passes} ACCUM t.@far += out__ + 1
        POST-ACCUM @@ahead += t.outdegree(), IF t.@back <= longest__ THEN @@met += TRUE END;
      Ahead__ = Ahead__ UNION F__;
      out__ = out__ + 1;
    ELSE
      @@behind = 0;
      B__ = SELECT s FROM ${against('B__')} WHERE s.@back > in__${passes} ACCUM s.@back += in__ + 1
        POST-ACCUM @@behind += s.outdegree(), IF s.@far <= longest__ THEN @@met += TRUE END;
      Behind__ = Behind__ UNION B__;
      in__ = in__ + 1;
    END;
  END;
  ${kind === 'shortest' ? 'most__ = out__ + in__;' : ''}
  depth__ = in__;
  WHILE depth__ < most__ DO
    depth__ = depth__ + 1;
    E__ = SELECT s FROM Ahead__:s WHERE s.@back > depth__ AND s.@far <= most__ - depth__;
    E__ = SELECT s FROM ${along('E__')} WHERE t.@back == depth__ - 1${passes} ACCUM s.@back += depth__;
  END;
  depth__ = out__;
  WHILE depth__ < most__ DO
    depth__ = depth__ + 1;
    E__ = SELECT t FROM Behind__:t WHERE t.@far > depth__ AND t.@back <= most__ - depth__;
    E__ = SELECT t FROM ${against('E__')} WHERE s.@far == depth__ - 1${passes} ACCUM t.@far += depth__;
  END;
  Kept__ = Ahead__ UNION Behind__;
  Kept__ = SELECT v FROM Kept__:v WHERE v.@far <= most__ AND v.@back <= most__ AND v.@far + v.@back <= most__;${eachEdge('@@edges += e')}${printUnlessTooMany('Kept__')}`;
}

const OPPOSITE = { out: 'in', in: 'out', any: 'any' } as const;
