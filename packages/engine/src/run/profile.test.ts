import { describe, expect, it } from 'vitest';
import type { ProfileRow } from '../engine.ts';
import { runSocial, socialSchema } from './social.fixture.ts';

const profileOf = (body: string, options: Parameters<typeof runSocial>[2] = {}): readonly ProfileRow[] =>
  runSocial(`CREATE QUERY q() FOR GRAPH social SYNTAX v2 {\n${body}\n}`, {}, { ...options, profile: true })
    .profile ?? [];

/** A row on one line: depth, operator, rows in and out, runs. */
const lines = (body: string, options: Parameters<typeof runSocial>[2] = {}): readonly string[] =>
  profileOf(body, options).map(
    ({ depth, operator, text, rowsIn, rowsOut, runs }) =>
      `${'  '.repeat(depth)}${operator} [${text}] ${rowsIn ?? '-'} ${rowsOut ?? '-'} x${runs}`,
  );

describe('the profile', () => {
  it('has a row for each statement that ran, in the order of the text', () => {
    expect(
      lines(`EXCEPTION oops (40001);
  INT i = 0;
  S = {Person.*};
  T = S UNION S;
  T = S MINUS T;
  INSERT INTO Person (PRIMARY_ID, age) VALUES ("x", 1);
  IF i > 5 THEN PRINT "never"; ELSE PRINT S, i; END;
  TRY RAISE oops; PRINT 1; EXCEPTION WHEN oops THEN PRINT 2; END;
  FILE f ("out.csv");
  f.println("a", 1);`),
    ).toEqual([
      'DECLARE [INT i = 0] - - x1',
      'ASSIGN [S = {Person.*}] - 5 x1',
      'ASSIGN [T = S UNION S] - 5 x1',
      'ASSIGN [T = S MINUS T] - 0 x1',
      'INSERT [INSERT INTO Person (PRIMARY_ID, age) VALUES ("x", 1)] - 1 x1',
      'IF [IF i > 5] - - x1',
      '  PRINT [PRINT S, i] - 6 x1',
      'TRY [TRY] - - x1',
      '  RAISE [RAISE oops] - - x1',
      '  PRINT [PRINT 2] - 1 x1',
      'DECLARE [FILE f ("out.csv")] - - x1',
      'CALL [f.println("a", 1)] - - x1',
    ]);
  });

  it('counts how often statements in loops ran, however they are left', () => {
    expect(
      lines(`INT i = 0;
  FOREACH p IN RANGE[1, 9] DO
    i = i + 1; // counted "by hand"
    IF i > 2 THEN BREAK; END;
  END;
  WHILE i < 10 LIMIT 20 DO i = /* two */ i + 2; END;`),
    ).toEqual([
      'DECLARE [INT i = 0] - - x1',
      'FOREACH [FOREACH p IN RANGE[1, 9]] 3 - x1',
      '  ASSIGN [i = i + 1] - - x3',
      '  IF [IF i > 2] - - x3',
      'WHILE [WHILE i < 10 LIMIT 20] - - x1',
      '  ASSIGN [i = i + 2] - - x4',
    ]);
  });

  it('has the operators and clauses of a SELECT beneath it', () => {
    const body = `SumAccum<INT> @n;
  S = SELECT t FROM Person:s -(Knows>:e)- Person:t WHERE s.age > 20
      ACCUM t.@n += 1, s.@n += 2
      POST-ACCUM t.@n += 1
      POST-ACCUM (s) s.@n += 5
      HAVING t.@n > 0 ORDER BY t.age DESC LIMIT 2;
  PRINT S.size();`;
    expect(lines(body).slice(1, -1)).toEqual([
      `SELECT [${profileOf(body)[1]?.text ?? ''}] 5 2 x1`,
      '  scan [Person:s] 5 4 x1',
      '  expand [-(Knows>:e)-] 4 4 x1',
      '  ACCUM [t.@n += 1, s.@n += 2] 4 4 x1',
      '  POST-ACCUM [t.@n += 1] 3 3 x1',
      '  POST-ACCUM [s.@n += 5] 3 3 x1',
      '  HAVING [t.@n > 0] 3 3 x1',
      '  ORDER BY [t.age DESC LIMIT 2] 3 2 x1',
    ]);
    expect(profileOf(body).map(({ line }) => line)).toEqual([2, 3, 3, 3, 4, 5, 6, 7, 7, 8]);
  });

  it('shows PER, SAMPLE and LIMIT', () => {
    expect(
      lines(`SumAccum<INT> @n; SumAccum<INT> @@n;
  U = SELECT t FROM Person:s -(Knows>:e)- Person:t PER (t) ACCUM @@n += 1;
  V = SELECT t FROM Person:s -(Knows>:e)- Person:t SAMPLE 9 EDGE WHEN s.outdegree() > 0 ACCUM t.@n += 1;
  W = SELECT s FROM Person:s LIMIT 2;
  PRINT W.size();`).filter((line) => line.startsWith('  ')),
    ).toEqual([
      '  scan [Person:s] 5 5 x1',
      '  expand [-(Knows>:e)-] 5 6 x1',
      '  gather [Person:t] 6 5 x1',
      '  PER [t] 5 5 x1',
      '  ACCUM [@@n += 1] 5 5 x1',
      '  scan [Person:s] 5 5 x1',
      '  expand [-(Knows>:e)-] 5 6 x1',
      '  SAMPLE [9 EDGE] 6 - x1',
      '  ACCUM [t.@n += 1] 6 6 x1',
      '  LIMIT [2] 5 2 x1',
    ]);
  });

  it('counts what UPDATE and DELETE change, and the rows of tables', () => {
    expect(
      lines(`UPDATE s FROM Person:s SET s.age = 3 WHERE s.age > 20;
  DELETE s FROM Person:s WHERE s.age > 20;
  SELECT s.city AS city INTO T FROM Person:s;
  FILTER T ON city != "";
  UNION ALL T WITH T INTO U;`).map((line) => line.replace(/ \[SELECT.*\]/, '')),
    ).toEqual([
      'UPDATE [UPDATE s FROM Person:s SET s.age = 3 WHERE s.age > 20] 5 4 x1',
      '  scan [Person:s] 5 4 x1',
      '  SET [s.age = 3] 4 4 x1',
      'DELETE [DELETE s FROM Person:s WHERE s.age > 20] 5 4 x1',
      '  scan [Person:s] 5 4 x1',
      'SELECT 5 5 x1',
      '  scan [Person:s] 5 5 x1',
      '  INTO [s.city AS city] 5 5 x1',
      'FILTER [FILTER T ON city != ""] 5 5 x1',
      'UNION [UNION ALL T WITH T INTO U] 10 10 x1',
    ]);
  });

  it('shows how a SELECT groups', () => {
    expect(
      lines(`SELECT s.city AS city, count(*) AS n INTO T FROM Person:s -(Knows>)- Person:t
    GROUP BY s.city HAVING count(*) > 1 ORDER BY n DESC, city LIMIT 1;`).slice(1),
    ).toEqual([
      '  scan [Person:s] 5 5 x1',
      '  count [-(Knows>)-] 5 4 x1',
      '  GROUP BY [s.city] 4 3 x1',
      '  HAVING [count(*) > 1] 3 2 x1',
      '  ORDER BY [n DESC, city LIMIT 1] 2 1 x1',
    ]);
  });

  it('has queries that are called beneath their statement, once where they call themselves', () => {
    const sum = `CREATE QUERY sum(INT n) FOR GRAPH social RETURNS (INT) {
  IF n < 1 THEN RETURN 0; END;
  RETURN n + sum(n - 1); }`;
    const parameters = [{ name: 'n', type: 'INT', hasDefault: false }];
    const schema = { ...socialSchema, queries: [{ name: 'sum', parameters, returns: 'INT' }] };
    expect(
      lines('INT i = sum(3);\n  FOREACH k IN RANGE[1, 2] DO i = sum(k) + sum(0); END;', {
        schema,
        subqueries: { sum },
      }),
    ).toEqual([
      'DECLARE [INT i = sum(3)] - - x1',
      '  QUERY [sum] - - x4',
      '    IF [IF n < 1] - - x4',
      '      RETURN [RETURN 0] - - x1',
      '    RETURN [RETURN n + sum(n - 1)] - - x3',
      'FOREACH [FOREACH k IN RANGE[1, 2]] 2 - x1',
      '  ASSIGN [i = sum(k) + sum(0)] - - x2',
      '    QUERY [sum] - - x7',
      '      IF [IF n < 1] - - x7',
      '        RETURN [RETURN 0] - - x4',
      '      RETURN [RETURN n + sum(n - 1)] - - x3',
    ]);
  });

  it('takes the time of a statement with what is beneath it', () => {
    const [loop, inner] = profileOf('FOREACH i IN RANGE[1, 3] DO PRINT i; END;');
    expect(loop?.milliseconds).toBeGreaterThan(inner?.milliseconds ?? Infinity);
  });

  it('is not made when nobody asks', () => {
    expect(runSocial('INTERPRET QUERY () FOR GRAPH social { PRINT 1; }').profile).toBeUndefined();
  });
});
