import { repeats } from '@acacia/base/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete } from './assist/complete.ts';
import { describeAt } from './assist/describe-at.ts';
import { tokenize } from './assist/tokenize.ts';
import { checkProgram } from './check/program.ts';
import { lex } from './lexer.ts';
import { parseProgram, parseQuery } from './parse.ts';
import { everything, social } from './testing/social.ts';

const shell = `CREATE VERTEX A (PRIMARY_ID id STRING, a INT DEFAULT 3) WITH primary_id_as_attribute="true"
CREATE DIRECTED EDGE E (FROM A, TO A, DISCRIMINATOR(w INT)) WITH REVERSE_EDGE="R"
CREATE GRAPH g (A, E)
CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX A VALUES ($0, $"b") WHERE $1 > 3 USING HEADER="true"; }
RUN LOADING JOB j USING f="/a"
INTERPRET QUERY () FOR GRAPH g { S = SELECT a FROM (a:A) -[e:E]-> (b) WHERE b.a > 1; PRINT S; }
RUN QUERY q(1, {"a": [1]})
BEGIN
DROP ALL
END
`;
const PIECES = [
  'SELECT',
  'FROM',
  '(',
  ')',
  '{',
  '}',
  ';',
  ',',
  '"',
  '@@',
  '@',
  "'",
  '-',
  '>',
  '<',
  '*',
  '..',
  'END',
  'IF',
  '/*',
  '\n',
  '$',
  '`',
  '\u{1F600}',
  '1.5',
  ':',
];

/** A program with random pieces deleted, doubled and inserted. */
const damaged = fc
  .record({
    source: fc.constantFrom(everything, shell),
    cuts: fc.array(
      fc.record({
        at: fc.nat({ max: 6000 }),
        length: fc.nat({ max: 40 }),
        put: fc.oneof(fc.constant(''), fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ source, cuts }) =>
    cuts.reduce<string>((text, { at, length, put }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + length);
    }, source),
  );

describe('any text', () => {
  it('is read, checked and classified without a throw, and faults lie within it', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        for (const { span, message } of checkProgram(text, social)) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(message).not.toBe('');
        }
        parseQuery(text);
        let end = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
      }),
      { numRuns: repeats(100, 300) },
    );
  });

  it('can be completed and described anywhere', () => {
    fc.assert(
      fc.property(damaged, fc.nat({ max: 6000 }), (text, at) => {
        const offset = at % (text.length + 1);
        const { from, to } = complete(text, offset, social);
        expect(from).toBeLessThanOrEqual(offset);
        expect(to).toBe(offset);
        describeAt(text, offset, social);
      }),
      { numRuns: repeats(50, 150) },
    );
  });

  it('keeps every span of the tree within the text', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const walk = (node: unknown): void => {
          if (Array.isArray(node)) for (const item of node) walk(item);
          else if (typeof node === 'object' && node !== null) {
            const span =
              'span' in node ? (node.span as { start: number; end: number }) : { start: 0, end: 0 };
            expect(span.start).toBeLessThanOrEqual(span.end);
            expect(span.end).toBeLessThanOrEqual(text.length);
            for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value);
          }
        };
        walk(parseProgram(text).program.statements);
      }),
      { numRuns: repeats(50, 150) },
    );
  });

  it('loses no character but white space and what is reported', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const { tokens, comments, diagnostics } = lex(text);
        const covered = [...tokens, ...comments, ...diagnostics.map(({ span }) => span)].sort(
          (a, b) => a.start - b.start,
        );
        let end = 0;
        for (const { start, end: next } of covered) {
          if (start > end) expect(text.slice(end, start).replaceAll('\uFEFF', '').trim()).toBe('');
          end = Math.max(end, next);
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      { numRuns: repeats(50, 150) },
    );
  });
});
