import { expect, it } from 'vitest';
import { gsql, mustRun, testEngine } from '../testing.ts';

const COUNT = 20_000;

it('takes several attributes of every vertex and edge in little memory', { timeout: 60_000 }, async () => {
  const engine = await testEngine({ memoryLimitBytes: 64 * 2 ** 20 });
  await mustRun(
    engine,
    `CREATE VERTEX P (PRIMARY_ID id STRING, a INT, b DOUBLE, c STRING, d INT, e BOOL)
CREATE DIRECTED EDGE E (FROM P, TO P, DISCRIMINATOR(day INT), w INT, x DOUBLE)
CREATE GRAPH g (*)`,
  );
  await engine.write(
    'g',
    Array.from({ length: COUNT }, (_, n) => ({
      kind: 'upsertEdge' as const,
      type: 'E',
      from: { type: 'P', id: `p${n}` },
      to: { type: 'P', id: `p${n + 1}` },
      attributes: { day: { value: n % 7 } },
    })),
  );
  await mustRun(
    engine,
    `INTERPRET QUERY () { S = {P.*};
      S = SELECT s FROM S:s POST-ACCUM s.a = 1, s.b = 0.5, s.c = "text", s.d = 2, s.e = TRUE;
      T = SELECT s FROM S:s -(E>:e)- P:t ACCUM e.w = e.day, e.x = 0.5; }`,
    'g',
  );
  const { output } = await gsql(
    engine,
    `INTERPRET QUERY () { SumAccum<INT> @@a, @@d, @@w; SumAccum<DOUBLE> @@b, @@x; SetAccum<STRING> @@c; AndAccum @@e;
      S = SELECT s FROM P:s ACCUM @@a += s.a, @@b += s.b, @@c += s.c, @@d += s.d, @@e += s.e;
      T = SELECT s FROM P:s -(E>:e)- P:t ACCUM @@w += e.w - e.day, @@x += e.x; PRINT @@a, @@b, @@c, @@d, @@e, @@w, @@x; }`,
    { graph: 'g' },
  );
  const { results } = JSON.parse(output) as { results: unknown };
  const people = COUNT + 1;
  expect(results).toEqual([
    {
      '@@a': people,
      '@@b': people / 2,
      '@@c': ['text'],
      '@@d': people * 2,
      '@@e': true,
      '@@w': 0,
      '@@x': COUNT / 2,
    },
  ]);
});
