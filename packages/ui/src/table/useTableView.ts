/** State of a table: its filter, order and page, kept here or by the caller, and the rows that follow from them. */
import { csvOf } from '@acacia/base';
import { useUncontrolled } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState } from 'react';
import type { TableSort } from './columns.ts';
import type { DataTableProps } from './DataTable.tsx';
import type { PagesProps } from './TablePages.tsx';
import { csvRows, pageCount, viewRows, withDescendants, type PlacedRow } from './rows.ts';

const SIZES: readonly number[] = [10, 25, 50, 100];
const SIZE = 25;

/** An order by one column after a click on its head: up, down, as given. */
function nextSort(sort: TableSort | null, id: string): TableSort | null {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? null : { id, desc: true };
}

interface TableView<Row> {
  /** The text in the filter's field, and the text by which rows are filtered shortly after. */
  readonly filterText: string;
  readonly filter: string;
  readonly setFilter: (text: string) => void;
  readonly sort: TableSort | null;
  readonly sortBy: (id: string) => void;
  /** Whether any column sorts. */
  readonly sorts: boolean;
  /** Rows of the first level that match. */
  readonly total: number;
  /** The rows given are one page of more. */
  readonly partial: boolean;
  /** Rows of the first level that match, on every page that is here. */
  readonly selectable: readonly Row[];
  /** The rows of the page, unfolded where someone did so; undefined while they load. */
  readonly shown: readonly PlacedRow<Row>[] | undefined;
  /** Unfolds a row, or folds it again. */
  readonly turn: (key: string) => void;
  /** Place of the page's first row among all. */
  readonly firstRow: number;
  /** Number of rows including the header, shown or not, for screen readers. */
  readonly rowCount: number;
  readonly pages: PagesProps | null;
  readonly csv: () => string;
}

const NO_ROWS: readonly never[] = [];

export function useTableView<Row>(props: DataTableProps<Row>): TableView<Row> {
  const { columns, rows = NO_ROWS, rowKey, tree, paging, filter } = props;
  const [filterText, changeFilter] = useUncontrolled({
    value: filter?.value,
    defaultValue: '',
    onChange: filter?.onChange,
  });
  const [sort, setSort] = useUncontrolled<TableSort | null>({
    value: props.sort,
    defaultValue: props.initialSort ?? null,
    onChange: props.onSort,
  });
  const [size, changeSize] = useUncontrolled({
    value: paging?.onSize === undefined ? undefined : (paging.size ?? SIZE),
    defaultValue: paging?.size ?? SIZE,
    onChange: paging?.onSize,
  });
  const [wantedPage, setPage] = useUncontrolled({
    value: paging?.onPage === undefined ? undefined : (paging.page ?? 1),
    defaultValue: paging?.page ?? 1,
    onChange: paging?.onPage,
  });

  const paged = paging !== undefined;
  const remote = paging?.total !== undefined;
  const deferred = useDeferredValue(filterText).trim();
  const words = filter === undefined || remote ? '' : deferred;
  const order = remote ? null : sort;
  const childRows = tree?.of;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => {
    const isOpen = (key: string): boolean => opened.has(key);
    return viewRows(rows, { columns, sort: order, filter: words, childRows, rowKey, isOpen });
  }, [rows, columns, order, words, childRows, rowKey, opened]);
  const matching = useMemo(() => groups.map((group) => group.row), [groups]);

  const total = paging?.total ?? matching.length;
  const count = pageCount(total, size);
  // Rows may have gone since the page was chosen.
  const page = Math.min(Math.max(1, wantedPage), count);
  const firstRow = paged ? (page - 1) * size : 0;
  const shown = useMemo(
    () =>
      (paged && !remote ? groups.slice(firstRow, firstRow + size) : groups).flatMap((group) => group.placed),
    [groups, paged, remote, firstRow, size],
  );
  const first = (): void => {
    if (paged && wantedPage !== 1) setPage(1);
  };

  return {
    filterText,
    filter: deferred,
    setFilter: (text) => {
      changeFilter(text);
      first();
    },
    sort,
    sorts: !remote || props.onSort !== undefined,
    sortBy: (id) => {
      setSort(nextSort(sort, id));
      first();
    },
    total,
    partial: remote && total > rows.length,
    selectable: matching,
    shown: props.rows === undefined ? undefined : shown,
    turn: (key) => {
      const next = new Set(opened);
      if (!next.delete(key)) next.add(key);
      setOpened(next);
    },
    firstRow,
    rowCount: (paged ? Math.max(total, shown.length) : shown.length) + 1,
    pages: paged
      ? {
          total,
          page,
          size,
          count,
          sizes: paging.sizes ?? SIZES,
          onPage: setPage,
          onSize: (next) => {
            changeSize(next);
            // The first row in sight stays in sight.
            setPage(Math.floor(firstRow / next) + 1);
          },
        }
      : null,
    csv: () => {
      const all = matching.flatMap((row) => [...withDescendants(row, childRows)]);
      return csvOf(csvRows(all, columns));
    },
  };
}
