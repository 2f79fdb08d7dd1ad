import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldFault } from './field-faults.ts';

const Shape = z.object({
  name: z.string().min(2).max(4),
  count: z.number().int().min(1).max(9),
  on: z.boolean(),
  tags: z.array(z.string()).max(1),
  kind: z.enum(['a', 'b']),
  one: z.literal('x'),
  at: z.iso.datetime(),
  own: z.string('must be our own word'),
});

const faults = (given: unknown) =>
  Shape.safeParse(given, { error: fieldFault }).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

it('says of what is missing that it is needed, and keeps the sentences of schemas', () => {
  expect(faults({})).toEqual([
    'name is needed',
    'count is needed',
    'on is needed',
    'tags is needed',
    'kind is needed',
    'one is needed',
    'at is needed',
    'own must be our own word',
  ]);
});

it('says what a field must be', () => {
  const rest = { name: 'abc', count: 1, on: true, tags: [], kind: 'a', one: 'x', own: '' };
  const wrong = { name: 1, count: '1', on: 'yes', tags: {}, kind: 'c', one: 'y', at: 'today', own: '' };
  expect(faults(wrong)).toEqual([
    'name must be a text',
    'count must be a number',
    'on must be true or false',
    'tags must be a list',
    'kind must be one of a, b',
    'one must be x',
    'at must be a time such as 2026-01-31T12:00:00Z',
  ]);
  const at = '2026-01-31T12:00:00Z';
  expect(faults({ ...rest, at, name: 'a', count: 1.5 })).toEqual([
    'name must have at least 2 characters',
    'count must be a whole number',
  ]);
  expect(faults({ ...rest, at, name: 'abcde', count: 10, tags: ['a', 'b'] })).toEqual([
    'name must have at most 4 characters',
    'count must be at most 9',
    'tags must have at most 1 entry',
  ]);
  expect(faults(null)).toEqual([' must be an object']);
  const strict = z.strictObject({}).safeParse({ a: 1, b: 2 }, { error: fieldFault }).error?.issues;
  expect(strict?.map(({ message }) => message)).toEqual(["has no field 'a', 'b'"]);
});
