import { describe, expect, it } from 'vitest';
import { brokenQueries } from './broken-queries.ts';
import { parseProgram, parseQuery } from './parse.ts';

/** Name and text of each broken query, number of its errors, and the other errors. */
function broken(text: string) {
  const { queries, others } = brokenQueries(text, parseProgram(text));
  return {
    queries: [...queries].map(([{ query, text: code }, faults]) => [query.name.text, code, faults.length]),
    others: others.map(({ span }) => text.slice(span.start, span.end)),
  };
}

describe('a query with errors of syntax', () => {
  const body = 'CREATE QUERY q(INT n) {\n  PRINT;\n  PRINT "draft"\n}';

  it.each([
    ['in its body, between others', `USE GRAPH g\n${body}\nINSTALL QUERY q`, body, 2],
    [
      'that is not closed',
      'CREATE QUERY q() { IF TRUE THEN PRINT 1; END',
      'CREATE QUERY q() { IF TRUE THEN PRINT 1; END',
      1,
    ],
    ['in its parameters', 'CREATE QUERY q(INT) { PRINT 1; }\nLS', 'CREATE QUERY q(INT) { PRINT 1; }', 1],
    [
      'in its head',
      'CREATE QUERY q() FOR GRAF g { PRINT 1; } LS',
      'CREATE QUERY q() FOR GRAF g { PRINT 1; }',
      1,
    ],
    ['without parameters', 'CREATE QUERY q { PRINT 1; }', 'CREATE QUERY q { PRINT 1; }', 1],
    [
      'with a brace too many',
      'CREATE QUERY q() {\n  PRINT 1; }\n  PRINT 2;\n}\nINSTALL QUERY q',
      'CREATE QUERY q() {\n  PRINT 1; }\n  PRINT 2;\n}',
      2,
    ],
  ])('%s', (_, text, code, faults) => {
    expect(broken(text)).toEqual({ queries: [['q', code, faults]], others: [] });
    // The text that is kept is read as the same query.
    expect(parseQuery(code).query?.name.text).toBe('q');
    expect(parseQuery(code).diagnostics).not.toEqual([]);
  });

  it('is told from errors of other statements', () => {
    expect(broken('CREATE QUERY q() { PRINT 1; }\nINSTAL QUERY q')).toEqual({
      queries: [],
      others: ['INSTAL'],
    });
    expect(broken(`${body}\nCREATE VERTEKS V (id INT)`)).toEqual({
      queries: [['q', body, 2]],
      others: ['VERTEKS'],
    });
    expect(broken('CREATE QUERY q()\nLS')).toMatchObject({ queries: [], others: [expect.anything()] });
    expect(broken('INTERPRET QUERY () { PRINT; }')).toMatchObject({ queries: [], others: [';'] });
    expect(broken('CREATE QUERY q() { PRINT 1; }')).toEqual({ queries: [], others: [] });
  });
});
