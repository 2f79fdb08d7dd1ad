import { expect, it } from 'vitest';
import { descriptionOf } from './query-description.ts';

const described = (code: string, description?: string) =>
  descriptionOf({
    name: 'q',
    graph: 'g',
    code,
    syntax: 'GSQL v2',
    installed: true,
    draft: false,
    parameters: [],
    ...(description === undefined ? {} : { description }),
  });

it.each([
  ['CREATE QUERY q() { PRINT 1; }', ''],
  [
    'CREATE QUERY q() {\n  // Counts people\n  // and cities.\n  PRINT 1; // not this\n}',
    'Counts people and cities.',
  ],
  ['CREATE QUERY q() {\n  /*\n   * Counts people.\n   */\n  PRINT 1;\n}', 'Counts people.'],
  ['CREATE QUERY q() {\n  # Counts people.\n  PRINT 1;\n}', 'Counts people.'],
  ['// Description: before\nCREATE QUERY q() { /* inside */ PRINT 1; }', 'before'],
])('of %j is %j', (code, description) => {
  expect(described(code)).toBe(description);
  expect(described(code, 'said so')).toBe('said so');
});
