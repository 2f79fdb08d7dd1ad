import { expect, test } from 'vitest';
import { nothingChosen, type ChosenFile } from '../ingestion/loader-state.ts';
import { aPreview } from '../ingestion/testing.ts';
import { importRefusal, judgeFiles } from './judge-files.ts';

function aFile(name: string, columns: number, size = 10): ChosenFile {
  const preview = aPreview(
    name,
    Array.from({ length: columns }, (_, at) => `c${at}`),
  );
  return { file: { name, size, path: name }, options: preview.options, preview, labels: {} };
}

const state = (files: readonly ChosenFile[]) => ({ ...nothingChosen('job'), files });

test('leaves out what cannot be imported, and what the person leaves out', () => {
  const files = [aFile('a.csv', 120), aFile('wide.csv', 121), aFile('empty.csv', 0), aFile('mine.csv', 90)];
  const judged = judgeFiles(files, ['mine.csv']);
  expect(judged.map(({ isIn, refusal }) => [isIn, refusal])).toEqual([
    [true, undefined],
    [false, 'It has 121 columns: files of up to 120 can be imported here. Load data takes more.'],
    [false, 'It has no columns.'],
    [false, undefined],
  ]);
  expect(importRefusal(state(files), judged)).toBeUndefined();
});

test('leaves out files whose columns are too many with those before, until others are left out', () => {
  const files = [aFile('a.csv', 70), aFile('b.csv', 51), aFile('c.csv', 50), aFile('d.csv', 1_000)];
  const refusal =
    'The files have 171 columns together, of which at most 120 can be imported at once: b.csv is left out. Leave out others to import it, or use Load data.';
  const judged = judgeFiles(files, []);
  expect(judged.map(({ isIn }) => isIn)).toEqual([true, false, true, false]);
  expect(judged[1]?.refusal).toBe(refusal);
  expect(judged[2]?.refusal).toBeUndefined();
  expect(importRefusal(state(files), judged)).toBeUndefined();
  expect(judgeFiles(files, ['a.csv']).map(({ isIn }) => isIn)).toEqual([false, true, true, false]);
});

test.each<[string, readonly ChosenFile[], readonly string[], string | undefined]>([
  ['no file', [], [], 'Choose a file first.'],
  ['none that is left in', [aFile('a.csv', 1)], ['a.csv'], 'None of the files can be imported.'],
  [
    'more than 1 GB together',
    [aFile('a.csv', 1, 2 ** 29), aFile('b.csv', 1, 2 ** 29 + 1)],
    [],
    'The files have 1.0 GB together: at most 1.0 GB can be imported at once. Leave some out.',
  ],
  ['1 GB together', [aFile('a.csv', 1, 2 ** 29), aFile('b.csv', 1, 2 ** 29)], [], undefined],
  [
    'too many at once',
    Array.from({ length: 21 }, (_, at) => aFile(`${at}.csv`, 1)),
    [],
    'At most 20 files can be imported at once.',
  ],
])('an import of %s', (_, files, leftOut, refusal) => {
  expect(importRefusal(state(files), judgeFiles(files, leftOut))).toBe(refusal);
});
