/** A table whose rows the server finds, sorts and cuts into pages, by the state in the address. */
import { DASHBOARD_PAGE_SIZE } from '@acacia/contract';
import { Card, DataTable, type DataTableColumn } from '@acacia/ui';
import type { ReactNode } from 'react';
import type { ListState } from './useListState.ts';

interface ServerTableProps<Row> {
  readonly label: string;
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly list: ListState;
  readonly page: { readonly total: number; readonly items: readonly Row[] } | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Accessible name of the search. */
  readonly search: string;
  readonly exportName: string;
  readonly tools?: ReactNode;
  readonly empty: ReactNode;
}

export function ServerTable<Row extends object>({ list, page, search, ...table }: ServerTableProps<Row>) {
  return (
    <Card flush>
      <DataTable
        {...table}
        rows={page?.items}
        sort={list.sort}
        onSort={list.onSort}
        filter={{ label: search, ...list.find }}
        paging={{
          size: DASHBOARD_PAGE_SIZE,
          sizes: [DASHBOARD_PAGE_SIZE],
          page: list.page,
          onPage: list.onPage,
          total: page?.total ?? 0,
        }}
      />
    </Card>
  );
}
