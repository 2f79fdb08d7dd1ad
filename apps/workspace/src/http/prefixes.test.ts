import { expect, it } from 'vitest';
import { isRestpp } from './prefixes.ts';

it('knows RESTPP calls by their first part', () => {
  expect(['/restpp', '/restpp?x', '/restpp/echo', '/restppx', '/api/ping'].map(isRestpp)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
