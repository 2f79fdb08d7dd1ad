/** Detects how a text file is written, from its first bytes: encoding, format, separator, quotes, line ends, header. */
import { hasDecimalCommas, inferType, looksTyped, type InferredType } from './column-type.ts';
import { decode, findEncoding, type Encoding } from './encoding.ts';
import { isObject, objectsOfArray, parsed, tableOf } from './json-rows.ts';
import {
  findLineEnd,
  findQuote,
  findSeparator,
  readRows,
  withoutQuoted,
  type Dialect,
  type Row,
} from './rows.ts';
import { FILE_NOTES } from './reasons.ts';

export interface TextOptions extends Dialect {
  readonly encoding: Encoding;
  /** `json`: an object in each line, or one array of objects. */
  readonly format: 'csv' | 'json';
  readonly header: boolean;
}

export interface SampleColumn extends InferredType {
  readonly name: string;
  /** Of JSON: the names that lead to it. */
  readonly path: readonly string[] | null;
}

export interface TextSample {
  readonly options: TextOptions;
  readonly columns: readonly SampleColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Facts to know before the file is loaded, as sentences. */
  readonly warnings: readonly string[];
  /** Why nothing of it can be loaded as it is; null when it can. */
  readonly problem: string | null;
}

/** The beginning of a file. */
export interface Head {
  readonly bytes: Uint8Array;
  /** Whether these are all of its bytes. */
  readonly whole: boolean;
}

export class NoText extends Error {}

/** Words that people write headers with: begun by a small letter, or of one of the usual names. */
const HEADER_WORD = /^(?:[a-z][\w .:/()%-]*|.*(?:\b|_)(?:id|name|date|type|code)\b.*)$/i;
const SMALL_WORD = /^[a-z_][\w.-]*$/;
const USUAL_WORD = /(?:\b|_)(?:id|name|date|type|code)(?:\b|_)/i;

const shapeOf = (cell: string): string =>
  cell
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\d/g, '9');

/** Whether codes of one shape, such as JFK and LAX, stand below a cell of that same shape. */
function continuesCodes(first: string, below: readonly string[]): boolean {
  const shape = shapeOf(first);
  return below.length >= 2 && /^[A9-]{2,}$/.test(shape) && below.every((cell) => shapeOf(cell) === shape);
}

/** Whether the first row names the columns: all of them, or all but a few. */
function hasHeader([top, ...rest]: readonly (readonly string[])[]): boolean {
  const below = (column: number): string[] =>
    rest.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
  // Where lines end with a separator, nothing stands behind it.
  const last = top?.findLastIndex((cell, column) => cell.trim() !== '' || below(column).length > 0) ?? -1;
  const first = (top?.slice(0, last + 1) ?? []).map((cell) => cell.trim());
  const named = first.flatMap((cell, column) => (cell === '' ? [] : [{ cell, below: below(column) }]));
  if (named.length === 0 || named.some(({ cell }) => looksTyped(cell))) return false;
  // Tools that write a number for each row leave its name out.
  const unnamed = first.slice(1).filter((cell) => cell === '').length;
  if (unnamed * 3 > first.length) return false;
  const isMostly = (isWord: (cell: string) => boolean): boolean =>
    named.filter(({ cell }) => isWord(cell)).length * 2 > named.length;
  if (rest.length === 0)
    return first.length > 1 && named.filter(({ cell }) => SMALL_WORD.test(cell)).length * 2 >= first.length;
  if (named.some((each) => each.below.length > 0 && each.below.every(looksTyped))) return true;
  if (named.some((each) => continuesCodes(each.cell, each.below))) return false;
  if (named.some((each) => each.below.includes(each.cell))) return false;
  // A row of data may lack values as well: only plain names speak for a header then.
  if (unnamed > 0) return isMostly((cell) => SMALL_WORD.test(cell) || USUAL_WORD.test(cell));
  return isMostly((cell) => HEADER_WORD.test(cell)) || new Set(first).size === first.length;
}

const MOST_NAMES = 5;
const few = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');

const LINE_ENDS = { '\n': 'LF', '\r\n': 'CR LF', '\r': 'CR' } as const;
const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Latin-1)',
};

/**
 * The rows, columns and options of a file's beginning.
 * @param chosen options that a person set; the others are detected
 * @throws NoText for data that is no text
 */
export function sampleText(head: Head, chosen: Partial<TextOptions>, mostRows: number): TextSample {
  const found = chosen.encoding ?? findEncoding(head.bytes)?.encoding;
  if (found === undefined) throw new NoText('It is no text.');
  const text = decode(head.bytes, found);
  if (text.trim() === '') return emptySample(found, chosen);
  const warnings: string[] = [];
  if (found !== 'utf-8') warnings.push(FILE_NOTES.encoding({ encoding: ENCODING_NAMES[found] }));
  return (
    (chosen.format === 'csv' ? null : jsonSample(text, head, found, chosen, mostRows, warnings)) ??
    csvSample(text, head, found, chosen, mostRows, warnings)
  );
}

const NO_DIALECT = { separator: ',', eol: '\n', quote: 'none', header: false } as const;

const emptySample = (encoding: Encoding, chosen: Partial<TextOptions>): TextSample => ({
  options: { ...NO_DIALECT, quote: 'double', format: 'csv', ...chosen, encoding },
  columns: [],
  rows: [],
  warnings: [],
  problem: FILE_NOTES.empty(),
});

/** Null: the text is no JSON, and nobody said that it is. */
function jsonSample(
  text: string,
  { whole }: Head,
  encoding: Encoding,
  chosen: Partial<TextOptions>,
  mostRows: number,
  warnings: readonly string[],
): TextSample | null {
  const options = { ...NO_DIALECT, encoding, format: 'json' as const };
  const made = (objects: Parameters<typeof tableOf>[0], more: readonly string[], problem: string | null) => {
    const { paths, rows } = tableOf(objects);
    const columns = paths.map((path, index) => ({
      name: path.join('.'),
      path,
      ...inferType(rows.map((row) => row[index] ?? null)),
    }));
    return { options, columns, rows, warnings: [...warnings, ...more], problem };
  };
  const array = objectsOfArray(text, mostRows);
  if (array !== null) {
    if (array.length > 0) return made(array, [], null);
    return made([], [], FILE_NOTES.longObject());
  }
  if (chosen.format !== 'json' && !text.trimStart().startsWith('{')) return null;
  const lines = text.split('\n');
  // The last line may be cut off.
  const all = (whole ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== '').slice(0, mostRows);
  const values = all.map(parsed);
  const objects = values.filter(isObject);
  if (objects.length === 0 || !isObject(values[0])) {
    const one = isObject(parsed(text)) || (!whole && lines.length === 1) || /^\s*\{\s*(?:\n|")/.test(text);
    if (!one && chosen.format !== 'json') return null;
    return made([], [], FILE_NOTES.oneObject());
  }
  const bad = values.findIndex((value) => !isObject(value));
  const more = bad === -1 ? [] : [FILE_NOTES.noObject({ row: bad + 1 })];
  return made(objects, more, null);
}

/** Names of columns: of the header; `column 1` and so on of those that it does not name, and without it. */
const columnNames = (first: readonly string[], header: boolean): string[] =>
  first.map((cell, index) => (header && cell.trim() !== '' ? cell.trim() : `column ${index + 1}`));

function csvSample(
  text: string,
  { whole }: Head,
  encoding: Encoding,
  chosen: Partial<TextOptions>,
  mostRows: number,
  given: readonly string[],
): TextSample {
  const ends = findLineEnd(chosen.quote === 'none' ? text : withoutQuoted(text));
  const eol = chosen.eol ?? ends.eol;
  const quote = chosen.quote ?? findQuote(text, chosen.separator ?? ',');
  const separator = chosen.separator ?? findSeparator(text, { eol, quote });
  const dialect = { separator, eol, quote: chosen.quote ?? findQuote(text, separator) };
  const read = readRows(text, dialect, mostRows + 1);
  const cut = !whole && read.rows.length > 1 && read.rows.length <= mostRows;
  const all = cut ? read.rows.slice(0, -1) : read.rows;
  const header = chosen.header ?? hasHeader(all.slice(0, 50).map(({ cells }) => cells));
  const columns = columnNames(all[0]?.cells ?? [], header);
  const below = (header ? all.slice(1) : all).slice(0, mostRows);
  const warnings = [...given, ...csvWarnings(columns, below, header, cut ? null : read.openQuote)];
  const kinds = (Object.keys(LINE_ENDS) as Dialect['eol'][]).filter((each) => ends.counts[each] > 0);
  const [first = '', second, third] = kinds.map((each) => `${LINE_ENDS[each]} (${ends.counts[each]})`);
  if (third !== undefined && second !== undefined)
    warnings.push(FILE_NOTES.allLineEnds({ first, second, third }));
  else if (second !== undefined) {
    const note = kinds.includes('\r') ? FILE_NOTES.carriageReturns : FILE_NOTES.bothLineEnds;
    warnings.push(note({ first, second }));
  }
  const longest = !whole && read.rows.length === 1;
  const values = columns.map((_, index) => below.map(({ cells }) => cells[index] ?? null));
  const isComma = hasDecimalCommas(values, separator);
  return {
    options: { ...dialect, header, encoding, format: 'csv' },
    columns: columns.map((name, index) => ({
      name,
      path: null,
      ...inferType(values[index] ?? [], isComma),
    })),
    rows: below.map(({ cells }) => cells),
    warnings,
    problem: longest ? FILE_NOTES.longLine() : null,
  };
}

function csvWarnings(
  columns: readonly string[],
  rows: readonly Row[],
  header: boolean,
  openQuote: number | null,
): string[] {
  const warnings: string[] = [];
  if (header && rows.length === 0) warnings.push(FILE_NOTES.headerAlone());
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of columns) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size > 0) warnings.push(FILE_NOTES.repeatedNames({ names: few([...repeated]) }));
  type Note = typeof FILE_NOTES.fewerColumns;
  const warnOf = (isOdd: (row: Row) => boolean, note: Note): void => {
    const odd = rows.find(isOdd);
    if (odd === undefined) return;
    warnings.push(note({ line: odd.line, columns: odd.cells.length, expected: columns.length }));
  };
  warnOf(({ cells }) => cells.length < columns.length, FILE_NOTES.fewerColumns);
  warnOf(({ cells }) => cells.length > columns.length, FILE_NOTES.moreColumns);
  if (openQuote !== null) warnings.push(FILE_NOTES.openQuote({ line: openQuote }));
  return warnings;
}
