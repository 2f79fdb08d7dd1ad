import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '@acacia/language';
import { compileQuery } from './query.ts';
import { js, list, literal } from './code.ts';
import { runSocial, socialSchema } from '../run/social.fixture.ts';

/** The value that a piece of generated source has. */
const valueOf = (source: string): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- what is tested is that source is safe
  new Function(`"use strict"; return (${source});`)();

/** Texts that would end a string, a template, a comment or a line if they were not escaped. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"',
    '\\',
    '`',
    '${x}',
    '</script>',
    '*/',
    '//',
    '\n',
    '\u2028',
    "');throw 1;('",
    '__proto__',
  ),
  fc
    .array(fc.constantFrom('"', '\\', '`', '${', '}', "'", '\n', '\r', '\u2029', ';', '/*', 'a'))
    .map((parts) => parts.join('')),
);

describe('literals', () => {
  it('are the values that they were made from', () => {
    fc.assert(
      fc.property(
        fc.oneof(nasty, fc.double({ noNaN: true }), fc.bigInt(), fc.boolean(), fc.constant(null)),
        (value) => {
          const expected = Object.is(value, -0) ? 0 : value;
          expect(valueOf(literal(value))).toBe(expected);
          expect(valueOf(js`[${list([literal(value), literal(1)])}][0]`)).toBe(expected);
        },
      ),
    );
  });
});

const identifier = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
const quoted = (text: string): string => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;

describe('generated source', () => {
  it('holds no text of the user as code', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const written = text.replace(/[\r\n]/g, '');
        const body = `STRING s = ${quoted(written)}; PRINT s AS a, s == p AS same;`;
        const { results } = runSocial(`INTERPRET QUERY (STRING p) { ${body} }`, { p: written });
        expect(results).toEqual([{ a: written, same: true }]);
      }),
    );
  });

  it('does not take names from the query, whatever they are', () => {
    const names = fc.uniqueArray(identifier, {
      minLength: 5,
      maxLength: 5,
      selector: (name) => name.toUpperCase(),
    });
    const marked = names.map((all) => all.map((name) => `zq_${name}`));
    fc.assert(
      fc.property(marked, (all) => {
        const [variable, set, alias, accum, key] = all as [string, string, string, string, string];
        const text = `CREATE QUERY q(INT ${variable}) { SumAccum<INT> @@${accum}; SumAccum<INT> @${accum};
          ${set} = SELECT ${alias} FROM Person:${alias} WHERE ${alias}.age > ${variable}
            ACCUM @@${accum} += ${alias}.age, ${alias}.@${accum} += 1;
          PRINT @@${accum} AS ${key}; }`;
        const { source } = compileQuery(text, {
          schema: socialSchema,
          wide: new Set(),
          profile: false,
          optimise: true,
        });
        // A name may stand in the source as a text (a key of the output), never as code.
        const code = source.replace(/"(?:[^"\\]|\\.)*"/g, '""');
        for (const name of all) expect(code).not.toContain(name);
        const { results } = runSocial(text, { [variable]: 30 });
        expect(results).toEqual([{ [key]: 74 }]);
      }),
    );
  });

  it('reads types and attributes of any name', () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const [person, ...others] = socialSchema.vertexTypes;
        if (person === undefined) throw new Error('The schema has no Person');
        const attributes = [{ name, type: { kind: 'scalar', name: 'INT' } } as const];
        const schema: GraphSchema = { ...socialSchema, vertexTypes: [{ ...person, attributes }, ...others] };
        const { results } = runSocial(
          'INTERPRET QUERY () { S = {Person.*}; PRINT S.size() AS n; }',
          {},
          { schema },
        );
        expect(results).toEqual([{ n: 5 }]);
      }),
    );
  });
});
