import { expect, it } from 'vitest';
import { gsql, mustRun, testEngine } from '../testing.ts';

it('descriptions of queries are written, shown and dropped as text', async () => {
  const engine = await testEngine();
  await mustRun(
    engine,
    `CREATE VERTEX P (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE E (FROM P, TO P)
CREATE GRAPH g (*)`,
  );
  await mustRun(engine, 'CREATE QUERY a(INT n, STRING s) { PRINT n; }\nCREATE QUERY b() { PRINT 1; }', 'g');
  expect(await mustRun(engine, 'UPDATE DESCRIPTION OF QUERY a, b ON GRAPH g "what it does"')).toBe(
    'Successfully updated the description.\n',
  );
  await mustRun(engine, 'UPDATE DESCRIPTION OF QUERY_PARAM a.n "how many"', 'g');
  expect(await mustRun(engine, 'SHOW DESCRIPTION OF QUERY *', 'g')).toBe(
    '- a: what it does\n  - a.n: how many\n  - a.s: (none)\n- b: what it does\n',
  );
  expect(engine.queries('g')[0]).toMatchObject({
    description: 'what it does',
    parameters: [{ name: 'n', description: 'how many' }, { name: 's' }],
  });
  await mustRun(engine, 'DROP DESCRIPTION OF QUERY_PARAM a.*\nDROP DESCRIPTION OF QUERY b', 'g');
  expect(
    await mustRun(engine, 'SHOW DESCRIPTION OF QUERY_PARAM a.n, a.s\nSHOW DESCRIPTION OF QUERY b', 'g'),
  ).toBe('- a.n: (none)\n- a.s: (none)\n- b: (none)\n');
  expect((await gsql(engine, 'UPDATE DESCRIPTION OF QUERY c "x"', { graph: 'g' })).output).toContain(
    'The query c does not exist in the graph g!',
  );
  expect((await gsql(engine, 'UPDATE DESCRIPTION OF QUERY_PARAM a.z "x"', { graph: 'g' })).output).toContain(
    "The query 'a' has no parameter 'z'.",
  );
  expect((await gsql(engine, 'UPDATE DESCRIPTION OF QUERY a', { graph: 'g' })).output).toContain(
    'where a description in double quotes was expected',
  );
});
