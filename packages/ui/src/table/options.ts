/** Options of a table beyond columns and rows. */

export interface TableFilter {
  /** E.g. `Filter databases`. */
  readonly label: string;
  /** With `onChange`: the caller keeps it, e.g. in the address. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** Title in place of the rows when none matches. */
  readonly nothing?: string;
}

export interface TablePaging {
  /** Rows a page (at first, without `onSize`). */
  readonly size?: number;
  readonly onSize?: (size: number) => void;
  /** Sizes to choose from. */
  readonly sizes?: readonly number[];
  /** Counts from 1. With `onPage`: the caller keeps it. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  /**
   * Number of all rows, when the rows given are one page of the server's: those are neither filtered nor cut here, and
   * sorted only by a caller with `onSort`.
   */
  readonly total?: number;
}

/** Choosing rows of the first level by their keys. */
export interface TableSelection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Why a row cannot be chosen; undefined when it can. */
  readonly disabledReason?: (row: Row) => string | undefined;
}

/** Rows that unfold below a row. */
export interface TableTree<Row> {
  readonly of: (row: Row) => readonly Row[];
  /** Name of the rows, e.g. `snapshots`. */
  readonly what: string;
}
