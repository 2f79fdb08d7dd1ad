/** Texts of 5,000 lines: of many queries, and of one. */
const query = (i: number): string => `CREATE QUERY q${i}(INT a, STRING name = "x") FOR GRAPH Bench {
  // The friends of everybody, by age.
  SumAccum<INT> @@n;
  MapAccum<STRING, INT> @@m;
  start = {Person.*};
  found = SELECT t FROM start:s -(Knows:e)- Person:t
    WHERE s.age > a AND t.name != name
    ACCUM @@n += 1, @@m += (t.name -> ${i})
    ORDER BY t.age DESC LIMIT 10;
  IF @@n > 3 THEN
    PRINT found[found.name, found.age];
  ELSE
    PRINT @@m;
  END;
}
`;

const select = (i: number): string => `  r${i} = SELECT t FROM start:s -(Knows:e)- Person:t
    WHERE s.age > a AND t.name != "x"
    ACCUM @@n += ${i};
`;

const repeat = (count: number, each: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join('');

export const MANY = repeat(334, query);
export const ONE = `CREATE QUERY big(INT a) FOR GRAPH Bench {\n  SumAccum<INT> @@n;\n  start = {Person.*};\n${repeat(1_665, select)}}\n`;
