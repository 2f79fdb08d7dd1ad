/** A query with the features of most queries, over a graph of two vertices: running it loads and compiles that code. */
import type { AttributeType, EdgeType, GraphSchema, VertexType } from '@acacia/language';
import { assembleSnapshot } from '../graph/assemble.ts';
import { attributeColumn } from '../graph/columns.ts';
import { buildEdgeTable } from '../graph/edge-table.ts';
import { buildVertexTable } from '../graph/vertex-table.ts';
import type { RunRequest } from './request.ts';

const INT: AttributeType = { kind: 'scalar', name: 'INT' };
const STRING: AttributeType = { kind: 'scalar', name: 'STRING' };

const vertex: VertexType = {
  name: 'V',
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: true },
  attributes: [
    { name: 'size', type: INT },
    { name: 'name', type: STRING },
  ],
};
const edge: EdgeType = {
  name: 'E',
  directed: true,
  pairs: [{ from: 'V', to: 'V' }],
  attributes: [{ name: 'weight', type: INT }],
  discriminator: [],
};
const schema: GraphSchema = { name: '', vertexTypes: [vertex], edgeTypes: [edge], tuples: [], queries: [] };

const TEXT = `INTERPRET QUERY (INT most = 10, STRING word = "a") SYNTAX v2 {
  TYPEDEF TUPLE<INT size, STRING name> Pair;
  SumAccum<INT> @sum; SumAccum<DOUBLE> @score = 1; MinAccum<INT> @least; OrAccum @seen; SetAccum<STRING> @names;
  SumAccum<INT> @@all; MaxAccum<DOUBLE> @@change = 1; MapAccum<STRING, SumAccum<INT>> @@byName; ListAccum<INT> @@list;
  HeapAccum<Pair>(3, size DESC) @@top;
  INT round = 0;
  All = {V.*};
  WHILE @@change > 0.001 LIMIT 2 DO
    @@change = 0;
    S = SELECT t FROM All:s -(E>:e)- V:t
        WHERE s.size < most AND t.name != word AND e.weight >= 0
        ACCUM t.@sum += e.weight, t.@score += s.@score / s.outdegree("E"), @@all += 1,
          IF NOT s.@seen THEN t.@least += s.@least + e.weight ELSE t.@names += s.name END
        POST-ACCUM t.@seen = TRUE, @@change += abs(t.@score - t.@score'), @@byName += (t.name -> t.size),
          @@top += Pair(t.size, t.name)
        HAVING t.@sum > 0
        ORDER BY t.@score DESC, t.name ASC LIMIT 5;
    round = round + 1;
  END;
  FOREACH (name, count) IN @@byName DO @@list += count; END;
  Two = SELECT c FROM V:a -(E>)- V:b -(E>)- V:c WHERE a != c;
  SELECT s.name AS name, count(*) AS n, sum(e.weight) AS weight INTO T FROM V:s -(E>:e)- V:t
    GROUP BY s.name ORDER BY n DESC LIMIT 3;
  Both = S UNION Two;
  CASE WHEN Both.size() > 1 THEN PRINT Both[Both.name AS name, Both.@score AS score]; END;
  PRINT @@all, @@top, @@list, @@byName, T, to_string(round) AS text;
  PRINT S;
}`;

/** The request that each worker runs first, before it has queries. */
export function warmUp(): RunRequest {
  const snapshot = assembleSnapshot({
    graph: '',
    version: 0,
    vertexTables: [
      buildVertexTable({
        typeIndex: 0,
        type: vertex,
        ids: ['a', 'b'],
        columns: new Map([
          ['size', attributeColumn(INT, [1, 2])],
          ['name', attributeColumn(STRING, ['one', 'two'])],
        ]),
      }),
    ],
    edgeTables: [
      buildEdgeTable({
        type: edge,
        fromIndex: 0,
        toIndex: 0,
        fromSize: 2,
        toSize: 2,
        from: [0, 1],
        to: [1, 0],
        columns: new Map([['weight', attributeColumn(INT, [1, 2])]]),
      }),
    ],
    edgeTypes: [edge],
    vectors: [],
  });
  return { text: TEXT, schema, schemaVersion: 0, snapshot, parameters: {}, options: { timeLimitMs: 0 } };
}
