import { expect, it } from 'vitest';
import { asError, messageOf } from './thrown.ts';

it('keeps an error and its message', () => {
  const error = new TypeError('It is broken.');
  expect(messageOf(error)).toBe('It is broken.');
  expect(asError(error)).toBe(error);
});

it('makes a text of what else was thrown', () => {
  expect(messageOf('plain')).toBe('plain');
  expect(messageOf(undefined)).toBe('undefined');
  expect(asError(7)).toEqual(new Error('7'));
});
