import { repeats } from '@acacia/base/testing';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lex } from '../lexer.ts';
import { parseProgram } from '../parse.ts';
import { everything } from '../testing/social.ts';
import { formatGsql } from './format.ts';

const CASES = path.resolve(import.meta.dirname, '../../../../../tests/conformance/cases');

/** Queries and shell texts of all language cases. */
const texts = readdirSync(CASES)
  .filter((name) => name.endsWith('.cases'))
  .flatMap((name) => readFileSync(path.join(CASES, name), 'utf8').split(/^=== /m))
  .flatMap((block) => block.split(/^--- /m))
  .flatMap((part) => /^(?:query|setup|after)\n([\s\S]*)$/.exec(part)?.[1] ?? [])
  .concat(everything);

function pieces(text: string) {
  const { tokens, comments } = lex(text);
  return [
    tokens.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`),
    comments.map(({ start, end }) => text.slice(start, end).trimEnd()),
  ];
}

/** The tree without places and texts. */
const tree = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(parseProgram(text).program, (key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : /span/i.test(key) || key === 'text' ? undefined : value,
    ),
  );

function check(text: string): void {
  const once = formatGsql(text);
  expect(pieces(once)).toEqual(pieces(text));
  expect(formatGsql(once)).toBe(once);
  if (once !== text) expect(tree(once)).toEqual(tree(text));
}

describe('formatGsql', () => {
  it('puts a query into shape', () => {
    const text = `create query q(int k=3,VERTEX<Person> p) for graph social{ SumAccum<INT> @@n=0; /* all */ S={Person.*} ;
S = SELECT t FROM S:s -(Knows:e)- Person:t WHERE s.age>=k and e.since!=2 ACCUM @@n+=1, t.@x += 1 POST-ACCUM t.@x=2 ORDER BY t.age LIMIT 3; // the first
// about the branches
IF @@n>1 THEN PRINT S ; ELSE IF k==2 THEN PRINT k; ELSE PRINT @@n;END;
FOREACH i IN RANGE[ 1,3 ] DO
@@n += i;


# last


END; T = SELECT s FROM S:s; }`;
    expect(formatGsql(text)).toBe(`create query q(int k=3, VERTEX<Person> p) for graph social {
  SumAccum<INT> @@n = 0; /* all */
  S = {Person.*};
  S = SELECT t
    FROM S:s -(Knows:e)- Person:t
    WHERE s.age >= k and e.since != 2
    ACCUM @@n += 1, t.@x += 1
    POST-ACCUM t.@x = 2
    ORDER BY t.age
    LIMIT 3; // the first
  // about the branches
  IF @@n>1 THEN
    PRINT S;
  ELSE IF k == 2 THEN
    PRINT k;
  ELSE
    PRINT @@n;
  END;
  FOREACH i IN RANGE[1, 3] DO
    @@n += i;

    # last

  END;
  T = SELECT s FROM S:s;
}
`);
  });

  it('puts jobs into shape, and leaves lines at the prompt alone', () => {
    const text = `USE GRAPH g
CREATE VERTEX A (
PRIMARY_ID id STRING,   n INT
)
CREATE LOADING JOB j FOR GRAPH g {DEFINE FILENAME f; LOAD f
TO VERTEX A VALUES ($0,_) USING HEADER="true",SEPARATOR=","; }
LS`;
    expect(formatGsql(text)).toBe(`USE GRAPH g
CREATE VERTEX A (
  PRIMARY_ID id STRING, n INT
)
CREATE LOADING JOB j FOR GRAPH g {
  DEFINE FILENAME f;
  LOAD f
      TO VERTEX A VALUES ($0, _) USING HEADER="true", SEPARATOR=",";
}
LS
`);
  });

  it('leaves text with errors alone', () => {
    const text = 'CREATE QUERY q() {  PRINT  ; }';
    expect(formatGsql(text)).toBe(text);
  });

  it('keeps tokens, comments and meaning over all language cases, and does nothing the second time', () => {
    for (const text of texts) check(text);
  });

  it('keeps them whatever the white space and comments are', () => {
    const gaps = fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\n\n\n',
      '\t',
      ' /* c */ ',
      ' // c\n',
      '\n# c\n',
      ' /* a\n   b */ ',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(gaps, { minLength: 1, maxLength: 40 }),
        (text, spaces) => {
          const { tokens } = lex(text);
          let mixed = '';
          tokens.forEach((token, index) => {
            const before = tokens[index - 1];
            // White space where there was none could split a token.
            const isJoined = before === undefined || before.end === token.start;
            mixed +=
              (isJoined ? '' : (spaces[index % spaces.length] ?? ' ')) + text.slice(token.start, token.end);
          });
          check(mixed);
        },
      ),
      { numRuns: repeats(50, 150) },
    );
  });
});
