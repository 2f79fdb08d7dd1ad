import type { ExplorationPattern, WireGraphSchema } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { looksLikePattern, parsePattern, patternGsql, patternLine, patternOfType } from './pattern.ts';

const attribute = (AttributeName: string, Name: string) => ({ AttributeName, AttributeType: { Name } });
const SCHEMA = {
  VertexTypes: [
    { Name: 'Person', Attributes: [attribute('name', 'STRING'), attribute('age', 'INT')] },
    { Name: 'Account', Attributes: [attribute('opened', 'DATETIME'), attribute('closed', 'BOOL')] },
  ],
  EdgeTypes: [
    { Name: 'Owns', IsDirected: true, Attributes: [], Config: { REVERSE_EDGE: 'reverse_Owns' } },
    { Name: 'reverse_Owns', IsDirected: true, Attributes: [], Config: {} },
    { Name: 'Knows', IsDirected: false, Attributes: [attribute('weight', 'DOUBLE')], Config: {} },
  ],
} as unknown as WireGraphSchema;

function read(text: string): ExplorationPattern {
  const pattern = parsePattern(text, SCHEMA);
  if ('problem' in pattern) throw new Error(pattern.problem);
  return pattern;
}
const gsql = (pattern: ExplorationPattern) => patternGsql(pattern, SCHEMA, 'Money');

describe('a written pattern', () => {
  it.each([
    ['Person -(Owns>)- Account', 'Person -(Owns>)- Account'],
    ['Person:p -(<Owns:e)- Account:a', 'Person -(<Owns)- Account'],
    ['(p:Person)-[:Owns]->(:Account)', 'Person -(Owns>)- Account'],
    ['(p:person)<-[x:owns]-(a:ACCOUNT)', 'Person -(<Owns)- Account'],
    ['Person--Person-->Account', 'Person -(_)- Person -(_>)- Account'],
    ['Account -(reverse_Owns>)- Person', 'Account -(<Owns)- Person'],
    ['Person -(Knows>)- Person', 'Person -(Knows)- Person'],
    ['Person', 'Person'],
  ])('%s', (text, line) => {
    expect(patternLine(read(text))).toBe(line);
    expect(patternLine(read(line))).toBe(line);
  });

  it.each([
    ['Ship', 'There is no vertex type ‘Ship’.'],
    ['Person -(Sails>)- Account', 'There is no edge type ‘Sails’.'],
    ['Person -(Owns>)-', 'A vertex such as Person is expected at ‘’.'],
    ['Person Account', 'An edge such as -(Owns>)- is expected at ‘Account’.'],
    ['Person; DROP ALL', 'An edge such as -(Owns>)- is expected at ‘; DROP ALL’.'],
    [`${'Person--'.repeat(8)}Person`, 'A pattern has at most 8 vertices.'],
  ])('%s is refused', (text, problem) => {
    expect(parsePattern(text, SCHEMA)).toEqual({ problem });
  });

  it('is told from words', () => {
    const meant = ['Person -(Owns>)- Account', '(p:Person)', 'a--b', 'a -[x]- b'].map(looksLikePattern);
    expect(meant).toEqual([true, true, true, true]);
    expect(['Ada Abel', 'DE-100', 'a (b)', '2026-01-01'].map(looksLikePattern)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });
});

describe('the pattern as GSQL', () => {
  it('prints vertices of one type', () => {
    expect(gsql(patternOfType('Person'))).toEqual({
      text: `INTERPRET QUERY () FOR GRAPH Money SYNTAX v2 {
  Found = SELECT v1 FROM Person:v1
    LIMIT 25;
  PRINT Found;
}`,
    });
  });

  it('prints the matches, with conditions by the type of each attribute, whose texts stay texts', () => {
    const pattern = read('Person -(Knows)- Person -(_)- Account');
    const [first, , last] = pattern.steps;
    first?.where.push(
      { attribute: 'age', operator: '>=', value: '40' },
      { attribute: 'name', operator: '=', value: 'a" OR "\\' },
      { attribute: 'name', operator: 'contains', value: '5%_X' },
    );
    last?.where.push(
      { attribute: 'opened', operator: '<', value: '2026-01-01 00:00:00' },
      { attribute: 'closed', operator: '!=', value: 'TRUE' },
    );
    pattern.links[0]?.where.push({ attribute: 'weight', operator: '>', value: '0.5' });
    expect(gsql(pattern)).toEqual({
      text: `INTERPRET QUERY () FOR GRAPH Money SYNTAX v2 {
  SELECT v1, e1, v2, e2, v3 INTO Found
    FROM Person:v1 -(Knows:e1)- Person:v2 -((Owns>|<Owns|Knows):e2)- Account:v3
    WHERE v1.age >= 40
      AND v1.name == "a\\" OR \\"\\\\"
      AND lower(to_string(v1.name)) LIKE "%5[%][_]x%"
      AND e1.weight > 0.5
      AND v3.opened < to_datetime("2026-01-01 00:00:00")
      AND v3.closed != true
    LIMIT 100;
  PRINT Found;
}`,
    });
  });

  it('writes of any edge those types that can join its two ends, in either order', () => {
    const pairs = [{ From: 'Account', To: 'Person' }];
    const [owns, reverse, knows] = SCHEMA.EdgeTypes;
    const ends = (From: string, To: string) => ({ FromVertexTypeName: From, ToVertexTypeName: To });
    const schema = {
      ...SCHEMA,
      EdgeTypes: [
        { ...owns, ...ends('Person', 'Account') },
        { ...reverse, ...ends('Account', 'Person') },
        { ...knows, ...ends('Person', 'Person') },
        { ...owns, Name: 'Serves', EdgePairs: pairs, Config: {} },
      ],
    } as unknown as WireGraphSchema;
    const from = (text: string) => {
      const written = patternGsql(read(text), schema, 'Money');
      return 'text' in written ? /FROM (.*)/.exec(written.text)?.[1] : written.problem;
    };
    expect(from('Person--Account')).toBe('Person:v1 -((Owns>|<Owns|Serves>|<Serves):e1)- Account:v2');
    expect(from('Person-->Person')).toBe('Person:v1 -(Knows:e1)- Person:v2');
    expect(from('Account--Account')).toBe('Account:v1 -((Owns>|<Owns|Knows|Serves>|<Serves):e1)- Account:v2');
    expect(from('Account -(Knows)- Account')).toBe('Account:v1 -(Knows:e1)- Account:v2');
  });

  it.each([
    [{ attribute: 'age', operator: '=', value: '1 OR 1' }, '‘1 OR 1’ is no INT, as age is.'],
    [{ attribute: 'gone', operator: '=', value: '1' }, 'Person has no attribute ‘gone’.'],
  ] as const)('refuses %o', (condition, problem) => {
    expect(gsql({ ...patternOfType('Person'), steps: [{ type: 'Person', where: [condition] }] })).toEqual({
      problem,
    });
  });
});
