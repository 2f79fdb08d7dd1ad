/** Values that the checker cannot judge, put into every accumulator: an answer or the query's fault, never a bug's. */
import { expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { mustRun, testEngine } from '../testing.ts';

const ACCUMS = [
  'SumAccum<INT>',
  'SumAccum<UINT>',
  'SumAccum<STRING>',
  'MinAccum<DATETIME>',
  'MinAccum<VERTEX>',
  'MaxAccum<T2>',
  'AvgAccum',
  'OrAccum',
  'BitwiseAndAccum',
  'ListAccum<INT>',
  'ListAccum<ListAccum<INT>>',
  'SetAccum<INT>',
  'SetAccum<VERTEX<P>>',
  'SetAccum<T2>',
  'SetAccum<EDGE>',
  'BagAccum<INT>',
  'MapAccum<INT, INT>',
  'MapAccum<STRING, SetAccum<INT>>',
  'HeapAccum<T2>(3, a ASC)',
  'GroupByAccum<INT k, SumAccum<INT> s>',
  'ArrayAccum<SumAccum<INT>>',
  'PercentileContAccum<0.5>',
];
const VALUES = [
  '1',
  '1.5',
  '"text"',
  'NULL',
  'v',
  'S',
  '(1, 2)',
  '(1 -> "a")',
  '("a" -> "b")',
  'T2(1, "x")',
  'j',
  '(1, "a")',
  '[1, [2]]',
  '["a"]',
  'CASE WHEN TRUE THEN "a" ELSE 1 END',
  'v.getAttr("name")',
];

it('fails as the query’s fault or not at all', async () => {
  const engine = await testEngine();
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, name STRING)\nCREATE GRAPH g (P)');
  await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'a', attributes: {} }]);
  const broken: string[] = [];
  const run = async (body: string): Promise<void> => {
    const text = `INTERPRET QUERY (VERTEX<P> v) FOR GRAPH g { TYPEDEF TUPLE<INT a, STRING b> T2; JSONOBJECT j; S = {P.*}; ${body} }`;
    try {
      await engine.interpretQuery(text, 'g', { v: 'a' });
    } catch (cause) {
      if (!(cause instanceof EngineError)) broken.push(`${body} ${String(cause)}`);
    }
  };
  for (const accum of ACCUMS) {
    const size = accum.startsWith('Array') ? '[3]' : '';
    for (const value of VALUES) {
      await run(`${accum} @@x${size}; @@x += ${value}; PRINT @@x;`);
      await run(`${accum} @@x${size}; @@x = ${value}; PRINT @@x;`);
      await run(`${accum} @@x${size} = ${value}; PRINT @@x;`);
      await run(`${accum} @x${size}; T = SELECT s FROM S:s ACCUM s.@x += ${value}; PRINT T, T[T.@x];`);
    }
  }
  expect(broken).toEqual([]);
});
