/** A small social graph for the tests of this package. */
import type { Attribute, EdgeType, GraphSchema, ScalarTypeName, VertexType } from '../../schema.ts';

const attribute = (name: string, type: ScalarTypeName): Attribute => ({
  name,
  type: { kind: 'scalar', name: type },
});

const vertex = (name: string, asAttribute: boolean, attributes: readonly Attribute[]): VertexType => ({
  name,
  primaryId: { name: 'id', type: 'STRING', asAttribute, isPrimaryKey: false },
  attributes,
});

const edge = (
  name: string,
  directed: boolean,
  from: string,
  to: string,
  attributes: readonly Attribute[],
): EdgeType => ({
  name,
  directed,
  pairs: [{ from, to }],
  attributes,
  discriminator: [],
});

export const social: GraphSchema = {
  name: 'social',
  vertexTypes: [
    vertex('Person', true, [
      attribute('name', 'STRING'),
      attribute('age', 'INT'),
      attribute('rank', 'FLOAT'),
    ]),
    vertex('City', false, [attribute('name', 'STRING'), attribute('people', 'UINT')]),
  ],
  edgeTypes: [
    edge('Knows', false, 'Person', 'Person', [attribute('since', 'DATETIME')]),
    edge('LivesIn', true, 'Person', 'City', [attribute('years', 'INT')]),
  ],
  tuples: [],
  queries: [
    {
      name: 'friends',
      parameters: [{ name: 'p', type: 'VERTEX<Person>', hasDefault: false }],
      returns: 'SetAccum<VERTEX<Person>>',
    },
  ],
};

/** A query that uses most of the language, without a fault against `social`. */
export const everything = `CREATE OR REPLACE DISTRIBUTED QUERY q (VERTEX<Person> p, SET<STRING> types, STRING vt, INT k = 10, DATETIME d)
FOR GRAPH social RETURNS (SetAccum<VERTEX>) SYNTAX v2 {
  TYPEDEF TUPLE <VERTEX v, FLOAT score> Res;
  TYPEDEF TUPLE <name STRING, n INT> Pair;
  SumAccum<INT> @cnt = 1, @@total;
  SetAccum<VERTEX> @@set;
  MapAccum<STRING, ListAccum<INT>> @@m;
  MapAccum<VERTEX, SumAccum<INT>> @@mv;
  HeapAccum<Res>(k, score DESC, v ASC) @@top;
  GroupByAccum<STRING city, SumAccum<INT> n, AvgAccum a> @@g;
  ArrayAccum<SumAccum<INT>> @@grid[3][4];
  OrAccum @seen;
  INT x = 5; FLOAT y; STRING s1 = "a";
  Res r;
  FILE f ("/tmp/x.csv");
  Start = {p};
  B = {ANY}; Dyn = {types}; Dyn2 = {vt.*};
  C (ANY) = {Person.*, City.*};
  S = SELECT t FROM Start:s -(Knows:e)- Person:t
      WHERE s != t AND t.age >= 18 OR t.name LIKE "a%" ESCAPE "\\\\"
      ACCUM t.@cnt += 1, @@total += 1, INT z = t.age,
            IF t.@seen THEN t.@cnt += z ELSE IF TRUE THEN @@m += ("a" -> 1) END,
            CASE WHEN z > 3 THEN t.@cnt += 2 ELSE t.@cnt += 3 END,
            FOREACH i IN RANGE[0, 3] DO @@total += i END,
            @@mv += (t -> 1), @@set += t, @@g += (t.name -> 1, t.age)
      POST-ACCUM t.@cnt = 1, t.@cnt = t.@cnt' + 1
      POST-ACCUM (s) @@top += Res(s, 1.5)
      HAVING t.@cnt > 1 ORDER BY t.@cnt DESC, t.name ASC LIMIT k OFFSET 2;
  T = SELECT c FROM Person:p1 -(LivesIn>:e)- City:c -(<LivesIn.Knows*1..3)- :z WHERE z.age > 3;
  U = SELECT b FROM (a:Person {name: "x"} WHERE a.age > 1) -[:Knows WHERE a.age > 2]- {1,3} (b), (b) ~[:Knows]~ (c:City|Person);
  W = SELECT t FROM S:s -((LivesIn>|<LivesIn|_>):e)- (Person|City):t PER (s, t) ACCUM @@total += 1;
  W = SELECT t FROM Dyn:s -(types:e)- vt:t ACCUM t.@cnt += e.getAttr("years", "INT");
  V = SELECT t FROM Start:s -(LivesIn:e)-> :t WHERE t.people > 3;
  SELECT p2.name AS n, count(*) AS c INTO T1 FROM Person:p2 GROUP BY p2.name HAVING c > 1 ORDER BY c DESC LIMIT 5;
  D = T UNION (B MINUS C);
  E2 = friends(p);
  WHILE x > 0 LIMIT 10 DO
    x = x - 1;
    IF x == 2 THEN BREAK; END;
    Start = SELECT t FROM Start:s -(_)- :t;
  END;
  FOREACH i IN RANGE[0, 10].STEP(2) DO PRINT i; END;
  FOREACH (key, values1) IN @@m DO PRINT key, values1.size(); CONTINUE; END;
  FOREACH g IN @@g DO PRINT g.city, g.n; END;
  PRINT S, @@total AS total, S[S.name, S.@cnt AS c], x*2 WHERE x > 0;
  PRINT S TO_CSV f;
  INSERT INTO Knows VALUES (p, "x" Person, _);
  INSERT INTO Person (PRIMARY_ID, name) VALUES ("y", "Y");
  DELETE s FROM Person:s WHERE s.age < 0;
  UPDATE s FROM Person:s SET s.age = 1, s.name = "b" WHERE s.age < 2;
  @@m.clear();
  p.age = 3;
  f.println("a", 1);
  x = CASE WHEN x > 1 THEN 2 ELSE 3 END;
  d = datetime_add(d, INTERVAL 3 DAY);
  y = 7 / 2 + 1.5e3 * -x % 4;
  PRINT T1, S.size(), @@top.size(), @@m.get("a").size(), x IN (1, 2), s1 NOT IN types, d IS NOT NULL;
  PRINT x BETWEEN 1 AND 3, trim(LEADING "x" FROM s1), (x << 2) & 1 | 3;
  RETURN @@set;
}`;
