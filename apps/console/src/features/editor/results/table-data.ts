/** Answers as tables: one for each printed value. */
import { csvOf as csvText, stringifyJson } from '@acacia/base';
import { formatValue } from '@acacia/ui';
import { asEdge, asVertex } from '../../workspace-tool/wire-graph.ts';
import type { Answer } from '../run/answers.ts';

export interface ResultTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Computed attributes (accumulators) come before stored ones. */
function computedFirst(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(attributes);
  const computed = entries.filter(([name]) => name.startsWith('@'));
  return Object.fromEntries([...computed, ...entries.filter(([name]) => !name.startsWith('@'))]);
}

/** Rows whose fields are known by name. */
function tableOf(
  name: string,
  first: readonly string[],
  rows: readonly Record<string, unknown>[],
): ResultTable {
  const columns = new Set(first);
  for (const row of rows) for (const key of Object.keys(row)) columns.add(key);
  const names = [...columns];
  return { name, columns: names, rows: rows.map((row) => names.map((column) => row[column])) };
}

function listTable(name: string, list: readonly unknown[]): ResultTable {
  const vertices = list.map(asVertex);
  if (vertices.every((vertex) => vertex !== null)) {
    const rows = vertices.map((vertex) => ({
      v_id: vertex.v_id,
      v_type: vertex.v_type,
      ...computedFirst(vertex.attributes),
    }));
    return tableOf(name, ['v_id', 'v_type'], rows);
  }
  const edges = list.map(asEdge);
  if (edges.every((edge) => edge !== null)) {
    const rows = edges.map(({ attributes, directed, ...edge }) => ({ ...edge, directed, ...attributes }));
    return tableOf(name, ['e_type', 'from_type', 'from_id', 'to_type', 'to_id', 'directed'], rows);
  }
  if (list.every(isObject)) return tableOf(name, [], list);
  return { name, columns: ['value'], rows: list.map((value) => [value]) };
}

/** A table for each list; single values share one table. */
export function tablesOf(answers: readonly Answer[]): readonly ResultTable[] {
  const tables: ResultTable[] = [];
  const single: (readonly [string, unknown])[] = [];
  for (const answer of answers) {
    for (const result of answer.results) {
      for (const [name, value] of Object.entries(result)) {
        if (Array.isArray(value)) tables.push(listTable(name, value));
        else if (isObject(value) && asVertex(value) === null && asEdge(value) === null) {
          const entries = Object.entries(value);
          tables.push({ name, columns: ['key', 'value'], rows: entries });
        } else single.push([name, value]);
      }
    }
  }
  return single.length === 0
    ? tables
    : [...tables, { name: 'Values', columns: ['name', 'value'], rows: single }];
}

export const rowCount = (tables: readonly ResultTable[]): number =>
  tables.reduce((sum, table) => sum + table.rows.length, 0);

/** Full text of a cell; integers in full, collections as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Displayed text of a cell: as `cellText`, with numbers rounded for reading. */
export const shownText = (value: unknown): string => (isNumber(value) ? formatValue(value) : cellText(value));

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function compare(a: unknown, b: unknown): number {
  const emptyA = a === null || a === undefined || a === '';
  const emptyB = b === null || b === undefined || b === '';
  if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  return collator.compare(cellText(a), cellText(b));
}
const collator = new Intl.Collator('en', { numeric: true });

/** Pixels that a column keeps where there is no room for all of it. */
const ROOM = 360;
const LEAST = 84;
/** Rows looked at for a column's width and kind. */
const SAMPLE = 60;
/** Inner margins of a cell, and the mark of the order in its head. */
const MARGINS = 28;

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

interface Columns {
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
export function columnsOf(table: ResultTable, before: number): Columns {
  const sample = table.rows.slice(0, SAMPLE);
  const tracks = table.columns.map((column, i) => {
    const wanted = sample.reduce(
      (most, row) => Math.max(most, widthOf(shownText(row[i]))),
      widthOf(column) + 18,
    );
    const full = Math.ceil(Math.max(LEAST, wanted + MARGINS));
    return { least: Math.min(ROOM, full), full };
  });
  const numeric = table.columns.map((_, i) => {
    const values = sample.map((row) => row[i]).filter((value) => value !== null && value !== undefined);
    return values.length > 0 && values.every(isNumber);
  });
  const template = tracks.map(({ least, full }) => `minmax(${least}px, ${full}px)`);
  return {
    template: `${before}px ${template.join(' ')} 1fr`,
    least: tracks.reduce((sum, { least }) => sum + least, before),
    numeric,
  };
}

/** Places of the rows in the order of a column; empty cells last either way. */
export function orderOf(table: ResultTable, column: number, descending: boolean): Int32Array {
  const order = Int32Array.from(table.rows.keys());
  const sign = descending ? -1 : 1;
  return order.sort((a, b) => {
    const x = table.rows[a]?.[column];
    const y = table.rows[b]?.[column];
    const hasNone = (value: unknown) => value === null || value === undefined || value === '';
    return hasNone(x) || hasNone(y) ? compare(x, y) : sign * compare(x, y) || a - b;
  });
}

export function csvOf(table: ResultTable): string {
  const cell = (value: unknown) => (isNumber(value) || typeof value === 'string' ? value : cellText(value));
  return csvText([table.columns, ...table.rows.map((row) => row.map(cell))]);
}

/** The table as tab-separated text, which spreadsheets paste as cells. */
export function tsvOf(table: ResultTable): string {
  const cell = (value: unknown) => cellText(value).replace(/[\t\r\n]+/g, ' ');
  return [table.columns, ...table.rows].map((row) => row.map(cell).join('\t')).join('\n');
}
