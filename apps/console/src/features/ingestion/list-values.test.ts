import { expect, it } from 'vitest';
import { allValues, typedValues } from './list-values.ts';

it.each([
  ['', []],
  ['Rome', ['Rome']],
  ['Rome, rome ,7', ['Rome', 'rome', '7']],
  [' , ,', []],
  ['"Washington, D.C.", Rome', ['Washington, D.C.', 'Rome']],
  ['"a, ""b"""', ['a, "b"']],
  ['""', ['']],
  ['" x "', [' x ']],
  ['5"disc,"a"b', ['5"disc', '"a"b']],
  ['a,"never, closed', ['a', '"never, closed']],
  ['"', []],
])('reads %s', (text, values) => {
  expect(allValues(text)).toEqual(values);
});

it('leaves the value that is being typed, also in quotes that are open', () => {
  expect(typedValues('Rome')).toEqual({ values: [], rest: 'Rome' });
  expect(typedValues('Rome,')).toEqual({ values: ['Rome'], rest: '' });
  expect(typedValues('a,"b, c')).toEqual({ values: ['a'], rest: '"b, c' });
  expect(typedValues('"b, c",')).toEqual({ values: ['b, c'], rest: '' });
});
