import { repeats } from '@acacia/base/testing';
import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '@acacia/language';
import { js, list, literal } from './code.ts';
import { compileQuery } from './query.ts';

/**
 * Up to a million random identifiers and texts in every place where a query takes one. The generated code must be
 * JavaScript, and apart from its string literals must consist of our own words alone.
 */
const TOTAL = repeats(200_000, 1_000_000);
const QUERIES = repeats(240, 1200);

/** Numbers that look drawn, the same in each run. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 0) % limit;
  };
}
const draw = drawing(7);

const PIECES = [
  ...[
    '"',
    '\\',
    '`',
    '${',
    '}',
    "'",
    '\n',
    '\r',
    '\u2028',
    '\u2029',
    ';',
    '/*',
    '*/',
    '//',
    '<!--',
    '</script>',
  ],
  ...[
    '\0',
    '\ud800',
    '\udfff',
    '😀',
    'eval(',
    ');throw 1;(',
    '__proto__',
    'x1',
    'K[0]',
    '\\u0022',
    '\\x22',
    'é',
  ],
] as const;
const WORDS = [
  'constructor',
  '__proto__',
  'prototype',
  'eval',
  'arguments',
  'await',
  'yield',
  'toString',
  'x1',
  'L',
];

function text(): string {
  let made = '';
  for (let parts = 1 + draw(5); parts > 0; parts -= 1) {
    made += draw(3) === 0 ? String.fromCharCode(draw(0x10000)) : (PIECES[draw(PIECES.length)] ?? '');
  }
  return made;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';
let named = 0;
/** A unique name that cannot occur in our own code. */
function identifier(): string {
  named += 1;
  let name = draw(4) === 0 ? (WORDS[draw(WORDS.length)] ?? '') : '';
  for (let length = 1 + draw(6); length > 0; length -= 1) name += LETTERS[draw(LETTERS.length)] ?? '';
  return `${name}_zq${named.toString(36)}`;
}

/** The source without string literals. */
const bare = (source: string): string => source.replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** A text as GSQL writes it. */
const quoted = (value: string): string =>
  `"${value
    .replace(/[\r\n]/g, '')
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')}"`;

const schemaOf = (vertex: string, edge: string, number: string, label: string): GraphSchema => ({
  name: 'g',
  vertexTypes: [
    {
      name: vertex,
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: true },
      attributes: [
        { name: number, type: { kind: 'scalar', name: 'INT' } },
        { name: label, type: { kind: 'scalar', name: 'STRING' } },
      ],
    },
  ],
  edgeTypes: [
    {
      name: edge,
      directed: true,
      pairs: [{ from: vertex, to: vertex }],
      attributes: [{ name: number, type: { kind: 'scalar', name: 'INT' } }],
      discriminator: [],
    },
  ],
  tuples: [],
  queries: [],
});

describe('generated source', () => {
  it(`keeps ${TOTAL} names and texts of users out of its code`, () => {
    let used = 0;
    for (let round = 0; round < QUERIES; round += 1) {
      const names = Array.from({ length: 22 }, identifier);
      const texts = Array.from({ length: 6 }, text);
      used += names.length + texts.length;
      const [query, vertex, edge, number, label, parameter, given] = names as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const [set, s, e, t, sum, score, least, all, map] = names.slice(7) as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const [tuple, field, variable, key, shown, table] = names.slice(16) as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const [a, b, c, d, f, g] = texts.map(quoted) as [string, string, string, string, string, string];
      const { source } = compileQuery(
        `CREATE QUERY ${query}(INT ${parameter}, STRING ${given} = ${a}) FOR GRAPH g SYNTAX v2 {
          TYPEDEF TUPLE<STRING ${field}> ${tuple};
          SumAccum<INT> @${sum}; SumAccum<DOUBLE> @${score}; MinAccum<INT> @${least}; SumAccum<STRING> @@${all};
          MapAccum<STRING, SumAccum<INT>> @@${map};
          STRING ${variable} = ${b};
          ${set} = {${vertex}.*};
          ${set} = SELECT ${t} FROM ${set}:${s} -(${edge}>:${e})- ${vertex}:${t}
            WHERE ${s}.${label} == ${c} OR ${t}.${label} != ${given} AND ${e}.${number} > ${parameter}
            ACCUM ${t}.@${sum} += ${e}.${number}, ${t}.@${score} += ${s}.@${score} / 2, @@${all} += ${d} + ${variable},
              ${t}.@${least} += ${s}.@${least} + 1, @@${map} += (${f} -> ${e}.${number})
            POST-ACCUM ${t}.@${sum} = 0
            HAVING ${t}.@${sum} >= 0 ORDER BY ${t}.@${score} DESC LIMIT 3;
          SELECT ${s}.${label} AS ${key}, count(*) AS ${shown} INTO ${table}
            FROM ${vertex}:${s} WHERE ${s}.${label} LIKE ${g} GROUP BY ${s}.${label};
          PRINT ${set}[${set}.${label} AS ${key}], @@${map} AS ${shown}, ${tuple}(${a}) AS ${field}, ${table};
        }`,
        {
          schema: schemaOf(vertex, edge, number, label),
          wide: new Set(),
          profile: round % 2 === 0,
          optimise: true,
        },
      );
      // It was parsed when it was compiled; a name or a text may stand in it as a text only.
      const code = bare(source);
      if (/zq|[^\x20-\x7e\n]|`|'|\/\*|\/\//.test(code)) {
        expect.soft(code, `query ${query}`).not.toMatch(/zq|[^\x20-\x7e\n]|`|'|\/\*|\/\//);
      }
    }
    // The rest as literals, some hundred in a source, each the value that it was made from.
    while (used < TOTAL) {
      const values = Array.from({ length: 400 }, () => (draw(2) === 0 ? text() : identifier()));
      used += values.length;
      const source = js`return [${list(values.map(literal))}];`;
      if (/zq|[^\x20-\x7e]|`/.test(bare(source))) throw new Error(`Not kept in quotes: ${source}`);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- what is tested is that source is safe
      const read = new Function(`"use strict"; ${source}`)() as string[];
      for (let at = 0; at < values.length; at += 1)
        if (read[at] !== values[at]) expect(read[at]).toBe(values[at]);
    }
    expect(used).toBeGreaterThanOrEqual(TOTAL);
  }, 120_000);
});
