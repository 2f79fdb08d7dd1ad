import { expect, test } from 'vitest';
import { nothingChosen, type ChosenFile } from '../ingestion/loader-state.ts';
import { aPreview } from '../ingestion/testing.ts';
import { importRefusal, judgeFiles } from './judge-files.ts';

function aFile(name: string, columns: number, size = 10): ChosenFile {
  const preview = aPreview(
    name,
    Array.from({ length: columns }, (_, at) => `c${at}`),
  );
  return { file: { name, size, path: name }, options: preview.options, preview };
}

const state = (files: readonly ChosenFile[]) => ({ ...nothingChosen('job'), files });

test('leaves out what cannot be imported, and what the person leaves out', () => {
  const files = [aFile('a.csv', 120), aFile('wide.csv', 121), aFile('empty.csv', 0), aFile('mine.csv', 1)];
  const judged = judgeFiles(files, ['mine.csv']);
  expect(judged.map(({ isIn, refusal }) => [isIn, refusal])).toEqual([
    [true, undefined],
    [false, 'It has 121 columns: files of up to 120 can be imported here. Load data takes more.'],
    [false, 'It has no columns.'],
    [false, undefined],
  ]);
  expect(importRefusal(state(files), judged)).toBeUndefined();
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
