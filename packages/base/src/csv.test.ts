import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csvOf', () => {
  it('quotes what holds a comma, a quote or a line break, and ends each line', () => {
    expect(
      csvOf([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
      ]),
    ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n');
  });

  it('writes numbers, large integers, truth and nothing as they are', () => {
    expect(csvOf([[1.5, -2, 9007199254740993n, true, null]])).toBe('1.5,-2,9007199254740993,true,\r\n');
  });

  it.each(['=1+1', '+1', '@SUM(A1)', '\tx', '-cmd', '-1+1', '＝1+1'])(
    'keeps the text %j from being a formula',
    (text) => {
      expect(csvOf([[text]])).toBe(`'${text}\r\n`);
    },
  );

  it('quotes a formula that holds a comma as well', () => {
    expect(csvOf([['=A1,"x"']])).toBe(`"'=A1,""x"""\r\n`);
  });

  it('leaves a negative number in a text alone', () => {
    expect(csvOf([['-12.5']])).toBe('-12.5\r\n');
  });
});
