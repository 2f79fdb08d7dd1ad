import { expect, test } from 'vitest';
import { inferType, ZONED_FORM } from './index.ts';

test.each<[string, readonly string[], string, string | null]>([
  ['numbers with commas', ['1,234', '12', '1,234,567'], 'INT', 'thousands'],
  ['numbers with commas and decimals', ['1,234.5', '0.25'], 'DOUBLE', 'thousands'],
  ['numbers with commas, and a word', ['1,234', 'lots'], 'STRING', 'thousands'],
  ['a comma of decimals beside one of thousands, and a word', ['1,234', '1,5', 'lots'], 'STRING', null],
  ['commas that part no thousands', ['1,23', '4,56', '7'], 'DOUBLE', 'decimal comma'],
  ['points between thousands, and a decimal comma', ['1.234,56', '-77,2'], 'DOUBLE', 'decimal comma'],
  ['less than one by three decimals', ['0,125', '0,250'], 'DOUBLE', 'decimal comma'],
  ['commas that part more than two numbers', ['1,23', '4,56,7'], 'STRING', null],
  ['a number of 64 bits that is too large', ['9,223,372,036,854,775,808'], 'STRING', null],
  ['dates as they are loaded', ['2026-01-31', '2026-02-01'], 'DATETIME', null],
  ['times with offsets', ['2026-01-31T08:00:00+02:00', '2026-01-31T08:00:00Z'], 'DATETIME', ZONED_FORM],
  ['times of UTC by its name', ['2026-01-31 08:00:00 UTC'], 'DATETIME', ZONED_FORM],
  ['points and a time', ['31.01.2026 08:05', '1.2.2026 23:59'], 'DATETIME', '%d.%m.%Y %H:%M'],
  ['months before days, and a time', ['01/31/2026 08:05:09'], 'DATETIME', '%m/%d/%Y %H:%M:%S'],
  ['an hour that there is not', ['31.01.2026 25:05'], 'STRING', null],
  ['days before months', ['31/01/2026', '1/2/2026'], 'DATETIME', '%d/%m/%Y'],
  ['months before days', ['01/31/2026', '1/2/2026'], 'DATETIME', '%m/%d/%Y'],
  ['days, months and years with points', ['31.01.2026', '1.2.2026'], 'DATETIME', '%d.%m.%Y'],
  ['months by their short names', ['Jun 12 1998', 'May 1 2001'], 'DATETIME', '%b %d %Y'],
  ['months by their names', ['January 31, 2026', 'May 1, 2026'], 'DATETIME', '%B %d, %Y'],
  ['short names with a comma', ['Jan 31, 2026', 'May 1, 2026'], 'DATETIME', '%b %d, %Y'],
  ['names without a comma', ['January 31 2026', 'May 1 2026'], 'DATETIME', '%B %d %Y'],
  ['days before long names', ['31 January 2026', '1 May 2026'], 'DATETIME', '%d %B %Y'],
  ['the month whose name is short', ['May 1, 2026', 'May 2, 2026'], 'DATETIME', '%b %d, %Y'],
  ['months in capital letters', ['31-JAN-2026', '01-feb-2026'], 'DATETIME', '%d-%b-%Y'],
  ['long and short names', ['Jan 31, 2026', 'February 1, 2026'], 'STRING', null],
  ['a day of a month that there is not', ['Feb 30, 2026'], 'STRING', null],
  ['days before names', ['31 Jan 2026'], 'DATETIME', '%d %b %Y'],
  ['days before names, with hyphens', ['31-Jan-2026'], 'DATETIME', '%d-%b-%Y'],
  ['dates that can be read both ways', ['1/2/2026', '3/4/2026'], 'STRING', null],
  ['a day that there is not', ['31/02/2026', '30/01/2026'], 'STRING', '%d/%m/%Y'],
  ['days before months, and a word', ['31/01/2026', '1/2/2026', 'unknown'], 'STRING', '%d/%m/%Y'],
  ['dates that can be read both ways, and a word', ['1/2/2026', 'unknown'], 'STRING', null],
  ['two forms in a column', ['31/01/2026', '01/31/2026'], 'STRING', null],
])('%s', (_, values, type, form) => {
  expect(inferType(values)).toMatchObject({ type, form });
});

test('says why dates stay text', () => {
  expect(inferType(['1/2/2026', '3/4/2026']).reason).toBe(
    'Dates such as 1/2/2026 are kept as text: nothing says which of the numbers is the month.',
  );
});

test('understands a mark by the other numbers of the file', () => {
  expect(inferType(['1,234', '5,678'])).toMatchObject({ type: 'INT', form: 'thousands' });
  expect(inferType(['1,234', '5,678'], true)).toMatchObject({ type: 'DOUBLE', form: 'decimal comma' });
  expect(inferType(['1.234', '5.678'])).toMatchObject({ type: 'DOUBLE', form: null });
  expect(inferType(['1.234', '5.678'], true)).toMatchObject({ type: 'INT', form: 'decimal comma' });
  expect(inferType(['1.23', '5.67'], true)).toMatchObject({ type: 'DOUBLE', form: null });
  expect(inferType(['1.001,5', 'none'], true)).toMatchObject({ type: 'STRING', form: 'decimal comma' });
  expect(inferType(['1,5', '0.25', 'none'], true)).toMatchObject({ type: 'STRING', form: null });
});
