/** What a table can be given beyond columns and rows. */

export interface TableFilter {
  /** E.g. `Filter databases`. */
  readonly label: string;
  /** With `onChange`: kept outside, e.g. in the address. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export interface TablePaging {
  /** Rows a page (at first, without `onSize`). */
  readonly size?: number;
  readonly onSize?: (size: number) => void;
  /** Sizes to choose from. */
  readonly sizes?: readonly number[];
  /** From 1. With `onPage`: kept outside. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  /**
   * How many rows there are, when the rows given are one page of the server's: those are neither filtered nor
   * cut here, and sorted only by who takes `onSort`.
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
  /** What they are, e.g. `snapshots`. */
  readonly what: string;
}
