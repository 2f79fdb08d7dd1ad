import { expect, it } from 'vitest';
import { spaced } from './spaces.ts';

it.each([
  ['', '删除 ', '工作区', '删除'],
  ['', '删除', 'sales', '删除 '],
  ['', '删除 ', 'sales', '删除 '],
  ['工作区', ' 的角色', '', '的角色'],
  ['sales', '的角色', '', ' 的角色'],
  ['5 秒', ' 后重试', '', '后重试'],
  ['3', '个中有', '2', ' 个中有 '],
  ['运行中', ' ', '已停止', ''],
  ['运行中', '', 'sales', ' '],
  ['sales', ' ', 'R1', ' '],
  ['已停止。', ' ', '请重试。', ''],
  ['', '语句 $', 'name', '语句 $'],
  ['𠮷', ' 的', '𠮷', '的'],
  ['', '年-月-日 时:分', '', '年-月-日 时:分'],
  ['', '日 时 ', '分', '日 时'],
])('%s, then “%s”, then %s', (before, words, after, expected) => {
  expect(spaced(['', before, words, after, ''])[2]).toBe(expected);
});

it('leaves elements and what they contain alone', () => {
  const element = {};
  expect(spaced(['打开 ', element, '的角色'])).toEqual(['打开 ', element, '的角色']);
});
