import { expect, test } from 'vitest';
import { sampleText, type TextOptions } from './index.ts';

const utf16 = (text: string, mark = true): Uint8Array =>
  Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
const swapped = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes).swap16();
const columns = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');

interface Expected {
  readonly options?: Partial<TextOptions>;
  readonly columns?: string;
  readonly types?: string;
  /** The first row. */
  readonly row?: readonly (string | null)[];
  readonly rows?: number;
  /** A part of one of the warnings; null: there is none. */
  readonly warning?: string | null;
  readonly problem?: string;
}

type Case = readonly [
  name: string,
  content: string | Uint8Array,
  expected: Expected,
  more?: { readonly cut?: true; readonly chosen?: Partial<TextOptions> },
];

/** A file by its content, or by its beginning where `cut` says so. */
const CASES: readonly Case[] = [
  [
    'a plain file',
    'id,name\n1,Ann\n2,Bo\n',
    {
      options: { separator: ',', eol: '\n', header: true, encoding: 'utf-8', format: 'csv' },
      columns: 'id name',
      types: 'INT STRING',
      row: ['1', 'Ann'],
      rows: 2,
      warning: null,
    },
  ],
  [
    'no header: numbers in the first line',
    '1,Ann\n2,Bo\n',
    { options: { header: false }, columns: 'column 1 column 2', rows: 2 },
  ],
  [
    'no header: codes of one shape',
    'JFK,New York\nLAX,Los Angeles\nSFO,San Francisco\n',
    { options: { header: false }, rows: 3 },
  ],
  [
    'a header of words above words',
    'Name,City\nAnn,Paris\nBo,Rome\n',
    { options: { header: true }, rows: 2 },
  ],
  [
    'a header without rows',
    'id,name,age\n',
    { options: { header: true }, columns: 'id name age', rows: 0, warning: 'no row below' },
  ],
  [
    'a header in a file whose lines end with a separator',
    'id,name,\n1,Ann,\n2,Bob,\n',
    { options: { header: true }, columns: 'id name column 3', rows: 2, warning: null },
  ],
  [
    'a header whose first name is left out',
    ',name,age\n0,Ann,7\n1,Bo,8\n',
    { options: { header: true }, columns: 'column 1 name age', rows: 2 },
  ],
  [
    'a header that leaves out a name in its middle',
    'id,,age\n1,Ann,7\n2,Bo,8\n',
    {
      options: { header: true },
      columns: 'id column 2 age',
      types: 'INT STRING INT',
      rows: 2,
      warning: null,
    },
  ],
  [
    'a header of words that leaves out a name in its middle',
    'name,,city\nAnn,x,Paris\nBo,y,Rome\n',
    { options: { header: true }, columns: 'name column 2 city', rows: 2 },
  ],
  [
    'no header: a first row that lacks a value',
    'Ann,,Paris\nBo,x,Rome\nCy,y,Bonn\n',
    { options: { header: false }, rows: 3 },
  ],
  [
    'no header: a first row that lacks most values',
    'id,,,\n1,Ann,7,x\n',
    { options: { header: false }, rows: 2 },
  ],
  ['an empty file', '', { columns: '', rows: 0, problem: 'the file is empty' }],
  ['a file of blank lines', '\r\n \r\n', { columns: '', rows: 0, problem: 'the file is empty' }],
  [
    'an empty file that is to be read as JSON',
    Buffer.from('\uFEFF'),
    { options: { format: 'json' }, rows: 0, problem: 'the file is empty' },
    { chosen: { format: 'json' } },
  ],
  [
    'names that repeat',
    'id,name,name\n1,a,b\n2,c,d\n',
    { options: { header: true }, columns: 'id name name', warning: 'names name more than once' },
  ],
  [
    'semicolons, with commas in numbers',
    'name;price\nAnn;1,5\nBo;2,5\n',
    { options: { separator: ';' }, columns: 'name price' },
  ],
  ['tabs', 'a\tb\n1\t2\n', { options: { separator: '\t' } }],
  ['pipes', 'a|b\n1|2\n', { options: { separator: '|' } }],
  [
    'quotes with a separator and a line end in them',
    'id,text\n1,"a, ""b""\nc"\n2,d\n',
    { options: { quote: 'double' }, row: ['1', 'a, "b"\nc'], rows: 2, warning: null },
  ],
  ['single quotes', "id,text\n1,'a, b'\n2,'c'\n", { options: { quote: 'single' }, row: ['1', 'a, b'] }],
  [
    'an apostrophe is no quote',
    "id,text\n1,it's\n2,'tis\n",
    { options: { quote: 'double' }, row: ['1', "it's"] },
  ],
  ['a quote that is never closed', 'id,text\n1,a\n2,"b\n3,c\n', { rows: 3, warning: 'opened in line 3' }],
  ['Windows line ends', 'a,b\r\n1,2\r\n', { options: { eol: '\r\n' }, row: ['1', '2'], warning: null }],
  ['line ends of old machines', 'a,b\r1,2\r3,4\r', { options: { eol: '\r' }, rows: 2 }],
  [
    'mixed line ends',
    'a,b\r\n1,2\n3,4\r\n',
    { options: { eol: '\n' }, rows: 2, row: ['1', '2'], warning: 'CR LF (2)' },
  ],
  ['a byte order mark', Buffer.from('\uFEFFid,name\n1,a\n'), { columns: 'id name', warning: null }],
  [
    'UTF-16 with its mark',
    utf16('id,name\n1,Zoë\n'),
    { options: { encoding: 'utf-16le' }, row: ['1', 'Zoë'], warning: 'UTF-16' },
  ],
  [
    'UTF-16 the other way round',
    swapped(utf16('id,name\n1,Zoë\n')),
    { options: { encoding: 'utf-16be' }, row: ['1', 'Zoë'] },
  ],
  [
    'UTF-16 without a mark',
    utf16('id,name\n1,Ann\n', false),
    { options: { encoding: 'utf-16le' }, columns: 'id name' },
  ],
  [
    'Latin-1',
    Buffer.from('id,name\n1,Zoë\n', 'latin1'),
    { options: { encoding: 'windows-1252' }, row: ['1', 'Zoë'], warning: 'Windows-1252' },
  ],
  [
    'UTF-8 that is cut within a letter',
    Buffer.from('id,name\n1,a\n2,ë').subarray(0, -1),
    { options: { encoding: 'utf-8' }, rows: 1 },
    { cut: true },
  ],
  ['too few and too many columns', 'a,b\n1\n1,2,3\n', { warning: 'Line 2 has 1 columns where 2' }],
  ['the last row is cut off', 'a,b\n1,2\n3', { rows: 1, warning: null }, { cut: true }],
  ['20,000 columns', `${columns(20_000)}\n${columns(20_000)}\n`, { options: { separator: ',' } }],
  ['a line that does not end', columns(300_000), { problem: 'first line is longer' }, { cut: true }],
  [
    'JSON lines',
    '{"id":1,"tag":["a"],"at":{"city":"Bonn","zip":"01234"}}\n{"id":2,"more":true}\n',
    {
      options: { format: 'json' },
      columns: 'id tag at.city at.zip more',
      types: 'INT STRING STRING STRING BOOL',
      row: ['1', '["a"]', 'Bonn', '01234', null],
      rows: 2,
      warning: null,
    },
  ],
  [
    'JSON lines with a broken one',
    '{"id":1}\n{"id":\n{"id":3}\n',
    { rows: 2, warning: 'Row 2 is no JSON object' },
  ],
  [
    'an array of objects over lines',
    '[\n  {"id": 1, "name": "a]"},\n  {"id": 2, "name": "b"}\n]',
    { options: { format: 'json' }, columns: 'id name', rows: 2 },
  ],
  [
    'an array in one line that is cut off',
    '[{"id":1},{"id":2},{"i',
    { options: { format: 'json' }, columns: 'id', rows: 2 },
    { cut: true },
  ],
  ['one object over lines', '{\n "nodes": [],\n "links": []\n}', { problem: 'one JSON object' }],
  [
    'one object in a line that does not end',
    '{"nodes":[{"id":1}',
    { problem: 'one JSON object' },
    { cut: true },
  ],
  [
    'numbers beyond 64 bits, codes, and dates in five forms',
    'n,z,a,b,c,d,e\n9223372036854775808,00501,2026-01-31,2026/01/31,31.01.2026,1/31/2026,31 Jan 2026\n',
    { types: 'STRING STRING DATETIME DATETIME DATETIME DATETIME DATETIME' },
  ],
  [
    'numbers beyond 2^53',
    'n,m\n9007199254740993,1e3\n',
    { types: 'INT DOUBLE', row: ['9007199254740993', '1e3'] },
  ],
  [
    'decimal commas, by which the numbers of other columns are understood',
    'id;n;m;k\n1;7,25;1.234;1,234\n2;8,5;5.678;2,345\n',
    { types: 'INT DOUBLE INT DOUBLE', options: { separator: ';' } },
  ],
  [
    'semicolons and commas in numbers, without a decimal point',
    'id;n\n1;1,234\n2;5,678\n',
    { types: 'INT DOUBLE' },
  ],
  [
    'semicolons, and commas in numbers beside decimal points',
    'id;n;m\n1;1,234;0.5\n2;5,678;0.25\n',
    { types: 'INT INT DOUBLE' },
  ],
  [
    'line ends within quotes, which end no line',
    'id,note\r\n1,"a\nb"\r\n2,"say ""x""\n"\r\n',
    { options: { eol: '\r\n' }, rows: 2, row: ['1', 'a\nb'], warning: null },
  ],
  [
    'a list of edges with spaces',
    '1 2\n2 3\n1 3\n',
    { options: { separator: ' ', header: false }, columns: 'column 1 column 2', types: 'INT INT' },
  ],
  [
    'addresses in one column',
    'address\n12 Main Street\n7 High Street\n9 Low Road\n',
    { options: { separator: ',' }, columns: 'address' },
  ],
  [
    'options that a person chose',
    'a;b,c\n1;2,3\n',
    { options: { separator: ';', header: false, quote: 'none' }, rows: 2 },
    { chosen: { separator: ';', header: false, quote: 'none' } },
  ],
  [
    'JSON that is to be read as columns',
    '{"a":1}\n',
    { options: { format: 'csv' } },
    { chosen: { format: 'csv' } },
  ],
];

const cases = CASES.map(([name, content, expected, more = {}]) => ({ name, content, expected, ...more }));

test.each(cases)('$name', ({ content, expected, cut, chosen = {} }) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const sample = sampleText({ bytes, whole: cut !== true }, chosen, 10);
  if (expected.options !== undefined) expect(sample.options).toMatchObject(expected.options);
  if (expected.columns !== undefined)
    expect(sample.columns.map(({ name }) => name).join(' ')).toBe(expected.columns);
  if (expected.types !== undefined)
    expect(sample.columns.map(({ type }) => type).join(' ')).toBe(expected.types);
  if (expected.row !== undefined) expect(sample.rows[0]).toEqual(expected.row);
  if (expected.rows !== undefined) expect(sample.rows).toHaveLength(expected.rows);
  if (expected.warning === null) expect(sample.warnings).toEqual([]);
  else if (expected.warning !== undefined) expect(sample.warnings.join('\n')).toContain(expected.warning);
  if (expected.problem === undefined) expect(sample.problem).toBeNull();
  else expect(sample.problem).toContain(expected.problem);
});

test('binary data is no text', () => {
  expect(() =>
    sampleText({ bytes: Buffer.from([80, 65, 82, 49, 0, 1, 2, 255, 0, 0]), whole: true }, {}, 10),
  ).toThrow('no text');
});
