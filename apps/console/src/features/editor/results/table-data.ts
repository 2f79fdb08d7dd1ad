/** Cells and columns of a table of results, as they are shown. */
import { stringifyJson } from '@acacia/base';
import type { RunPageCell } from '@acacia/contract';
import { formatValue } from '@acacia/ui';

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Full text of a cell; integers in full, collections as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Displayed text of a cell: numbers are rounded for reading. */
export const shownText = (value: unknown): string => (isNumber(value) ? formatValue(value) : cellText(value));

/** Pixels that a column keeps where there is no room for all of it. */
const ROOM = 360;
const LEAST = 84;
/** Rows looked at for a column's width and kind. */
const SAMPLE = 60;
/** Inner margins of a cell, and the marks in its head. */
const MARGINS = 28;
const MARKS = 40;

/** Pixels of a text at 13 px, rather too many than too few. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text.slice(0, 300)) {
    width += /[ilj.,:;|'! ]/.test(sign)
      ? 4.4
      : /[MW@%—]|[^\0-ÿ]/.test(sign)
        ? 13
        : /[\dA-Zmw]/.test(sign)
          ? 9
          : 7.6;
  }
  return width;
}

export interface Columns {
  /** `grid-template-columns`. */
  readonly template: string;
  /** Pixels below which the table scrolls. */
  readonly least: number;
  readonly numeric: readonly boolean[];
}

/**
 * Columns as wide as the content of the first rows. Long ones are cut only where the table has no room for them; spare
 * width stays empty at the end.
 *
 * @param before width of the space before the first column, in pixels
 */
export function columnsOf(
  names: readonly string[],
  rows: readonly (readonly RunPageCell[])[],
  before: number,
): Columns {
  const sample = rows.slice(0, SAMPLE);
  const tracks = names.map((name, i) => {
    const wanted = sample.reduce(
      (most, row) => Math.max(most, widthOf(shownText(row[i] ?? null))),
      widthOf(name) + MARKS,
    );
    const full = Math.ceil(Math.max(LEAST, wanted + MARGINS));
    return { least: Math.min(ROOM, full), full };
  });
  const numeric = names.map((_, i) => {
    const values = sample.map((row) => row[i] ?? null).filter((value) => value !== null);
    return values.length > 0 && values.every(isNumber);
  });
  const template = tracks.map(({ least, full }) => `minmax(${least}px, ${full}px)`);
  return {
    template: `${before}px ${template.join(' ')} 1fr`,
    least: tracks.reduce((sum, { least }) => sum + least, before),
    numeric,
  };
}
/** Rows as tab-separated text, which spreadsheets paste as cells. */
export function tsvOf(columns: readonly string[], rows: readonly (readonly RunPageCell[])[]): string {
  const cell = (value: RunPageCell) => cellText(value).replace(/[\t\r\n]+/g, ' ');
  return [columns, ...rows].map((row) => row.map(cell).join('\t')).join('\n');
}
