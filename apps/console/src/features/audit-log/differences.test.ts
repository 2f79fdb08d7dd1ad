import { expect, it } from 'vitest';
import { differencesOf, isChanged } from './differences.ts';

it('fields are compared by themselves, however deep they are', () => {
  const before = { name: 'a', size: { cpu: 2, memory: 16 }, tags: ['x'] };
  const after = { name: 'a', size: { cpu: 4, memory: 16 }, tags: ['x', 'y'] };
  const all = differencesOf(before, after);
  expect(all.filter(isChanged)).toEqual([
    { field: 'size.cpu', before: '2', after: '4' },
    { field: 'tags', before: '["x"]', after: '["x","y"]' },
  ]);
  expect(all.map(({ field }) => field)).toEqual(['name', 'size.cpu', 'size.memory', 'tags']);
});

it('what was made has nothing before, and what was deleted nothing after', () => {
  expect(differencesOf(null, { on: false, note: '' })).toEqual([
    { field: 'on', before: null, after: 'false' },
    { field: 'note', before: null, after: '' },
  ]);
  expect(differencesOf({ role: null }, null)).toEqual([{ field: 'role', before: 'null', after: null }]);
});

it('a value without fields stands by itself, and nothing has none', () => {
  expect(differencesOf(null, null)).toEqual([]);
  expect(differencesOf(null, {})).toEqual([]);
  expect(differencesOf('a', [1])).toEqual([{ field: '', before: 'a', after: '[1]' }]);
  expect(differencesOf({ a: {} }, { a: { b: 1 } })).toEqual([
    { field: 'a', before: '{}', after: null },
    { field: 'a.b', before: null, after: '1' },
  ]);
});
