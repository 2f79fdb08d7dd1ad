import { describe, expect, it } from 'vitest';
import { runSocial, socialSchema } from './social.fixture.ts';

const results = (body: string, parameters: Readonly<Record<string, unknown>> = {}, head = '()') =>
  runSocial(`INTERPRET QUERY ${head} FOR GRAPH social { ${body} }`, parameters).results;

const ids = (result: unknown): string[] => (result as { v_id: string }[]).map((vertex) => vertex.v_id);

describe('selection', () => {
  it('prints a vertex set with all attributes and accumulators', () => {
    const [result] = results(
      'SumAccum<INT> @n; S = {Person.*}; S = SELECT s FROM S:s WHERE s.age > 40 ACCUM s.@n += 1; PRINT S;',
    );
    expect(result).toEqual({
      S: [
        {
          v_id: 'cat',
          v_type: 'Person',
          attributes: {
            id: 'cat',
            age: 41,
            city: 'Ulm',
            score: 0,
            joined: '2000-02-29 00:00:00',
            big: 3,
            '@n': 1,
          },
        },
      ],
    });
  });

  it('follows edges of all syntaxes', () => {
    const v1 = 'S = {Person.*}; T = SELECT t FROM S:s -(Knows:e)-> Person:t WHERE s.id == "ann"; PRINT T;';
    const v2 = 'T = SELECT t FROM Person:s -(Knows>:e)- Person:t WHERE s.id == "ann"; PRINT T;';
    const v3 = 'T = SELECT t FROM (s:Person {id: "ann"}) -[e:Knows]-> (t:Person); PRINT T;';
    for (const body of [v1, v2, v3]) expect(ids(results(body)[0]?.T)).toEqual(['bob', 'cat']);
  });

  it('goes against edges, over reverse types and over undirected ones', () => {
    expect(
      ids(results('T = SELECT t FROM Person:s -(<Knows)- Person:t WHERE s.id == "cat"; PRINT T;')[0]?.T),
    ).toEqual(['ann', 'bob']);
    expect(
      ids(results('T = SELECT t FROM Person:s -(Known_By>)- Person:t WHERE s.id == "cat"; PRINT T;')[0]?.T),
    ).toEqual(['ann', 'bob']);
    expect(
      ids(results('T = SELECT t FROM Person:s -(Friend)- Person:t WHERE s.id == "eve"; PRINT T;')[0]?.T),
    ).toEqual(['ann']);
  });

  it('counts rows of two hops', () => {
    expect(
      results(
        'SumAccum<INT> @@n; T = SELECT c FROM Person:a -(Knows>)- Person:b -(Knows>)- Person:c ACCUM @@n += 1; PRINT @@n;',
      ),
    ).toEqual([{ '@@n': 7 }]);
  });

  it('joins paths on shared aliases', () => {
    const body =
      'SumAccum<INT> @@n; T = SELECT c FROM Person:a -(Knows>)- Person:b, b -(Knows>)- Person:c, a -(Knows>)- c ACCUM @@n += 1; PRINT @@n, T[T.id];';
    expect(results(body)).toEqual([
      { '@@n': 1, T: [{ v_id: 'cat', v_type: 'Person', attributes: { 'T.id': 'cat' } }] },
    ]);
  });

  it('repeats edges along shortest paths', () => {
    expect(
      ids(results('T = SELECT t FROM Person:s -(Knows>*1..2)- Person:t WHERE s.id == "ann"; PRINT T;')[0]?.T),
    ).toEqual(['bob', 'cat', 'dan']);
    expect(
      ids(
        results('T = SELECT t FROM (s:Person) -[:Knows]->{2,3} (t:Person) WHERE s.id == "ann"; PRINT T;')[0]
          ?.T,
      ).length,
    ).toBeGreaterThan(2);
  });
});

describe('accumulators', () => {
  it('read the values from before the clause in ACCUM', () => {
    const body = `SumAccum<INT> @x = 1; S = {Person.*};
      S = SELECT t FROM S:s -(Knows>)- Person:t ACCUM t.@x += s.@x;
      PRINT S[S.@x];`;
    const [result] = results(body);
    const found = result?.S as { attributes: Record<string, number> }[];
    expect(found.map((v) => v.attributes['S.@x'])).toEqual([2, 2, 3, 2, 2]);
  });

  it('run POST-ACCUM once per vertex with previous values', () => {
    const body = `SumAccum<DOUBLE> @s = 2; SumAccum<DOUBLE> @@diff; S = {Person.*};
      S = SELECT s FROM S:s POST-ACCUM s.@s = s.@s * 3, @@diff += s.@s - s.@s'; PRINT @@diff;`;
    expect(results(body)).toEqual([{ '@@diff': 20 }]);
  });

  it('of all kinds hold and print their values', () => {
    const body = `TYPEDEF TUPLE<STRING name, INT age> Entry;
      MinAccum<INT> @@min; MaxAccum<STRING> @@max; AvgAccum @@avg; OrAccum @@or; AndAccum @@and;
      SetAccum<STRING> @@set; ListAccum<INT> @@list; MapAccum<STRING, SumAccum<INT>> @@map; BagAccum<STRING> @@bag;
      MapAccum<STRING, ListAccum<STRING>> @@lists;
      HeapAccum<Entry>(2, age DESC) @@heap; SetAccum<VERTEX> @@vs; MapAccum<VERTEX, AvgAccum> @@va;
      GroupByAccum<STRING city, SumAccum<INT> total, MaxAccum<INT> oldest> @@groups;
      S = {Person.*};
      S = SELECT s FROM S:s ORDER BY s.age;
      S = SELECT s FROM S:s ACCUM @@min += s.age, @@max += s.id, @@avg += s.age, @@or += (s.age > 40), @@and += (s.age > 20),
        @@set += s.city, @@list += s.age, @@map += (s.city -> 1), @@bag += s.city, @@lists += (s.city -> s.id),
        @@heap += Entry(s.id, s.age), @@vs += s, @@va += (s -> s.age), @@groups += (s.city -> s.age, s.age);
      PRINT @@min, @@max, @@avg, @@or, @@and, @@set, @@list, @@map, @@bag, @@lists, @@heap, @@vs, @@va, @@groups, @@map.get("Ulm"), @@set.size() AS n;`;
    expect(results(body)).toEqual([
      {
        '@@min': 19,
        '@@max': 'eve',
        '@@avg': 29.6,
        '@@or': true,
        '@@and': false,
        '@@set': ['Ulm', 'Bonn', 'Kiel'],
        '@@list': [30, 25, 41, 19, 33],
        '@@map': { Ulm: 2, Bonn: 2, Kiel: 1 },
        '@@bag': ['Ulm', 'Ulm', 'Bonn', 'Bonn', 'Kiel'],
        '@@lists': { Ulm: ['ann', 'cat'], Bonn: ['bob', 'eve'], Kiel: ['dan'] },
        '@@heap': [
          { name: 'cat', age: 41 },
          { name: 'eve', age: 33 },
        ],
        '@@vs': ['ann', 'bob', 'cat', 'dan', 'eve'],
        '@@va': { ann: 30, bob: 25, cat: 41, dan: 19, eve: 33 },
        '@@groups': [
          { city: 'Ulm', total: 71, oldest: 41 },
          { city: 'Bonn', total: 58, oldest: 33 },
          { city: 'Kiel', total: 19, oldest: 19 },
        ],
        '@@map.get("Ulm")': 2,
        n: 3,
      },
    ]);
  });
});

describe('integers', () => {
  it('keep 64 bits', () => {
    const body =
      'MaxAccum<INT> @@max; SumAccum<INT> @@sum; S = SELECT s FROM Person:s ACCUM @@max += s.big, @@sum += s.big; PRINT @@max, @@sum, 7/2, 7.0/2, -7/2, 7%3;';
    expect(results(body)).toEqual([
      {
        '@@max': 9223372036854775807n,
        '@@sum': BigInt.asIntN(64, 2n ** 60n + 2n ** 63n - 1n + 8n),
        '7/2': 3,
        '7.0/2': 3.5,
        '-7/2': -3,
        '7%3': 1,
      },
    ]);
  });

  it('refuse to divide by zero', () => {
    expect(() => results('INT a = 0; PRINT 1/a;')).toThrow('Runtime Error: divider is zero.');
  });
});

describe('tables', () => {
  it('group and order', () => {
    const body =
      'SELECT s.city, count(*) AS n, avg(s.age) AS mean INTO T FROM Person:s GROUP BY s.city ORDER BY n DESC, s.city; PRINT T;';
    expect(results(body)).toEqual([
      {
        T: [
          { city: 'Bonn', n: 2, mean: 29 },
          { city: 'Ulm', n: 2, mean: 35.5 },
          { city: 'Kiel', n: 1, mean: 19 },
        ],
      },
    ]);
  });
});

describe('what a query is told of its run', () => {
  it('knows the roles of whoever runs it, in queries that it calls too', () => {
    const inner =
      'CREATE QUERY inner_roles() FOR GRAPH social RETURNS (SetAccum<STRING>) { RETURN current_roles(); }';
    const schema = {
      ...socialSchema,
      queries: [{ name: 'inner_roles', parameters: [], returns: 'SetAccum<STRING>' }],
    };
    const text = `INTERPRET QUERY () FOR GRAPH social { PRINT current_roles() AS roles, inner_roles() AS inner,
      is_granted_to_current_roles("designer") AS yes, is_granted_to_current_roles("admin") AS no; }`;
    const options = { schema, subqueries: { inner_roles: inner }, roles: ['designer'] };
    expect(runSocial(text, {}, options).results).toEqual([
      { roles: ['designer'], inner: ['designer'], yes: true, no: false },
    ]);
  });

  it('gives the lines of LOG where its condition holds', () => {
    const { logs, results: shown } = runSocial(
      'INTERPRET QUERY (INT x = 10) FOR GRAPH social { LOG(x > 5, x, "big"); LOG(x > 50, x); S = SELECT s FROM Person:s ACCUM LOG(s.age > 40, s, s.age); }',
    );
    expect(logs).toEqual(['10,big', 'cat,41']);
    expect(shown).toEqual([]);
  });
});
