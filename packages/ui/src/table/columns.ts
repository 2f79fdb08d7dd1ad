/** Columns of a table. */
import type { ReactNode } from 'react';

export type SortValue = string | number | bigint | boolean | null;

export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The column's sort key; a column without it does not sort. */
  readonly sortBy?: (row: Row) => SortValue;
  /** The column's text for the filter and an export, where it is not the sort key. */
  readonly text?: (row: Row) => string;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  /** A CSS length. */
  readonly width?: string;
  /** The header is only for screen readers, e.g. over buttons. */
  readonly hideHeader?: boolean;
}

export interface TableSort {
  readonly id: string;
  readonly desc: boolean;
}
