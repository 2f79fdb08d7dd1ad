import { expect, it } from 'vitest';
import { z } from 'zod';
import { recordOf } from './record-of.ts';

const Numbers = recordOf(z.number());

it('keeps every name', () => {
  const text = '{"__proto__":1,"constructor":2,"prototype":3,"toString":4}';
  expect(JSON.stringify(Numbers.parse(JSON.parse(text)))).toBe(text);
});

it('names the member at fault', () => {
  const { error } = Numbers.safeParse(JSON.parse('{"a":1,"__proto__":"x"}'));
  expect(error?.issues.map(({ path }) => path)).toEqual([['__proto__']]);
  expect(recordOf(z.object({ b: z.number() })).safeParse({ a: {} }).error?.issues[0]?.path).toEqual([
    'a',
    'b',
  ]);
});

it.each([null, [], 'a', 1])('takes %j for none', (value) => {
  expect(Numbers.safeParse(value).success).toBe(false);
});
