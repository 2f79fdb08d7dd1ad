/** The shortest paths between any two of some vertices, found by one query over the graph in memory. */
import type { ConnectionRequest, Connections } from '@acacia/contract';
import type { VertexJson } from '@acacia/engine';
import type { z } from 'zod';
import { bare, printed, printUnlessTooMany, type Interpreter } from './interpreter.ts';
import { alongTypes, conditionsOf, isOneOf, targetTypes, walkedTypes } from './steps.ts';

/** @throws Problem when a type does not exist, a condition cannot be read, or the answer would be too large */
export async function findConnections(
  interpreter: Interpreter,
  asked: z.output<typeof ConnectionRequest>,
): Promise<Connections> {
  const { engine, graph } = interpreter;
  const types = walkedTypes(engine, graph, asked.edgeTypes);
  const between = targetTypes(engine, graph, asked.vertexTypes);
  const { ofVertices, ofEdges } = conditionsOf(asked);
  const onVertices = [...ofVertices, ...(between === null ? [] : [isOneOf('t', between)])];
  const results = await interpreter.run(
    'LIST<VERTEX> given, INT longest, INT half',
    connectionQuery(alongTypes(types, 'any'), types.length > 0, onVertices, ofEdges),
    { given: asked.vertices, longest: asked.maxLength, half: Math.ceil(asked.maxLength / 2) },
  );
  const kept = printed<VertexJson>(results, 'Kept');
  const placeOf = new Map(
    kept.flatMap(({ attributes }, place) =>
      Object.entries(attributes['@far'] as Readonly<Record<string, number>>)
        .filter(([, distance]) => distance === 0)
        .map(([end]) => [end, place] as const),
    ),
  );
  const best = printed(results, 'best') as unknown as Readonly<
    Record<string, Readonly<Record<string, number>>>
  >;
  return {
    vertices: kept.map(bare),
    edges: [...printed<Connections['edges'][number]>(results, 'edges')],
    pairs: Object.entries(best).flatMap(([from, ends]) =>
      Object.entries(ends).map(([to, length]) => ({
        from: placeOf.get(from) ?? 0,
        to: placeOf.get(to) ?? 0,
        length,
      })),
    ),
  };
}

/**
 * Every vertex learns its distance from each end that is at most half of a path away (`@far`, by the place of the end).
 * Where two of these meet, the shortest path between the two ends goes through; from there it is followed back to both.
 */
function connectionQuery(
  along: string,
  hasTypes: boolean,
  onVertices: readonly string[],
  onEdges: readonly string[],
): string {
  const edgeFilter = onEdges.map((condition) => ` AND ${condition}`).join('');
  const vertexFilter = onVertices.length === 0 ? '' : ` AND (t.@isEnd OR (${onVertices.join(' AND ')}))`;
  const search = `
  WHILE F.size() > 0 AND depth < half DO
    F = SELECT t FROM F:s -(${along}:e)- :t
      WHERE TRUE${vertexFilter}${edgeFilter}
      ACCUM FOREACH (k, d) IN s.@far DO
        IF d == depth AND NOT t.@far.containsKey(k) THEN t.@far += (k -> depth + 1), @@met += t END
      END;
    F = {@@met};
    @@seen += @@met;
    @@met.clear();
    depth = depth + 1;
  END;`;
  const back = `
  WHILE depth > 0 DO
    W = {@@kept};
    B = SELECT s FROM W:t -(${along}:e)- :s
      WHERE TRUE${edgeFilter}
      ACCUM FOREACH k IN t.@wanted DO
        IF t.@far.get(k) == depth AND s.@far.containsKey(k) AND s.@far.get(k) == depth - 1 THEN
          @@edges += e, s.@wanted += k, @@kept += s
        END
      END;
    depth = depth - 1;
  END;`;
  return `
  MapAccum<INT, MinAccum<INT>> @far;
  SetAccum<INT> @wanted;
  OrAccum @isEnd;
  MapAccum<INT, MapAccum<INT, MinAccum<INT>>> @@best;
  SetAccum<VERTEX> @@seen, @@met, @@kept;
  SetAccum<EDGE> @@edges;
  INT depth = 0;
  INT place = 0;
  FOREACH one IN given DO
    E = {one};
    E = SELECT s FROM E:s ACCUM s.@isEnd += TRUE, s.@far += (place -> 0), @@seen += s, @@kept += s;
    place = place + 1;
  END;
  F = {@@seen};${hasTypes ? search : ''}
  All = {@@seen};
  M = SELECT v FROM All:v WHERE v.@far.size() > 1
    ACCUM FOREACH (a, x) IN v.@far DO FOREACH (b, y) IN v.@far DO
      IF a < b AND x + y <= longest THEN @@best += (a -> (b -> x + y)) END
    END END;
  M = SELECT v FROM M:v
    ACCUM FOREACH (a, x) IN v.@far DO FOREACH (b, y) IN v.@far DO
      IF a < b AND @@best.containsKey(a) AND @@best.get(a).containsKey(b) AND @@best.get(a).get(b) == x + y THEN
        v.@wanted += a, v.@wanted += b, @@kept += v
      END
    END END;
  depth = half;${hasTypes ? back : ''}
  Kept = {@@kept};
  PRINT @@best AS best;${printUnlessTooMany('Kept')}`;
}
