import { describe, expect, it } from 'vitest';
import { highlighted, wordsOf } from './highlight.ts';

const marked = (text: string, search: string): string =>
  highlighted(text, wordsOf(search))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('');

describe('highlighted', () => {
  it('marks every word wherever it stands and however it is written', () => {
    expect(marked('Query timeout: query 7', 'QUERY 7')).toBe('[Query] timeout: [query] [7]');
  });

  it('marks the longer of two words that begin alike', () => {
    expect(marked('timeout of time', 'time timeout')).toBe('[timeout] of [time]');
  });

  it('takes signs for what they are', () => {
    expect(marked('a.b (c) a+b [x] $1 \\', '. (c) a+b [x] $1 \\')).toBe('a[.]b [(c)] [a+b] [[x]] [$1] [\\]');
    expect(marked('axb', 'a.b')).toBe('axb');
  });

  it('leaves a text without words whole, and an empty one empty', () => {
    expect(marked('nothing', '  ')).toBe('nothing');
    expect(highlighted('', ['x'])).toEqual([]);
    expect(highlighted('', [])).toEqual([]);
  });
});
