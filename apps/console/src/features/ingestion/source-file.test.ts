import { expect, test } from 'vitest';
import { isHiddenFile, sentName } from './source-file.ts';

test('files of a folder are named by their paths where their names repeat', () => {
  const names = (...chosen: Parameters<typeof sentName>[0][]): string[] =>
    chosen.map((file) => sentName(file, chosen));
  const dropped = (path: string) => ({ name: path.split('/').at(-1) ?? '', webkitRelativePath: '', path });
  expect(names(dropped('./a.csv'))).toEqual(['a.csv']);
  expect(names(dropped('/shop/a.csv'), dropped('/shop/b.csv'))).toEqual(['a.csv', 'b.csv']);
  expect(names(dropped('/shop/1/a.csv'), dropped('/shop/2/a.csv'))).toEqual(['shop_1_a.csv', 'shop_2_a.csv']);
  const chosen = { name: 'a.csv', webkitRelativePath: 'shop/a.csv' };
  expect(names(chosen, dropped('./a.csv'))).toEqual(['shop_a.csv', 'a.csv']);
});

test('what systems leave in folders is no file of data', () => {
  expect([{ name: '.DS_Store' }, { name: 'a.csv' }].map(isHiddenFile)).toEqual([true, false]);
});
