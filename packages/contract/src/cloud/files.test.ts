import { expect, it } from 'vitest';
import { compareFiles, compareNames, fileNameProblem, freeFileName, type FileOrder } from './files.ts';

it('orders tutorial names by number, after the schema and before others', () => {
  const names = [
    'notes.gsql',
    'q10.gsql',
    'c2.cypher',
    'schema.gsql',
    'q1.gsql',
    'Zed',
    'q2.gsql',
    'note10',
    'note9',
  ];
  expect(names.toSorted(compareNames)).toEqual([
    'schema.gsql',
    'q1.gsql',
    'c2.cypher',
    'q2.gsql',
    'q10.gsql',
    'note9',
    'note10',
    'notes.gsql',
    'Zed',
  ]);
});

it('has three orders, each with folders first', () => {
  const file = (name: string, created_at: string, updated_at: string, is_folder = false, type = '') => ({
    name,
    created_at,
    updated_at,
    is_folder,
    type,
  });
  const files = [
    file('b', '2026-01-03', '2026-02-01'),
    file('a', '2026-01-01', '2026-02-03'),
    file('c', '2026-01-02', '2026-02-02'),
    file('z', '2026-01-01', '2026-01-01', true),
  ];
  const order = (by: FileOrder) =>
    files
      .toSorted(compareFiles(by))
      .map(({ name }) => name)
      .join('');
  expect([order('Name'), order('DateCreated'), order('LastModified')]).toEqual(['zabc', 'zbca', 'zacb']);
  const tutorial = ['q2.gsql', 'q1.gsql'].map((name, i) => file(name, `${i}`, `${i}`, false, 'Tutorial'));
  expect(tutorial.toSorted(compareFiles('LastModified')).map(({ name }) => name)).toEqual([
    'q1.gsql',
    'q2.gsql',
  ]);
});

it('says why a name is refused, and finds one that is free', () => {
  const good = ['a', 'q1.gsql', '.gsql', '🦊', '👨‍👩‍👧', 'שלום', 'x'.repeat(128)];
  expect(good.map(fileNameProblem)).toEqual(good.map(() => null));
  const bad = [
    '',
    '  ',
    'a/b',
    'a\\b',
    '.',
    '..',
    'a\tb',
    'a\u2028b',
    'a\u202Eb',
    'a\u200Fb',
    'x'.repeat(129),
  ];
  expect(bad.filter((name) => fileNameProblem(name) === null)).toEqual([]);
  expect(freeFileName('q.gsql', new Set(['q.gsql', 'q-2.gsql']))).toBe('q-3.gsql');
  expect(freeFileName('.hidden', new Set(['.hidden']))).toBe('.hidden-2');
  expect(freeFileName('plain', new Set())).toBe('plain');
});
