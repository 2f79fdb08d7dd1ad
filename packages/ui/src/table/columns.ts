/** What a table is made of. */
import type { ReactNode } from 'react';

export type SortValue = string | number | bigint | boolean | null;

export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column sorts by; a column without it does not sort. */
  readonly sortBy?: (row: Row) => SortValue;
  /** What the filter looks in and an export writes, where it is not what the column sorts by. */
  readonly text?: (row: Row) => string;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  /** A CSS length. */
  readonly width?: string;
  /** The head is there for screen readers alone, e.g. over buttons. */
  readonly hideHeader?: boolean;
}

export interface TableSort {
  readonly id: string;
  readonly desc: boolean;
}
