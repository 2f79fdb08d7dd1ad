import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { tokens, wantedTokens } from './tokens.ts';

it('finds Chinese words wherever they stand, and words of letters among them', () => {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: tokens,
    searchOptions: { prefix: true, combineWith: 'AND', tokenize: wantedTokens },
  });
  index.addAll([
    { id: 1, text: '被拒绝的行会连同原因列出。' },
    { id: 2, text: '用GSQL编写查询，加载作业不存储。' },
    { id: 3, text: 'Rejected rows are listed' },
  ]);
  const found = (words: string) => index.search(words).map(({ id }) => Number(id));
  expect(found('拒绝')).toEqual([1]);
  expect(found('拒绝的行')).toEqual([1]);
  expect(found('行拒绝')).toEqual([]);
  expect(found('询')).toEqual([2]);
  expect(found('作业 gsql')).toEqual([2]);
  expect(found('reject')).toEqual([3]);
});
