/** The first rows of a chosen file, read in the browser: the mapping is made from them before anything is sent. */
import Papa from 'papaparse';

/** Sample rows shown (specification part 4, section 9). */
export const SAMPLE_ROWS = 10;
const HEAD_BYTES = 256 * 1024;

export interface ParsingOptions {
  readonly separator: string;
  readonly eol: '\n' | '\r\n';
  readonly quote: 'double' | 'single' | 'none';
  readonly header: boolean;
}

export interface FilePreview {
  readonly name: string;
  readonly size: number;
  readonly options: ParsingOptions;
  /** Header names, or `column 1` and so on. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Things a person should know before loading: empty columns, repeated names, a quote that never ends. */
  readonly warnings: readonly string[];
}

export const SEPARATORS: readonly { readonly value: string; readonly label: string }[] = [
  { value: ',', label: 'Comma ,' },
  { value: '\t', label: 'Tab' },
  { value: ';', label: 'Semicolon ;' },
  { value: '|', label: 'Pipe |' },
  { value: ' ', label: 'Space' },
];

/** A file that cannot be loaded as it is; the message is for people. */
export class UnusableFile extends Error {}

const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** The beginning of the file, cut at the last whole line. */
async function head(file: Blob): Promise<string> {
  const text = withoutByteOrderMark(await file.slice(0, HEAD_BYTES).text());
  if (file.size <= HEAD_BYTES) return text;
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

const looksNumeric = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

/**
 * The first row is a header when it holds no number and the rows below do, or when its cells are all different words.
 */
function looksLikeHeader([first = [], ...rest]: readonly (readonly string[])[]): boolean {
  if (first.some(looksNumeric) || first.some((cell) => cell.trim() === '')) return false;
  return new Set(first).size === first.length && rest.length > 0;
}

const QUOTES = { double: '"', single: "'", none: '\u0000' } as const;

function parse(text: string, separator: string, quote: ParsingOptions['quote'], rows: number) {
  return Papa.parse<string[]>(text, {
    delimiter: separator,
    quoteChar: QUOTES[quote],
    escapeChar: QUOTES[quote],
    preview: rows,
    skipEmptyLines: 'greedy',
  });
}

/** Separator, line end, quote and header as the file itself suggests them. */
function detect(text: string): ParsingOptions {
  const separator = Papa.parse(text, {
    preview: 50,
    skipEmptyLines: 'greedy',
    delimitersToGuess: SEPARATORS.slice(0, 4).map(({ value }) => value),
  }).meta.delimiter;
  const rows = parse(text, separator, 'double', SAMPLE_ROWS + 1).data;
  return {
    separator,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    quote: 'double',
    header: looksLikeHeader(rows),
  };
}

function columnNames(first: readonly string[], header: boolean): string[] {
  return first.map((cell, index) => (header && cell.trim() !== '' ? cell.trim() : `column ${index + 1}`));
}

/**
 * Reads the beginning of a file.
 * @param chosen options that a person set; those left out are detected
 * @throws UnusableFile for a file without a row
 */
export async function previewFile(file: File, chosen: Partial<ParsingOptions> = {}): Promise<FilePreview> {
  const text = await head(file);
  if (text.trim() === '') throw new UnusableFile(`The file ${file.name} is empty.`);
  if (text.includes('\u0000'))
    throw new UnusableFile(`The file ${file.name} is not text. Choose a CSV or TSV file.`);
  const options = { ...detect(text), ...chosen };
  const { data, errors } = parse(text, options.separator, options.quote, SAMPLE_ROWS + 1);
  const [first = [], ...others] = data;
  const columns = columnNames(first, options.header);
  const rows = (options.header ? others : [first, ...others]).slice(0, SAMPLE_ROWS);
  const warnings: string[] = [];
  if (options.header && rows.length === 0) warnings.push('There is a header but no row below it.');
  const repeated = columns.filter((name, index) => columns.indexOf(name) !== index);
  if (repeated.length > 0)
    warnings.push(`The header names ${[...new Set(repeated)].join(', ')} more than once.`);
  const warnOfRow = (isOdd: (row: readonly string[]) => boolean, consequence: string): void => {
    const at = rows.findIndex(isOdd);
    if (at < 0) return;
    const found = `Row ${at + 1} has ${rows[at]?.length ?? 0} columns where ${columns.length} were expected.`;
    warnings.push(`${found} ${consequence}`);
  };
  warnOfRow((row) => row.length < columns.length, 'Such rows are rejected and reported.');
  warnOfRow((row) => row.length > columns.length, 'Such rows are loaded without what stands beyond.');
  if (errors.some(({ type }) => type === 'Quotes')) {
    const at = errors.find(({ type }) => type === 'Quotes')?.row ?? 0;
    warnings.push(
      `A quote is opened and not closed near row ${at + 1}. Such rows are rejected and reported.`,
    );
  }
  return { name: file.name, size: file.size, options, columns, rows, warnings };
}
