import { expect, it } from 'vitest';
import { unstorableText } from './storable-text.ts';

it.each([
  ['a\0b', '', 'The text holds the character NUL (U+0000), which no text may have.'],
  [{ a: [{ b: 'x\0' }] }, 'a.0.b', "'a.0.b' holds the character NUL (U+0000), which no text may have."],
  [{ a: { 'b\0': 1 } }, 'a', "The name of a field in 'a' holds the character NUL"],
  [{ 'b\0': 1 }, '', 'The name of a field holds the character NUL'],
  [['\ud800'], '0', "'0' holds half of a surrogate pair, which is no character."],
  [JSON.parse('{"__proto__": {"a": "\\u0000"}}') as unknown, '__proto__.a', "'__proto__.a' holds"],
])('finds %j', (value, field, reason) => {
  expect(unstorableText(value)).toMatchObject({ field });
  expect(unstorableText(value)?.reason).toContain(reason);
});

it.each([['a'], [{ a: ['😀', 1, null, true, undefined, 1n] }], [null], [undefined], [{}]])(
  'finds nothing in %o',
  (value) => expect(unstorableText(value)).toBeNull(),
);

it('looks as deep as a value goes', () => {
  let deep: unknown = 'a\0';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  // Only in the path: its length is the number of levels.
  expect(unstorableText(deep)?.reason).toContain('NUL');
});
