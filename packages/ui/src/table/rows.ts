/** Computes the rows that a table shows, in order: filter, sort, unfold, page. Nothing here draws. */
import type { CsvCell } from '@acacia/base';
import type { DataTableColumn, SortValue, TableSort } from './columns.ts';

/** Rows below a row, e.g. the snapshots of a database. */
export type ChildRows<Row> = (row: Row) => readonly Row[];

/** A row in the table: its depth, and whether the rows below it are shown. */
export interface PlacedRow<Row> {
  readonly row: Row;
  readonly key: string;
  readonly depth: number;
  /** Null when it cannot be toggled: it has no rows below, or is shown only because some of them match. */
  readonly open: boolean | null;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Numbers in texts count as numbers; nothing comes last. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return a < b ? -1 : 1;
}

/** The rows in the order of a column; rows with nothing in it stay last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  sort: TableSort | null,
): readonly Row[] {
  const sortBy = columns.find((column) => column.id === sort?.id)?.sortBy;
  if (sort === null || sortBy === undefined) return rows;
  const sign = sort.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((a, b) => {
      const order = compareValues(a.value, b.value);
      return a.value === null || b.value === null ? order : sign * order;
    })
    .map(({ row }) => row);
}

/** The text of a column in a row; null when it has none, e.g. a column of buttons. */
function wordsOf<Row>(column: DataTableColumn<Row>, row: Row): string | null {
  if (column.text !== undefined) return column.text(row);
  const value = column.sortBy?.(row);
  return value === undefined || value === null ? null : String(value);
}

/**
 * Finds rows that hold every word, in any of their columns. A matching row stays with all rows below it; another row
 * stays where a row below it matches.
 */
export function rowFilter<Row>(
  columns: readonly DataTableColumn<Row>[],
  filter: string,
): ((row: Row) => boolean) | null {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return (row) => {
    const text = columns
      .map((column) => wordsOf(column, row) ?? '')
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

interface View<Row> {
  readonly columns: readonly DataTableColumn<Row>[];
  readonly sort: TableSort | null;
  readonly filter: string;
  readonly childRows: ChildRows<Row> | undefined;
  readonly rowKey: (row: Row) => string;
  readonly isOpen: (key: string) => boolean;
}

/** A row of the first level that is shown, with those below it in their places. */
export interface RowGroup<Row> {
  readonly row: Row;
  readonly placed: readonly PlacedRow<Row>[];
}

/** Filtered, sorted and unfolded rows; one group for each row of the first level, by which pages are counted. */
export function viewRows<Row>(rows: readonly Row[], view: View<Row>): readonly RowGroup<Row>[] {
  const matches = rowFilter(view.columns, view.filter);
  const below = view.childRows ?? (() => []);
  const kept = (row: Row): boolean => matches === null || matches(row) || below(row).some(kept);
  const place = (row: Row, depth: number, into: PlacedRow<Row>[]): void => {
    const children = below(row);
    const self = matches === null || matches(row);
    const shown = self ? children : children.filter(kept);
    const key = view.rowKey(row);
    const open = children.length === 0 || !self ? null : view.isOpen(key);
    into.push({ row, key, depth, open });
    if (open === false) return;
    for (const child of sortRows(shown, view.columns, view.sort)) place(child, depth + 1, into);
  };
  return sortRows(rows.filter(kept), view.columns, view.sort).map((row) => {
    const placed: PlacedRow<Row>[] = [];
    place(row, 0, placed);
    return { row, placed };
  });
}

/** The header and the cells for an export: of every column that has a text or a number. */
export function csvRows<Row>(
  rows: Iterable<Row>,
  columns: readonly DataTableColumn<Row>[],
): readonly (readonly CsvCell[])[] {
  const written = columns.filter((column) => column.text !== undefined || column.sortBy !== undefined);
  const cell = (column: DataTableColumn<Row>, row: Row): CsvCell => {
    const value = column.sortBy?.(row);
    // A number is worth more to a spreadsheet than its words.
    return typeof value === 'number' || typeof value === 'bigint' ? value : wordsOf(column, row);
  };
  return [
    written.map((column) => column.header),
    ...Array.from(rows, (row) => written.map((column) => cell(column, row))),
  ];
}

/** A row and all below it, open or not. */
export function* withDescendants<Row>(row: Row, childRows: ChildRows<Row> | undefined): Generator<Row> {
  yield row;
  for (const child of childRows?.(row) ?? []) yield* withDescendants(child, childRows);
}

/** Number of pages; at least one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
