/** Paths between vertices, found by a query over the graph in memory. */
import type { PathRequest } from '@acacia/contract';
import type { EdgeJson, Engine, VertexJson } from '@acacia/engine';
import { parseExpression } from '@acacia/language';
import { problem, type Problem } from './errors/problem.ts';

export interface FoundPaths {
  readonly vertices: readonly VertexJson[];
  readonly edges: readonly EdgeJson[];
}

/**
 * The vertices and edges of all requested paths, or of the first of the shortest.
 * @throws Problem when it is not said where the paths begin or end
 */
export async function findPaths(
  engine: Engine,
  graph: string,
  request: PathRequest,
  kind: 'shortest' | 'all',
): Promise<FoundPaths> {
  const { source, sources = [], target, targets = [], maxLength, allShortestPaths } = request;
  const from = [...(source === undefined ? [] : [source]), ...sources];
  const to = [...(target === undefined ? [] : [target]), ...targets];
  if (from.length === 0 || to.length === 0) throw problem('pathEnds');
  const result = await engine.interpretQuery(pathQuery(graph, request, kind), graph, {
    sources: from,
    targets: to,
    longest: maxLength,
  });
  const [kept, edges] = [found(result.results, 'Kept'), found(result.results, 'edges')];
  const paths = {
    vertices: (kept as VertexJson[]).map(withoutAccumulators),
    edges: edges as EdgeJson[],
  };
  return kind === 'all' || allShortestPaths ? paths : onePath(paths, kept as VertexJson[]);
}

function found(results: unknown, name: string): unknown[] {
  for (const part of results as Record<string, unknown>[]) if (name in part) return part[name] as unknown[];
  return [];
}

/**
 * Searches from both ends: a vertex or an edge belongs to a path when its distances to both ends add up to a path that
 * is short enough.
 */
function pathQuery(graph: string, { vertexFilters, edgeFilters }: PathRequest, kind: string): string {
  const conditions = [
    ...vertexFilters.map(({ type, condition }) => filterOf('t', type, condition)),
    ...edgeFilters.map(({ type, condition }) => filterOf('e', type, condition)),
  ];
  const passes = conditions.map((condition) => ` AND ${condition}`).join('');
  const shortest = kind === 'shortest';
  return `INTERPRET QUERY (SET<VERTEX> sources, SET<VERTEX> targets, INT longest) FOR GRAPH ${graph} SYNTAX v1 {
  MinAccum<INT> @far, @back;
  OrAccum @isTarget, @@met;
  SetAccum<VERTEX> @before, @@next, @@seen;
  SetAccum<EDGE> @@edges;
  INT depth = 0;
  INT most = longest;
  T = {targets};
  T = SELECT t FROM T:t ACCUM t.@isTarget += TRUE;
  F = {sources};
  F = SELECT s FROM F:s ACCUM s.@far = 0, @@seen += s, IF s.@isTarget THEN @@met += TRUE END;
  WHILE F.size() > 0 AND depth < longest${shortest ? ' AND NOT @@met' : ''} DO
    F = SELECT t FROM F:s -(:e)-> :t
      WHERE ${shortest ? 't.@far > depth' : 'TRUE'}${passes}
      ACCUM t.@far += depth + 1, t.@before += s, @@seen += t, IF t.@isTarget THEN @@met += TRUE END;
    F = SELECT t FROM F:t WHERE t.@far == depth + 1;
    depth = depth + 1;
  END;
  ${shortest ? 'most = depth;' : ''}
  B = SELECT t FROM T:t WHERE t.@far <= most ACCUM t.@back = 0;
  depth = 0;
  WHILE B.size() > 0 AND depth < most DO
    depth = depth + 1;
    @@next.clear();
    B = SELECT b FROM B:b ACCUM @@next += b.@before;
    B = {@@next};
    B = SELECT b FROM B:b WHERE b.@back > depth ACCUM b.@back = depth;
  END;
  All = {@@seen};
  Kept = SELECT v FROM All:v WHERE v.@far <= most AND v.@back <= most AND v.@far + v.@back <= most;
  E = SELECT t FROM Kept:s -(:e)-> :t
    WHERE t.@back < most AND s.@far + 1 + t.@back <= most${passes}
    ACCUM @@edges += e;
  PRINT Kept;
  PRINT @@edges AS edges;
}`;
}

/** Words of conditions that are no attributes. */
const OPERATORS = new Set(['and', 'or', 'not', 'in', 'like', 'between', 'is', 'null', 'true', 'false']);

function filterOf(alias: string, type: string, condition: string): string {
  const wrong = (why: string): Problem => problem('conditionUnreadable', { condition, why });
  const { diagnostics } = parseExpression(condition);
  const [fault] = diagnostics;
  if (fault !== undefined) throw wrong(fault.message);
  const named = condition.replaceAll(
    /"(?:[^"\\]|\\.)*"|(?:[A-Za-z_]\w*\s*\.\s*)?([A-Za-z_]\w*)(\s*\()?/g,
    (text: string, word: string | undefined, call: string | undefined) => {
      if (word === undefined || OPERATORS.has(word.toLowerCase())) return text;
      if (call !== undefined) throw wrong('it may compare attributes, not call functions.');
      return `${alias}.${word}`;
    },
  );
  return type === '*' || type === ''
    ? `(${named})`
    : `(${alias}.type != ${JSON.stringify(type)} OR (${named}))`;
}

const withoutAccumulators = (vertex: VertexJson): VertexJson => ({
  ...vertex,
  attributes: Object.fromEntries(Object.entries(vertex.attributes).filter(([name]) => !name.startsWith('@'))),
});

const keyOf = (type: string, id: string): string => JSON.stringify([type, id]);

/** The first path within the union of all shortest paths, traced from its end. */
function onePath({ vertices, edges }: FoundPaths, marked: readonly VertexJson[]): FoundPaths {
  const far = new Map(marked.map((each) => [keyOf(each.v_type, each.v_id), Number(each.attributes['@far'])]));
  const last = marked.find((each) => each.attributes['@back'] === 0);
  if (last === undefined) return { vertices, edges: [] };
  let at = keyOf(last.v_type, last.v_id);
  const keys = [at];
  const taken: EdgeJson[] = [];
  for (let left = far.get(at) ?? 0; left > 0; left--) {
    for (const edge of edges) {
      const [from, to] = [keyOf(edge.from_type, edge.from_id), keyOf(edge.to_type, edge.to_id)];
      const before = to === at ? from : from === at && !edge.directed ? to : undefined;
      if (before === undefined || far.get(before) !== left - 1) continue;
      taken.unshift(edge);
      keys.unshift(before);
      at = before;
      break;
    }
  }
  const byKey = new Map(vertices.map((each) => [keyOf(each.v_type, each.v_id), each]));
  return { vertices: keys.flatMap((key) => byKey.get(key) ?? []), edges: taken };
}
