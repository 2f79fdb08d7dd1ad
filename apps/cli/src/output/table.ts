/** Tables of text. */
import { stringifyJson } from '@acacia/base';
import { printable } from '../terminal.ts';

type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value in one line. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return printable(text.replaceAll(/\s+/g, ' '));
}

const GAP = '  ';
const segments = new Intl.Segmenter();
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns of the screen that a text takes. */
const widthOf = (text: string): number =>
  [...segments.segment(text)].reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0);

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Columns that tell rows apart come first. */
const FIRST = [/^(name|tag|email|title|key_name|username)$/i, /status$/, /^id$|_id$/i];

function rankOf(name: string): number {
  const found = FIRST.findIndex((each) => each.test(name));
  return found === -1 ? FIRST.length : found;
}

/** The columns of a list: those with a value of their own in any row, the telling ones first. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const filled = [...names].filter((name) =>
    rows.some(
      (row) =>
        row[name] !== undefined && row[name] !== null && row[name] !== '' && typeof row[name] !== 'object',
    ),
  );
  const list = filled.length === 0 ? [...names] : filled;
  return list.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** @param screen columns of the screen; a column that does not fit is left out, and so are those behind it */
function fitting(columns: readonly string[], rows: readonly Row[], screen: number): string[] {
  let left = screen;
  const kept = columns.filter((name) => {
    left -= Math.max(widthOf(name), ...rows.map((row) => widthOf(cellOf(row[name])))) + GAP.length;
    return left >= -GAP.length;
  });
  return kept.length === 0 ? columns.slice(0, 1) : kept;
}

/**
 * @param chosen columns; undefined: those that fit
 * @param screen columns of the screen
 */
export function tableOf(rows: readonly Row[], chosen: readonly string[] | undefined, screen: number): string {
  if (rows.length === 0) return 'Nothing found.';
  const columns = chosen ?? fitting(columnsOf(rows), rows, screen);
  return lines(
    columns.map((name) => name.toUpperCase()),
    rows.map((row) => columns.map((name) => cellOf(row[name]))),
  );
}

/** One thing: a line for each of its fields. */
export function fieldsTable(row: Row, chosen: readonly string[] | undefined): string {
  const entries = (chosen ?? Object.keys(row)).map((name) => [name, cellOf(row[name])] as const);
  const width = Math.max(0, ...entries.map(([name]) => widthOf(name)));
  return entries.map(([name, value]) => `${padded(name, width)}${GAP}${value}`.trimEnd()).join('\n');
}
