/** The values that each accumulator takes by `+=`: the table of the language reference, accumulators × types. */
import { expect, it } from 'vitest';
import { parseQuery } from '../parse.ts';
import { social } from '../testing/social.ts';
import { analyzeQuery } from './analyze.ts';

const VALUES: Readonly<Record<string, string>> = {
  int: '1',
  float: '1.5',
  text: '"text"',
  bool: 'TRUE',
  date: 'now()',
  vertex: 'v',
  set: 'P',
  ints: '[1]',
  texts: '["a"]',
  tuple: 'T2(1, "x")',
  map: '("a" -> 1)',
  vertices: '@@vertices',
  textSet: 'given',
};

it.each([
  ['SumAccum<INT>', 'int float'],
  ['SumAccum<DOUBLE>', 'int float'],
  ['SumAccum<STRING>', 'text bool'],
  ['MinAccum<DATETIME>', 'date'],
  ['MinAccum<VERTEX>', 'vertex'],
  ['MaxAccum<T2>', 'tuple'],
  ['AvgAccum', 'int float'],
  ['OrAccum', 'int float bool'],
  ['BitwiseAndAccum', 'int float text bool'],
  ['ListAccum<INT>', 'int float ints'],
  ['ListAccum<ListAccum<INT>>', 'ints'],
  ['SetAccum<INT>', 'int float ints'],
  ['SetAccum<STRING>', 'text bool texts textSet'],
  ['SetAccum<VERTEX<Person>>', 'vertex set vertices'],
  ['SetAccum<T2>', 'tuple'],
  ['SetAccum<EDGE>', ''],
  ['BagAccum<DOUBLE>', 'int float ints'],
  ['MapAccum<INT, INT>', ''],
  ['MapAccum<STRING, SumAccum<INT>>', 'map'],
  ['HeapAccum<T2>(3, a ASC)', 'tuple'],
  ['GroupByAccum<STRING k, SumAccum<INT> s>', 'map'],
])('%s takes %s', (accum, taken) => {
  const takes = (value: string): boolean => {
    const { query, diagnostics } = parseQuery(
      `CREATE QUERY q(SET<STRING> given, VERTEX<Person> v) FOR GRAPH social {
        TYPEDEF TUPLE<INT a, STRING b> T2; SetAccum<VERTEX> @@vertices; ${accum} @@x;
        P = {Person.*}; @@x += ${value}; }`,
    );
    expect(diagnostics).toEqual([]);
    const found = query && analyzeQuery(query, social).diagnostics;
    return found?.every(({ severity }) => severity !== 'error') ?? false;
  };
  const names = Object.entries(VALUES).filter(([, value]) => takes(value));
  expect(names.map(([name]) => name).join(' ')).toBe(taken);
});

it.each([
  ['SetAccum<T2> @@x', '@@x += ("a" -> 1)'],
  ['HeapAccum<T2>(3, a ASC) @@x', '@@x = [1]'],
  ['MapAccum<INT, INT> @@x', '@@x = ("a" -> "b")'],
  ['GroupByAccum<INT k, SumAccum<INT> s> @@x', '@@x = 1'],
  ['GroupByAccum<INT k, SumAccum<INT> s> @@x = ("a" -> "b")', ''],
  ['BitwiseAndAccum @@x', '@@x = ["a"]'],
])('refuses %s; %s', (declaration, statement) => {
  const text = `CREATE QUERY q() FOR GRAPH social { TYPEDEF TUPLE<INT a, STRING b> T2; ${declaration}; ${statement}; }`;
  const { query } = parseQuery(text);
  const found = query ? analyzeQuery(query, social).diagnostics : [];
  expect(found.map(({ severity }) => severity)).toContain('error');
});
