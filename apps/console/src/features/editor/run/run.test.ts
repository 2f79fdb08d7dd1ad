import { describe, expect, it } from 'vitest';
import { answersIn } from './answers.ts';
import { serverErrors } from './server-errors.ts';
import { asksForParameters, rangeToRun } from './statement-at.ts';

describe('answers in output', () => {
  it('are found between other lines, with integers exact', () => {
    const output = `Using graph 'g'\n{"error":false,"message":"","results":[{"n":9007199254740993}]}\nDone {not json}\n{\n  "results": [{"s": "a } b \\" {"}]\n}\n`;
    expect(answersIn(output).map((answer) => answer.results)).toEqual([
      [{ n: 9007199254740993n }],
      [{ s: 'a } b " {' }],
    ]);
  });
  it('are not made of listed query text or of a part of an answer', () => {
    expect(answersIn('CREATE QUERY q() {\n  PRINT 1;\n}\n')).toEqual([]);
    expect(answersIn('{"results": [')).toEqual([]);
    expect(answersIn('')).toEqual([]);
  });
});

describe('errors of the server', () => {
  it('are placed where they say', () => {
    expect(
      serverErrors(
        'Semantic Check Fails: (SEM-10) line 3:7 no type named X\nfine\nsyntax error at line 1, column 4\n\nSemantic Check Error in query  (SEM-1): line 2, col 7\nVertex type X is not known.',
      ),
    ).toEqual([
      { line: 3, column: 7, message: 'Semantic Check Fails: (SEM-10) line 3:7 no type named X' },
      { line: 1, column: 4, message: 'syntax error at line 1, column 4' },
      { line: 2, column: 7, message: 'Vertex type X is not known.' },
    ]);
  });
});

describe('what Run runs', () => {
  const text = 'USE GRAPH g\nLS\n\nINTERPRET QUERY (INT k = 3) FOR GRAPH g {\n  PRINT k;\n}\n';
  const none = { start: 0, end: 0 };
  const run = (cursor: number) => {
    const range = rangeToRun(text, none, cursor);
    return range === null ? null : text.slice(range.start, range.end);
  };
  it('is the statement at the cursor, or the one before it', () => {
    expect(run(3)).toBe('USE GRAPH g');
    expect(run(text.indexOf('LS'))).toBe('LS');
    expect(run(text.indexOf('PRINT'))).toContain('INTERPRET QUERY');
    expect(run(text.indexOf('LS') + 3)).toBe('LS');
    expect(run(text.length)).toContain('INTERPRET QUERY');
  });
  it('is the selection when there is one', () => {
    expect(rangeToRun(text, { start: 4, end: 9 }, 9)).toEqual({ start: 4, end: 9 });
    expect(rangeToRun('  \n ', { start: 0, end: 2 }, 0)).toBeNull();
  });
  it('is nothing in blank text or comments, and everything in text that cannot be read', () => {
    expect(rangeToRun(' \n', none, 0)).toBeNull();
    expect(rangeToRun('// later\n', none, 0)).toBeNull();
    expect(rangeToRun('SELEKT x', none, 2)).toEqual({ start: 0, end: 8 });
  });
  it('asks for the parameters of an interpreted query without arguments', () => {
    expect(asksForParameters(text.slice(text.indexOf('INTERPRET')))).toMatchObject({
      parameters: [{ paramName: 'k', paramType: 'INT', paramDefaultValue: 3 }],
    });
    expect(asksForParameters('INTERPRET QUERY () FOR GRAPH g { PRINT 1; }')).toBeNull();
    expect(asksForParameters('LS')).toBeNull();
  });
});
