/** Cost of parsing and checking a text, counted and not timed: it must grow no faster than the text's length. */
import { describe, expect, it } from 'vitest';
import { analyzeQuery } from './check/analyze.ts';
import { readFunctionFile, isCpp } from '../function-file.ts';
import { ACCUM_TYPES, KEYWORDS, TYPE_WORDS } from './keywords.ts';
import { MAX_DIGITS, MAX_FAULTS, MAX_TEXT } from './limits.ts';
import { parseProgram, parseQuery } from './parse.ts';
import { Cursor } from './parser/cursor.ts';
import { parseShellStatements } from './parser/program.ts';
import { social } from './testing/social.ts';

const SIGNS = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '-',
  '->',
  ',',
  ';',
  '|',
  ':',
  '.',
  '*',
  '+',
  '=',
  '!',
  '..',
];
const VALUES = [
  'a',
  '@a',
  '@@a',
  '@@@',
  '"a"',
  "'a'",
  '`a`',
  '`a',
  '1',
  '1.5',
  '$0',
  '$',
  '/* */',
  '#\n',
  '\n',
];
const OPENERS = [
  'SELECT',
  'FROM',
  'IF',
  'ELSE',
  'THEN',
  'END',
  'CASE',
  'WHEN',
  'WHILE',
  'DO',
  'FOREACH',
  'NOT',
  'SET',
];
const WORDS = [...KEYWORDS, ...TYPE_WORDS, ...ACCUM_TYPES.values()];

/** Places for the pieces. */
const PLACES: Readonly<Record<string, (middle: string) => string>> = {
  'at the prompt': (middle) => middle,
  'in a query': (middle) => `CREATE QUERY q() { ${middle}`,
  'in a pattern': (middle) => `CREATE QUERY q() { S = SELECT a FROM (a) ${middle}`,
  'in an expression': (middle) => `CREATE QUERY q() { IF a THEN PRINT a ${middle}`,
  'in a loading job': (middle) =>
    `CREATE LOADING JOB j FOR GRAPH g { LOAD f TO VERTEX v VALUES ($0 ${middle}`,
};

/** Number of tokens inspected for `times` repetitions of the piece. */
function looks(piece: string, times: number, place: (middle: string) => string): number {
  const c = new Cursor(place(`${piece} `.repeat(times)));
  parseShellStatements(c);
  return c.looks;
}

/** Pieces whose cost more than doubles, with some tolerance, when their number doubles. */
const superlinear = (pieces: readonly string[], place: (middle: string) => string): string[] =>
  pieces.filter((piece) => {
    const once = looks(piece, 60, place);
    return looks(piece, 120, place) > 2.6 * once + 500;
  });

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  it('reads repeated words and signs in linear time', () => {
    expect(superlinear([...WORDS, ...SIGNS, ...VALUES], place)).toEqual([]);
  });

  it('reads repeated pairs of signs, values and words that open blocks in linear time', () => {
    const parts = [...SIGNS, ...VALUES.slice(0, 4), ...OPENERS];
    const pairs = parts.flatMap((first) => parts.map((second) => `${first} ${second}`));
    expect(superlinear(pairs, place)).toEqual([]);
  });
});

it.each([
  ['ELSE IF', (n: number) => `IF a THEN ${'ELSE IF a THEN b = 1; '.repeat(n)} END;`],
  ['ELSE, IF', (n: number) => 'IF a THEN b = 1; ELSE\nIF a THEN '.repeat(n)],
  ['bare arrows', (n: number) => `S = SELECT a FROM ${'(a)<-('.repeat(n)}`],
  [
    'vertices of one type',
    (n: number) => `S = SELECT a FROM (:A)${'-[:E]->(:B)'.repeat(n)} ACCUM A.@a += 1;`,
  ],
])('reads %s in linear time', (_, body) => {
  const cost = (n: number): number => {
    const c = new Cursor(`CREATE QUERY q() { ${body(n)} }`);
    parseShellStatements(c);
    return c.looks;
  };
  expect(cost(600)).toBeLessThan(2.6 * cost(300));
});

describe('limits', () => {
  const messages = (text: string): string[] => parseProgram(text).diagnostics.map(({ message }) => message);

  it('ends after a hundred faults, whatever tells them', () => {
    for (const text of [
      '@@@ ;'.repeat(50_000),
      'é '.repeat(50_000),
      "'a' ".repeat(50_000),
      'x y\n'.repeat(50_000),
    ])
      expect(parseProgram(text).diagnostics.length).toBeLessThanOrEqual(MAX_FAULTS);
  });

  it('refuses a text that is too long as a whole', () => {
    expect(messages(' '.repeat(MAX_TEXT + 1))).toEqual([
      'The text has 2097153 characters; at most 2097152 are read.',
    ]);
    expect(messages(' '.repeat(MAX_TEXT))).toEqual([]);
  });

  it('refuses trees that become tall by chains within chains', () => {
    const sums = (levels: number): string =>
      `CREATE QUERY q() { PRINT ${'('.repeat(levels)}1${`${' + 1'.repeat(400)})`.repeat(levels)}; }`;
    expect(messages(sums(1))).toEqual([]);
    expect(messages(sums(10))).toEqual(['This is nested too deeply: at most 700 links and levels.']);
    const conditions = `CREATE LOADING JOB j FOR GRAPH g { LOAD f TO VERTEX v VALUES ($0) WHERE ${'('.repeat(10)}$0 == 1${`${' AND $0 == 1'.repeat(400)})`.repeat(10)}; }`;
    expect(messages(conditions)).toEqual(['This is nested too deeply: at most 700 links and levels.']);
  });

  it('refuses groups of accumulators nested without end', () => {
    expect(messages(`CREATE QUERY q() { ${'GroupByAccum<'.repeat(20_000)}`)).toContain(
      'This is nested too deeply: at most 150 levels are read.',
    );
  });

  it('refuses numbers with more digits than any type has', () => {
    expect(messages(`CREATE QUERY q() { PRINT ${'1'.repeat(100_000)}; }`)).toEqual([
      `A number has at most ${MAX_DIGITS} digits.`,
    ]);
  });

  it('ends checking a query whose loops hand sets on to one another without end', () => {
    const names = Array.from({ length: 60 }, (_, i) => `S${i}`);
    const body = `${names.map((name) => `${name} = {};`).join(' ')} ${names
      .map((name, i) => `WHILE TRUE DO ${name} = ${names[i + 1] ?? '{Person.*}'};`)
      .join(' ')} ${'END; '.repeat(60)}`;
    const { query } = parseQuery(`CREATE QUERY q() FOR GRAPH social { ${body} }`);
    const found = query && analyzeQuery(query, social).diagnostics;
    expect(found?.every(({ message }) => message !== '')).toBe(true);
  });

  it('tells a hundred errors of a query, and takes no error for a warning', () => {
    const body = Array.from({ length: 400 }, (_, i) => `INT a${i}; PRINT b${i};`).join(' ');
    const { query } = parseQuery(`CREATE QUERY q() FOR GRAPH social { ${body} }`);
    const found = query ? analyzeQuery(query, social).diagnostics : [];
    expect(found).toHaveLength(MAX_FAULTS);
    expect(found[0]?.severity).toBe('error');
  });
});

describe('files of functions', () => {
  const line = (text: string): string => `line 1: ${text}`;

  it('reads texts that never end what they begin', () => {
    for (const piece of [
      '/** @param {',
      '/*',
      '/**',
      '/** */ function f(',
      '/** @ */ function ',
      '{(',
      '#\n',
      'namespace ',
    ]) {
      const text = piece.repeat(100_000);
      expect(readFunctionFile(text).functions).toEqual([]);
      isCpp(text);
    }
  });

  it('tells comments and functions apart as JavaScript does', () => {
    const text = `/**/ /** Not @this. */ let a; /** Adds.
 * @param {INT} a
 * @returns {INT} */
  function plus ( a ) { return a + 1; }
/** @returns {INT} */ async function later() {}
/** @returns {INT} */ functional(1);
/** @returns {SET<INT>} */function some(){}`;
    const { functions, faults } = readFunctionFile(text);
    expect(functions).toEqual([
      {
        name: 'plus',
        parameters: [{ name: 'a', type: { kind: 'scalar', name: 'INT' } }],
        returns: { kind: 'scalar', name: 'INT' },
        description: 'Adds.',
      },
      { name: 'some', parameters: [], returns: { kind: 'set', element: { kind: 'scalar', name: 'INT' } } },
    ]);
    expect(faults).toEqual(['line 5: later must be a plain function, neither async nor a generator.']);
  });

  it('limits functions, parameters and faults', () => {
    const many = Array.from({ length: 1001 }, (_, i) => `/** @returns {INT} */ function f${i}() {}`).join('');
    expect(readFunctionFile(many).faults).toEqual([line('a file has at most 1000 functions.')]);
    const wide = `/** @returns {INT} */ function f(${'a,'.repeat(100)}a) {}`;
    expect(readFunctionFile(wide).faults).toEqual([line('f has more than 100 parameters.')]);
    expect(readFunctionFile('/** @ */ function f() {} '.repeat(500)).faults).toHaveLength(MAX_FAULTS);
  });
});
