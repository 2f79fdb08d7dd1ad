/** The one table: sorts by its heads, keeps its shape while loading, says why it is empty. */
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import { TableSkeleton } from './Skeletons.tsx';

type SortValue = string | number | bigint | boolean | null;

export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column sorts by; a column without it does not sort. */
  readonly sortBy?: (row: Row) => SortValue;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  /** CSS width. */
  readonly width?: string;
  /** The head is there for screen readers alone, e.g. over buttons. */
  readonly hideHeader?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  readonly initialSort?: { readonly id: string; readonly desc: boolean };
  /** While `rows` is undefined as many grey rows are drawn. */
  readonly loadingRows?: number;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

function compare(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en', { numeric: true });
  return a < b ? -1 : 1;
}

const SORT_WORD = { asc: 'ascending', desc: 'descending' } as const;

export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  initialSort,
  loadingRows = 5,
}: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<SortingState>(initialSort === undefined ? [] : [{ ...initialSort }]);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => {
        const { sortBy } = column;
        return {
          id: column.id,
          header: column.header,
          enableSorting: sortBy !== undefined,
          accessorFn: (row: Row) => sortBy?.(row) ?? null,
          sortFn: (a, b) => (sortBy === undefined ? 0 : compare(sortBy(a.original), sortBy(b.original))),
        };
      }),
    [columns],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { sorting },
    onSortingChange: setSorting,
  });

  if (rows === undefined) return <TableSkeleton rows={loadingRows} label={`Loading ${label}`} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = byId.get(header.column.id);
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-align={column?.align}
                    style={column?.width === undefined ? undefined : { width: column.width }}
                    aria-sort={sorted === false ? undefined : SORT_WORD[sorted]}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className={classes.sort}
                        data-sorted={sorted === false ? undefined : sorted}
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        {column?.header}
                        <span aria-hidden="true" className={classes.arrow}>
                          {sorted === 'asc' ? (
                            <IconArrowUp size={13} />
                          ) : sorted === 'desc' ? (
                            <IconArrowDown size={13} />
                          ) : (
                            <IconArrowsSort size={13} />
                          )}
                        </span>
                      </button>
                    ) : (
                      <span className={column?.hideHeader === true ? classes.unseen : undefined}>
                        {column?.header}
                      </span>
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
