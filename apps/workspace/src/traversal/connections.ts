/** The shortest paths between any two of some vertices, found by one query over the graph in memory. */
import { MOST_ANSWERED, type ConnectionRequest, type Connections } from '@acacia/contract';
import type { Printed as PrintedBytes, VertexJson } from '@acacia/engine';
import type { z } from 'zod';
import { bare, demandFew, printed, printUnlessTooMany, type Interpreter } from './interpreter.ts';
import { alongTypes, conditionsOf, isOneOf, targetTypes, walkedTypes } from './steps.ts';

/** @throws Problem when a type does not exist, a condition cannot be read, or the answer would be too large */
export async function findConnections(
  interpreter: Interpreter,
  asked: z.output<typeof ConnectionRequest>,
): Promise<Connections | PrintedBytes> {
  const { engine, graph } = interpreter;
  const given = distinct(asked.vertices);
  const [from, to] = given;
  if (from !== undefined && to !== undefined && given.length === 2) {
    return joinTwo(interpreter, asked, from, to);
  }
  const types = walkedTypes(engine, graph, asked.edgeTypes);
  const between = targetTypes(engine, graph, asked.vertexTypes);
  const { ofVertices, ofEdges } = conditionsOf(asked);
  const onVertices = [...ofVertices, ...(between === null ? [] : [isOneOf('t', between)])];
  const results = await interpreter.run(
    'LIST<VERTEX> given__, INT longest__',
    connectionQuery(alongTypes(types, 'any'), types.length > 0, onVertices, ofEdges),
    { given__: given, longest__: asked.maxLength },
  );
  const kept = printed<VertexJson>(results, 'Kept__');
  const placeOf = new Map(
    kept.flatMap(({ attributes }, place) =>
      // Only the ends are printed with their distances.
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

type End = z.output<typeof ConnectionRequest>['vertices'][number];

/** Bytes of an answer that holds a count alone. */
const FEW_BYTES = 100;

/**
 * The paths between two ends, for which each vertex needs but two distances: the bytes of `Connections`.
 * @throws Problem as `findConnections`
 */
async function joinTwo(
  interpreter: Interpreter,
  asked: z.output<typeof ConnectionRequest>,
  from: End,
  to: End,
): Promise<PrintedBytes> {
  const { engine, graph } = interpreter;
  const { ofVertices, ofEdges } = conditionsOf(asked);
  const found = await interpreter.connect({
    ...{ kind: 'connection', from, to, longest: asked.maxLength, mostEdges: MOST_ANSWERED },
    along: walkedTypes(engine, graph, asked.edgeTypes).map(({ name }) => ({
      edgeType: name,
      direction: 'any',
    })),
    between: targetTypes(engine, graph, asked.vertexTypes),
    ...{ vertexConditions: ofVertices, edgeConditions: ofEdges },
  });
  if (found.byteLength < FEW_BYTES) demandFew(found.values());
  return found;
}

/** The ends, each once. */
const distinct = (vertices: readonly End[]): readonly End[] => [
  ...new Map(vertices.map((vertex) => [JSON.stringify([vertex.type, vertex.id]), vertex])).values(),
];

/** Ends that are wider by so much than the narrowest are widened with it, in one pass. */
const ALIKE = { times: 4, more: 1000 } as const;

/**
 * Every vertex learns its distance from each end that is near (`@far`, by the place of the end). An end is widened by one
 * step at a time, the ones with the fewest edges at their rim first, and only while a path to another end may still be
 * found: two ends that meet are done with each other, so that the edges of a hub between them are not walked. Where two
 * of them meet, the shortest path between them goes through; from there it is followed back to both.
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
  WHILE more__ DO
    @@open.clear();
    @@going.clear();
    least__ = -1;
    FOREACH a IN RANGE[0, place__ - 1] DO
      isOpen__ = FALSE;
      IF @@rim.containsKey(a) THEN
        FOREACH b IN RANGE[0, place__ - 1] DO
          IF a != b AND @@rim.containsKey(b) AND @@radius.get(a) + @@radius.get(b) < longest__
            AND NOT @@joined.contains(a * 1000 + b) THEN isOpen__ = TRUE; END;
        END;
      END;
      IF isOpen__ THEN
        @@open += a;
        IF least__ < 0 OR @@rim.get(a) < least__ THEN least__ = @@rim.get(a); END;
      END;
    END;
    FOREACH a IN @@open DO
      IF @@rim.get(a) <= ${ALIKE.times} * least__ + ${ALIKE.more} THEN @@going += a; END;
    END;
    more__ = @@going.size() > 0;
    IF more__ THEN
      W__ = {@@seen};
      W__ = SELECT s FROM W__:s
        ACCUM FOREACH (k, d) IN s.@far DO
          IF @@going.contains(k) AND @@radius.get(k) == d THEN s.@goes += k END
        END
        HAVING s.@goes.size() > 0;
      N__ = SELECT t FROM W__:s -(${along}:e)- :t
        WHERE TRUE${vertexFilter}${edgeFilter}
        ACCUM FOREACH k IN s.@goes DO
          IF NOT t.@far.containsKey(k) THEN t.@far += (k -> @@radius.get(k) + 1), @@met += t END
        END
        POST-ACCUM s.@goes.clear();
      FOREACH k IN @@going DO
        @@radius += (k -> 1);
        @@rim.remove(k);
      END;
      M__ = {@@met};
      M__ = SELECT t FROM M__:t ACCUM
        FOREACH (a, x) IN t.@far DO
          IF @@going.contains(a) AND x == @@radius.get(a) THEN
            @@rim += (a -> t.outdegree() + 1),
            FOREACH (b, y) IN t.@far DO
              IF a != b AND x + y <= longest__ THEN
                IF a < b THEN @@best += (a -> (b -> x + y)) ELSE @@best += (b -> (a -> x + y)) END,
                @@joined += a * 1000 + b, @@joined += b * 1000 + a
              END
            END
          END
        END;
      @@seen += @@met;
      @@met.clear();
    END;
  END;`;
  const follow = (from: 't' | 's'): string => `
        B__ = SELECT ${from === 't' ? 's' : 't'} FROM ${from === 't' ? `W__:t -(${along}:e)- :s` : `S__:s -(${along}:e)- :t`}
          WHERE TRUE${edgeFilter}
          ACCUM FOREACH k IN t.@wanted DO
            IF t.@far.get(k) == depth__ AND s.@far.containsKey(k) AND s.@far.get(k) == depth__ - 1 THEN
              @@edges += e, s.@wanted += k, @@kept += s
            END
          END;`;
  const back = `
  FOREACH (k, d) IN @@radius DO
    IF d > depth__ THEN depth__ = d; END;
  END;
  WHILE depth__ > 0 DO
    @@edgesOfFar = 0;
    @@edgesOfNear = 0;
    @@sought.clear();
    W__ = {@@kept};
    W__ = SELECT t FROM W__:t
      ACCUM FOREACH k IN t.@wanted DO
        IF t.@far.get(k) == depth__ THEN t.@goes += k, @@sought += k END
      END
      HAVING t.@goes.size() > 0;
    W__ = SELECT t FROM W__:t ACCUM @@edgesOfFar += t.outdegree() POST-ACCUM t.@goes.clear();
    S__ = {@@seen};
    S__ = SELECT s FROM S__:s
      ACCUM FOREACH (k, d) IN s.@far DO
        IF d == depth__ - 1 AND @@sought.contains(k) THEN s.@goes += k END
      END
      HAVING s.@goes.size() > 0;
    S__ = SELECT s FROM S__:s ACCUM @@edgesOfNear += s.outdegree() POST-ACCUM s.@goes.clear();
    IF W__.size() > 0 THEN
      IF @@edgesOfFar <= @@edgesOfNear THEN${follow('t')}
      ELSE${follow('s')}
      END;
    END;
    depth__ = depth__ - 1;
  END;`;
  return `
  MapAccum<INT, MinAccum<INT>> @far;
  SetAccum<INT> @goes, @wanted, @@open, @@going, @@joined, @@sought;
  OrAccum @isEnd;
  MapAccum<INT, SumAccum<INT>> @@radius, @@rim;
  MapAccum<INT, MapAccum<INT, MinAccum<INT>>> @@best;
  SumAccum<INT> @@edgesOfFar, @@edgesOfNear;
  SetAccum<VERTEX> @@seen, @@met, @@kept;
  SetAccum<EDGE> @@edges;
  INT depth__ = 0;
  INT place__ = 0;
  INT least__ = 0;
  BOOL isOpen__ = FALSE;
  BOOL more__ = TRUE;
  FOREACH one__ IN given__ DO
    E__ = {one__};
    E__ = SELECT s FROM E__:s
      ACCUM s.@isEnd += TRUE, s.@far += (place__ -> 0), @@seen += s, @@kept += s,
        @@radius += (place__ -> 0), @@rim += (place__ -> s.outdegree() + 1);
    place__ = place__ + 1;
  END;${hasTypes ? search : ''}
  All__ = {@@seen};
  M__ = SELECT v FROM All__:v WHERE v.@far.size() > 1
    ACCUM FOREACH (a, x) IN v.@far DO FOREACH (b, y) IN v.@far DO
      IF a < b AND @@best.containsKey(a) AND @@best.get(a).containsKey(b) AND @@best.get(a).get(b) == x + y THEN
        v.@wanted += a, v.@wanted += b, @@kept += v
      END
    END END;${hasTypes ? back : ''}
  Kept__ = {@@kept};
  Inner__ = SELECT v FROM Kept__:v WHERE NOT v.@isEnd POST-ACCUM v.@far.clear(), v.@wanted.clear();
  PRINT @@best AS best;${printUnlessTooMany('Kept__')}`;
}
