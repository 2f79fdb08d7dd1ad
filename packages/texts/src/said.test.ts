import { afterEach, expect, it, vi } from 'vitest';
import { translatorOf } from './sentences.ts';
import * as spaces from './spaces.ts';

const TEXTS = { 'Delete {0} of {1}?': '删除 {1} 的 {0}？', Save: '保存', From: '从', 'From@edge': '起点' };
const ANSWERS = {
  sentences: {
    'There is no such {0}.': '没有这样的{0}。',
    'There is no such {0} of {1}.': '{1} 没有这样的{0}。',
    'Too many requests. Try again in {0}.': '请求过多。请在 {0}后重试。',
    'Look at the id.': '请检查 ID。',
  },
  values: { workspace: '工作区' },
};

const GSQL = {
  sentences: {
    '{0} {1} is not known{2}.': '未知的{0} {1}{2}。',
    'Vertex type {0} is not known in {1}. Did you mean {2}?': '{1} 中没有顶点类型 {0}。是否指 {2}？',
    'There is no such {0}.': 'not taken',
  },
  values: { Function: '函数' },
};

/** The package as a page in Chinese has it. */
async function inChinese() {
  vi.resetModules();
  vi.doMock('./catalogues.ts', () => ({
    texts: TEXTS,
    spaces,
    translate: translatorOf(ANSWERS),
    translateMore: Promise.resolve(
      translatorOf({
        sentences: { ...GSQL.sentences, ...ANSWERS.sentences },
        values: { ...GSQL.values, ...ANSWERS.values },
      }),
    ),
  }));
  return { ...(await import('./said.ts')), ...(await import('./text.ts')), ...(await import('./nodes.ts')) };
}

// Files of one worker share their modules.
afterEach(() => {
  vi.doUnmock('./catalogues.ts');
  vi.resetModules();
});

it('translates what servers say, the more exact sentence first, and keeps what people have named', async () => {
  const { said } = await inChinese();
  expect(said('There is no such workspace.')).toBe('没有这样的工作区。');
  expect(said('There is no such workspace of Ann $& Co.')).toBe('Ann $& Co 没有这样的工作区。');
  expect(said('Too many requests. Try again in 3 s.')).toBe('请求过多。请在 3 s 后重试。');
  expect(said('There is no such cat. Look at the id.')).toBe('没有这样的 cat。请检查 ID。');
  expect(said('Nobody knows it. Look at the id.')).toBe('Nobody knows it. 请检查 ID。');
  expect(said("There is no such '='.")).toBe('没有这样的“=”。');
  expect(said("There is no such ',', A or workspace.")).toBe('没有这样的“,”、A 或工作区。');
  expect(said('There is no such this or that thing.')).toBe('没有这样的 this or that thing。');
  expect(said('')).toBe('');
  // Names that every object has are no keys of a catalogue.
  expect(said('constructor')).toBe('constructor');
  expect(said('There is no such constructor.')).toBe('没有这样的 constructor。');
  const long = `There is no such ${' of '.repeat(200)}.`;
  expect(said(long)).toBe(long);
});

it('translates sentences of GSQL once they have come, with a value that is empty', async () => {
  const { said } = await inChinese();
  await Promise.resolve();
  expect(said('Function f is not known.')).toBe('未知的函数 f。');
  expect(said('Vertex type A is not known in g. Did you mean B?')).toBe('g 中没有顶点类型 A。是否指 B？');
  expect(said('There is no such workspace.')).toBe('没有这样的工作区。');
});

it('puts values where the translation has them, and leaves English where there is none', async () => {
  const { t, text, nodes, withSpaces } = await inChinese();
  expect(t`Delete ${'a'} of ${'b {0}'}?`).toBe('删除 b {0} 的 a？');
  expect(t`Delete ${'工作区'} of ${'销售'}?`).toBe('删除销售的工作区？');
  expect(text('Not there: {0}', 1)).toBe('Not there: 1');
  expect([t`From`, t.of('edge')`From`, t.of('time')`From`, t.of('edge')`To`]).toEqual([
    '从',
    '起点',
    '从',
    'To',
  ]);
  expect(withSpaces('3分钟前')).toBe('3 分钟前');
  expect(nodes('Save')).toMatchObject({ props: { children: '保存' } });
});
