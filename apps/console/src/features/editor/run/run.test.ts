import { describe, expect, it } from 'vitest';
import { serverErrors } from './server-errors.ts';
import { placeErrors } from './place-errors.ts';
import { interpreted, queryIn, queryNamed, replacing, sameQuery } from './query-text.ts';
import { rangeToRun } from './statement-at.ts';

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

describe('a query of a file', () => {
  const first = 'CREATE QUERY q(INT k) FOR GRAPH g { PRINT k; }';
  const other = first.replace('PRINT k', 'PRINT 1');
  const asked = queryIn(first);
  const at = (file: string) => {
    const found = asked && queryNamed(file, asked);
    return found && [found.firstLine, found.query.text];
  };
  it('is found by its text, else by its name, wherever it stands by now', () => {
    expect(at(`LS\n${first}`)).toEqual([1, first]);
    expect(at(`LS\n\n${other}\nCREATE QUERY r() { PRINT 1; }`)).toEqual([2, other]);
    expect(at(`${other}\n${first}`)).toEqual([1, first]);
  });
  it('is not found where it is gone, has errors, or stands several times with other texts', () => {
    expect(at('LS')).toBeNull();
    expect(at(first.replace('PRINT k', 'PRINT (')) ?? null).toBeNull();
    expect(at(`${other}\n${other}`)).toBeNull();
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
});

describe('the query of a text', () => {
  const kept = 'CREATE QUERY q(INT k = 3, VERTEX<Card> c) FOR GRAPH g {\n  PRINT k; // k\n}';
  it('is one alone, with its parameters', () => {
    expect(queryIn(`${kept}\n`)).toEqual({
      kind: 'create',
      name: 'q',
      graph: 'g',
      parameters: [
        { paramName: 'k', paramType: 'INT', paramDefaultValue: 3 },
        { paramName: 'c', paramType: 'VERTEX<Card>' },
      ],
      text: kept,
      broken: false,
    });
    expect(queryIn('INTERPRET QUERY () { PRINT 1; }')).toMatchObject({ kind: 'interpret', graph: null });
  });
  it('is none where something else stands, or nothing can be run', () => {
    for (const text of ['LS', '', `${kept}\nINSTALL QUERY q`, `${kept}\nINSTAL QUERY q`, 'CREATE QUERY q(']) {
      expect(queryIn(text)).toBeNull();
    }
    expect(queryIn('INTERPRET QUERY () { PRINT }')).toBeNull();
    expect(queryIn('INTERPRET QUERY (INT k) { PRINT k; } (3)')).toBeNull();
  });
  it('is one with errors of syntax too, whole: the graph keeps it as a draft', () => {
    const broken = 'CREATE QUERY q(INT n) {\n  PRINT 1; }\n  PRINT n\n}';
    expect(queryIn(`${broken}\n`)).toMatchObject({ kind: 'create', name: 'q', text: broken, broken: true });
    const file = `${broken}\nINSTALL QUERY q`;
    expect(rangeToRun(file, { start: 0, end: 0 }, broken.length - 3)).toEqual({
      start: 0,
      end: broken.length,
    });
    const sound = queryIn(kept);
    expect(sound !== null && queryNamed(kept.replace('PRINT k;', 'PRINT'), sound)).toBeNull();
  });
  it('is the same in another shape, with other comments, and where it replaces one', () => {
    expect(sameQuery(kept, kept.replace('CREATE', 'create or  replace'))).toBe(true);
    expect(sameQuery(kept, kept.replace('// k', '').replace('{\n', '\n{\n\n'))).toBe(true);
    expect(sameQuery(kept, kept.replace('PRINT k', 'PRINT k+1'))).toBe(false);
    expect(sameQuery('CREATE QUERY q() { PRINT "a b"; }', 'CREATE QUERY q() { PRINT "a  b"; }')).toBe(false);
  });
  it('is turned into text that replaces, and text that is run once', () => {
    expect(replacing(kept)).toBe(kept.replace('CREATE', 'CREATE OR REPLACE'));
    expect(replacing(replacing(kept))).toBe(replacing(kept));
    expect(interpreted(replacing(kept))).toContain('INTERPRET QUERY (INT k = 3');
  });
});

describe('errors in the text', () => {
  it('stand at the word, also where OR REPLACE was put before it, and nowhere for other texts', () => {
    const text = 'LS\nCREATE QUERY q(INX k) { PRINT k; }';
    const at = text.indexOf('INX') - text.indexOf('CREATE');
    const moved = ' OR REPLACE'.length;
    const log = `Semantic error line 1:${at + moved} no type INX`;
    const [error] = placeErrors(log, text, { file: 'f', firstLine: 1, moved });
    expect(text.slice(error?.span.start, error?.span.end)).toBe('INX');
    expect(placeErrors(log, text, { file: 'f', firstLine: null })).toEqual([]);
  });
});
