import { expect, test } from 'vitest';
import type { ChosenFile } from './loader-state.ts';
import type { Mapping } from './mapping.ts';
import { chosenFileOf, mendedLoad, shownName } from './mended-rows.ts';
import { NO_SOURCE } from './source.ts';
import { aPreview, OPTIONS } from './testing.ts';
import { EVERY_ROW } from './where.ts';

const chosen = (name: string, json: boolean): ChosenFile => ({
  file: { name, size: 3, path: name },
  options: OPTIONS,
  labels: {},
  preview: aPreview(
    name,
    ['id', 'city'],
    { ...(json ? { format: 'json' as const } : { separator: ';', encoding: 'windows-1252' as const }) },
    json ? [['id'], ['at', 'city']] : undefined,
  ),
});
const FILES = [chosen('a.csv', false), chosen('b.json', true)];

const mapping = (file: string, type: string): Mapping => ({
  key: `${file} ${type}`,
  file,
  target: { kind: 'vertex', type },
  slots: [
    { name: 'id', type: 'STRING', form: 'scalar', required: true, source: { kind: 'column', index: 0 } },
    { name: 'city', type: 'STRING', form: 'scalar', required: false, source: { kind: 'column', index: 1 } },
    { name: 'size', type: 'INT', form: 'scalar', required: false, source: NO_SOURCE },
  ],
  endsMustExist: false,
  where: EVERY_ROW,
});
const MAPPINGS = [mapping('a.csv', 'A'), mapping('a.csv', 'B'), mapping('b.json', 'A')];
const JOB = 'load_20260131_120000_001';

test('a row is loaded again into the types that rejected it, and no others', () => {
  const { text, files } = mendedLoad(JOB, 'g', FILES, MAPPINGS, [
    { file: 'a.csv', line: 2, target: 'A', content: '1;x' },
    { file: 'a.csv', line: 3, target: 'B', content: '2;y' },
    { file: 'a.csv', line: 4, target: 'A', content: '3;z' },
    { file: 'a.csv', line: 5, target: 'B', content: '4;both' },
    { file: 'a.csv', line: 5, target: 'A', content: '4;both' },
    { file: 'a.csv', line: 6, target: null, content: '5;all' },
  ]);
  expect(files.map(({ name, content }) => [name, content])).toEqual([
    [`${JOB}_mended_1_a.csv.csv`, '1;x\n3;z\n'],
    [`${JOB}_mended_2_a.csv.csv`, '2;y\n'],
    [`${JOB}_mended_3_a.csv.csv`, '4;both\n'],
    [`${JOB}_mended_4_a.csv.csv`, '5;all\n'],
  ]);
  const loads = text.split('\n').filter((line) => line.includes('LOAD f'));
  expect(loads.map((line) => line.trim().replace(/ VALUES.*/, ''))).toEqual([
    'LOAD file_1 TO VERTEX A',
    'LOAD file_2 TO VERTEX B',
    'LOAD file_3 TO VERTEX A',
    'LOAD file_3 TO VERTEX B',
    'LOAD file_4 TO VERTEX A',
    'LOAD file_4 TO VERTEX B',
  ]);
  expect(text).toContain('USING SEPARATOR=";", HEADER="false", EOL="\\n", QUOTE="double";');
});

test('an object of JSON stays one line, and is read by its names', () => {
  const rows = [{ file: 'b.json', line: 1, target: 'A', content: '{"id": 1,\n "at": {"city": "x"}}' }];
  const { text, files } = mendedLoad(JOB, 'g', FILES, MAPPINGS, rows);
  expect(files[0]?.content).toBe('{"id": 1,  "at": {"city": "x"}}\n');
  expect(text).toContain('VALUES ($"id", $"at":"city", _)');
  expect(text).toContain('USING JSON_FILE="true";');
});

test('rows of files that are not chosen, or of types that are not mapped, are left out', () => {
  const rows = [
    { file: 'gone.csv', line: 1, target: null, content: 'x' },
    { file: 'b.json', line: 1, target: 'B', content: '{}' },
  ];
  expect(mendedLoad(JOB, 'g', FILES, MAPPINGS, rows).files).toEqual([]);
});

test.each([
  ['a.csv', 'a.csv'],
  ['/data/uploads/a.csv', 'a.csv'],
  [`uploads/${JOB}_mended_2_a.csv.csv`, 'a.csv'],
  [`${JOB}_mended_1_b.json.json`, 'b.json'],
  ['aa.csv', undefined],
])('the file of a rejected row of %s is %s', (file, name) => {
  expect(chosenFileOf(FILES, { file })?.file.name).toBe(name);
});

test('a file of mended rows is shown by the file that they come from', () => {
  expect(shownName(`${JOB}_mended_2_a.csv.csv`)).toBe('mended rows of a.csv');
  expect(shownName('a_mended_2_b.csv')).toBe('a_mended_2_b.csv');
});
