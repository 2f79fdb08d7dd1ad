import { expect, it } from 'vitest';
import { faultsOf } from './judge.ts';

it.each([
  [{ status: 200, text: '{"error":false}' }, []],
  [{ status: 400, text: 'The field "name" holds a NUL character.' }, []],
  [{ status: 503, text: 'Try again in a moment.' }, []],
  [{ status: 500, text: 'oops' }, ['was answered 500: oops']],
  [{ status: 502, text: '' }, ['was answered 502: ']],
  [{ status: 200, text: 'x canary-1 x' }, ['told a secret: x canary-1 x']],
  [{ status: 400, text: 'no file /data/home/a' }, ['named a folder: no file /data/home/a']],
  [{ status: 400, text: 'x\n    at run (a.ts:1:2)' }, ['told a stack: x\n    at run (a.ts:1:2)']],
  [{ status: 400, text: 'Failed query: x' }, ['told SQL: Failed query: x']],
])('%j', (answer, faults) => {
  expect(faultsOf(answer, ['canary-1'], ['/data/home'])).toEqual(faults);
});
