/** Graph algorithms in plain GSQL and, for peers that have or can express them, in Cypher. */

export const ROUNDS = 10;
export const LABEL_ROUNDS = 5;
export const DAMPING = 0.85;
export const TOP = 3;
/** Start of walks. */
export const SOURCE = 0;

/** Names of loops over typed arrays that compute the same numbers. */
export type LoopName = 'pagerank' | 'components' | 'labels' | 'firstLabels' | 'bfs' | 'paths' | 'triangles';

export interface Algorithm {
  readonly name: string;
  readonly loop: LoopName;
  readonly title: string;
  /** Parameters as the query declares them, and their values. */
  readonly parameters?: string;
  readonly given?: Readonly<Record<string, unknown>>;
  /** The body of a GSQL query; it prints numbers in one PRINT. */
  readonly gsql: string;
  /** Kuzu's library of algorithms, which is part of its package. */
  readonly kuzu?: string;
  /** Plain Cypher, for both. */
  readonly cypher?: string;
}

export const ALGORITHMS: readonly Algorithm[] = [
  {
    name: 'pagerank',
    loop: 'pagerank',
    title: `PageRank, ${ROUNDS} rounds`,
    gsql: `SumAccum<DOUBLE> @received;
  SumAccum<DOUBLE> @score = 1;
  All = {V.*};
  INT i = 0;
  WHILE i < ${ROUNDS} DO
    S = SELECT s FROM All:s -(E>:e)- V:t
        ACCUM t.@received += s.@score / s.outdegree("E");
    A = SELECT v FROM All:v
        POST-ACCUM v.@score = ${(1 - DAMPING).toFixed(2)} + ${DAMPING} * v.@received, v.@received = 0;
    i = i + 1;
  END;
  Best = SELECT v FROM All:v ORDER BY v.@score DESC LIMIT ${TOP};
  PRINT Best[Best.id AS id];`,
    kuzu: `CALL page_rank('G', dampingFactor := ${DAMPING}, maxIterations := ${ROUNDS}, tolerance := 0.0) RETURN node.id AS id, rank ORDER BY rank DESC LIMIT ${TOP}`,
  },
  {
    name: 'components',
    loop: 'components',
    title: 'weakly connected components',
    gsql: `MinAccum<INT> @label;
  MapAccum<INT, INT> @@sizes;
  MaxAccum<INT> @@biggest;
  All = {V.*};
  S = SELECT v FROM All:v POST-ACCUM v.@label = getvid(v);
  WHILE S.size() > 0 DO
    S = SELECT t FROM S:s -((E>|<E):e)- V:t
        WHERE s.@label < t.@label
        ACCUM t.@label += s.@label;
  END;
  A = SELECT v FROM All:v POST-ACCUM @@sizes += (v.@label -> 1);
  FOREACH (label, members) IN @@sizes DO @@biggest += members; END;
  PRINT @@sizes.size() AS components, @@biggest AS biggest;`,
    kuzu: `CALL weakly_connected_components('G') WITH group_id, count(*) AS members RETURN count(*), max(members)`,
  },
  {
    name: 'labels',
    loop: 'labels',
    title: `label propagation, ${LABEL_ROUNDS} rounds`,
    gsql: `MapAccum<INT, INT> @votes;
  SumAccum<INT> @label;
  SetAccum<INT> @@labels;
  SumAccum<INT> @@sum;
  All = {V.*};
  A = SELECT v FROM All:v POST-ACCUM v.@label = getvid(v);
  INT i = 0;
  WHILE i < ${LABEL_ROUNDS} DO
    S = SELECT t FROM All:s -(E>:e)- V:t
        ACCUM t.@votes += (s.@label -> 1)
        POST-ACCUM (t)
          INT best = -1, INT most = 0,
          FOREACH (label, votes) IN t.@votes DO
            IF votes > most OR (votes == most AND label < best) THEN best = label, most = votes END
          END,
          t.@label = best,
          t.@votes.clear();
    i = i + 1;
  END;
  A = SELECT v FROM All:v POST-ACCUM @@labels += v.@label, @@sum += v.@label;
  PRINT @@labels.size() AS labels, @@sum AS total;`,
  },
  {
    name: 'bfs',
    loop: 'bfs',
    title: 'breadth-first search, levels of all that is reached',
    gsql: `OrAccum @seen;
  INT level = 0;
  INT reached = 0;
  INT total = 0;
  S = SELECT v FROM V:v WHERE v.id == ${SOURCE} POST-ACCUM v.@seen = TRUE;
  WHILE S.size() > 0 DO
    level = level + 1;
    S = SELECT t FROM S:s -(E>)- V:t WHERE t.@seen == FALSE POST-ACCUM t.@seen = TRUE;
    reached = reached + S.size();
    total = total + S.size() * level;
  END;
  PRINT reached, total;`,
    cypher: `MATCH (a:V)-[e:E* SHORTEST 1..30]->(b:V) WHERE a.id = ${SOURCE} AND b.id <> ${SOURCE} RETURN count(*), sum(length(e))`,
  },
  {
    name: 'paths',
    loop: 'paths',
    title: 'weighted shortest paths from one vertex',
    gsql: `MinAccum<INT> @distance;
  SumAccum<INT> @@reached, @@total;
  S = SELECT v FROM V:v WHERE v.id == ${SOURCE} POST-ACCUM v.@distance = 0;
  WHILE S.size() > 0 DO
    S = SELECT t FROM S:s -(E>:e)- V:t
        WHERE s.@distance + e.weight < t.@distance
        ACCUM t.@distance += s.@distance + e.weight;
  END;
  A = SELECT v FROM V:v WHERE v.@distance < GSQL_INT_MAX AND v.id != ${SOURCE}
      ACCUM @@reached += 1, @@total += v.@distance;
  PRINT @@reached, @@total;`,
    cypher: `MATCH (a:V)-[e:E* WSHORTEST(weight)]->(b:V) WHERE a.id = ${SOURCE} AND b.id <> ${SOURCE} RETURN count(*), sum(cost(e))`,
  },
  {
    name: 'triangles',
    loop: 'triangles',
    title: 'triangles a→b→c, a→c',
    gsql: `SumAccum<INT> @@n;
  R = SELECT a FROM V:a -(E>)- V:b -(E>)- V:c, V:a -(E>)- V:c ACCUM @@n += 1;
  PRINT @@n;`,
    cypher: 'MATCH (a:V)-[:E]->(b:V)-[:E]->(c:V), (a)-[:E]->(c) RETURN count(*)',
  },
  // In the style of algorithm libraries: types are parameters, and clauses take the place of the conditions above.
  {
    name: 'given-pagerank',
    loop: 'pagerank',
    title: `PageRank, ${ROUNDS} rounds, types as parameters`,
    parameters: 'STRING vertexType, STRING edgeType, INT rounds, FLOAT damping',
    given: { vertexType: 'V', edgeType: 'E', rounds: ROUNDS, damping: DAMPING },
    gsql: `MaxAccum<FLOAT> @@change = 1;
  SumAccum<FLOAT> @received = 0;
  SumAccum<FLOAT> @score = 1;
  All = {vertexType};
  WHILE @@change > 0 LIMIT rounds DO
    @@change = 0;
    S = SELECT s FROM All:s -(edgeType:e)- vertexType:t
        ACCUM t.@received += s.@score / s.outdegree(edgeType)
        POST-ACCUM s.@score = 1 - damping + damping * s.@received,
          s.@received = 0,
          @@change += abs(s.@score - s.@score');
  END;
  Best = SELECT v FROM All:v ORDER BY v.@score DESC LIMIT ${TOP};
  PRINT Best[Best.id AS id];`,
  },
  {
    name: 'given-components',
    loop: 'components',
    title: 'weakly connected components, types as parameters',
    parameters: 'SET<STRING> vertexTypes, SET<STRING> edgeTypes',
    given: { vertexTypes: ['V'], edgeTypes: ['E', 'E_back'] },
    gsql: `MinAccum<INT> @component = 0;
  MapAccum<INT, INT> @@members;
  MaxAccum<INT> @@biggest;
  All = {vertexTypes};
  S = SELECT v FROM All:v POST-ACCUM v.@component = getvid(v);
  WHILE S.size() > 0 DO
    S = SELECT t FROM S:s -(edgeTypes:e)- vertexTypes:t
        ACCUM t.@component += s.@component
        HAVING t.@component != t.@component';
  END;
  A = SELECT v FROM All:v POST-ACCUM @@members += (v.@component -> 1);
  FOREACH (component, members) IN @@members DO @@biggest += members; END;
  PRINT @@members.size() AS components, @@biggest AS biggest;`,
  },
  {
    name: 'given-labels',
    loop: 'firstLabels',
    title: `label propagation, ${LABEL_ROUNDS} rounds, types as parameters`,
    parameters: 'SET<STRING> vertexTypes, SET<STRING> edgeTypes, INT rounds',
    given: { vertexTypes: ['V'], edgeTypes: ['E'], rounds: LABEL_ROUNDS },
    gsql: `OrAccum @@changed = TRUE;
  MapAccum<INT, INT> @votes;
  SumAccum<INT> @label, @won;
  SetAccum<INT> @@labels;
  SumAccum<INT> @@sum;
  All = {vertexTypes};
  All = SELECT v FROM All:v ACCUM v.@label = getvid(v);
  WHILE @@changed LIMIT rounds DO
    @@changed = FALSE;
    S = SELECT s FROM All:s -(edgeTypes:e)- :t
        ACCUM t.@votes += (s.@label -> 1)
        POST-ACCUM
          INT most = 0, INT best = 0,
          FOREACH (label, votes) IN t.@votes DO
            CASE WHEN votes > most THEN most = votes, best = label END
          END,
          CASE WHEN t.@label != best AND most > t.@won THEN
            @@changed += TRUE, t.@label = best, t.@won = most
          END,
          t.@votes.clear();
  END;
  A = SELECT v FROM All:v POST-ACCUM @@labels += v.@label, @@sum += v.@label;
  PRINT @@labels.size() AS labels, @@sum AS total;`,
  },
  {
    name: 'sets-triangles',
    loop: 'triangles',
    title: 'triangles a→b→c, a→c by sets of neighbours',
    gsql: `SetAccum<VERTEX> @out;
  SumAccum<INT> @@n;
  All = {V.*};
  S = SELECT s FROM All:s -(E>)- V:t ACCUM s.@out += t;
  S = SELECT s FROM All:s -(E>)- V:t ACCUM @@n += COUNT(s.@out INTERSECT t.@out);
  PRINT @@n;`,
  },
];
