import { expect, it } from 'vitest';
import { fieldsOf, sampleOf, withText, type Schema } from './samples.ts';

const NAMED: Schema = { type: 'object', properties: { kind: { enum: ['b', 'c'] } }, required: ['kind'] };
const resolve = () => NAMED;
const SCHEMA: Schema = {
  type: 'object',
  required: ['name', 'mail', 'parts'],
  properties: {
    name: { type: 'string' },
    mail: { type: 'string', format: 'email' },
    parts: { type: 'array', items: { $ref: '#/x' } },
    note: { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] },
  },
};

it('makes what must be there, and one field more', () => {
  const least = { name: 'sample', mail: 'someone@example.org', parts: [{ kind: 'b' }] };
  expect(sampleOf(SCHEMA, resolve)).toEqual(least);
  expect(sampleOf(SCHEMA, resolve, 'note')).toEqual({ ...least, note: 3 });
  expect(fieldsOf(SCHEMA, resolve)).toEqual(['name', 'mail', 'parts', 'note']);
});

it('puts the text into each place once', () => {
  expect([...withText({ a: 1, b: [{ c: 'x' }] }, '!')]).toEqual([
    { a: '!', b: [{ c: 'x' }] },
    { a: 1, b: [{ c: '!' }] },
    { a: 1, b: [{ c: 'x', '!': 1 }] },
    { a: 1, b: '!' },
    { a: 1, b: [{ c: 'x' }], '!': 1 },
  ]);
  expect(Object.keys([...withText({ a: 1 }, '__proto__')][1] ?? {})).toEqual(['a', '__proto__']);
});
