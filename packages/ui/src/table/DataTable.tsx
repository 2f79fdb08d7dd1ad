/**
 * The one table: sorts by its headers, keeps its shape while loading, says why it is empty. Optional: a filter, pages,
 * nested rows, selection of rows, an export, and a header that stays in sight over very many rows.
 */
import { t } from '@acacia/texts';
import { useState, type ReactNode } from 'react';
import { errorText } from '../format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { Notice } from '../Notice.tsx';
import type { DataTableColumn, TableSort } from './columns.ts';
import classes from './DataTable.module.css';
import type { TableFilter, TablePaging, TableSelection, TableTree } from './options.ts';
import { SkeletonRows, TableRows } from './TableBody.tsx';
import { TableColumns, TableHead } from './TableHead.tsx';
import { TablePages } from './TablePages.tsx';
import { TableTools } from './TableTools.tsx';
import { useTableView } from './useTableView.ts';

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly DataTableColumn<Row>[];
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Name of a row for its checkbox and its toggle; its key otherwise. */
  readonly rowName?: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  readonly initialSort?: TableSort;
  /** With `onSort`: the caller keeps the order, e.g. in the address. */
  readonly sort?: TableSort | null;
  readonly onSort?: (sort: TableSort | null) => void;
  /** Number of skeleton rows while `rows` is undefined. */
  readonly loadingRows?: number;
  /** Why the rows could not be read; those read before stay. */
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly filter?: TableFilter;
  readonly paging?: TablePaging;
  readonly tree?: TableTree<Row>;
  readonly selection?: TableSelection<Row>;
  /** Name of the exported file without its ending; without it there is no export. */
  readonly exportName?: string;
  /** Stand beside the filter, e.g. actions on the chosen rows. */
  readonly tools?: ReactNode;
  /** Pixels. The rows scroll below a head that stays; of very many only those in sight are in the document. */
  readonly maxHeight?: number;
}

/** Length that a column without one is given where columns must not jump. */
const WIDTH = '150px';

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowName = rowKey, empty, error, onRetry, tree, selection } = props;
  const { loadingRows = 5, filter, paging, exportName, tools, maxHeight } = props;
  const view = useTableView(props);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const failed = error !== undefined && error !== null;

  if (rows === undefined && failed) {
    return <ErrorState compact error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
  }
  const nothing = rows !== undefined && view.filter === '' && rows.length === 0 && view.total === 0;
  const { shown } = view;
  const fixed = paging !== undefined || maxHeight !== undefined;
  return (
    <div className={classes.whole}>
      {(tools !== undefined || (!nothing && (filter !== undefined || exportName !== undefined))) && (
        <TableTools
          filter={nothing ? undefined : filter}
          filterText={view.filterText}
          onFilter={view.setFilter}
          found={view.filter === '' ? null : view.total}
          exportName={nothing ? undefined : exportName}
          exportLabel={view.partial ? t`Export page as CSV` : t`Export as CSV`}
          onExport={view.csv}
        >
          {tools}
        </TableTools>
      )}
      {failed && (
        <div className={classes.stale}>
          <Notice tone="negative" title="This could not be refreshed">
            {errorText(error)}
          </Notice>
        </div>
      )}
      {nothing ? (
        empty
      ) : shown?.length === 0 ? (
        <EmptyState
          compact
          {...(view.filter === ''
            ? { title: t`Nothing on this page`, description: t`Rows have gone since it was chosen.` }
            : {
                title: filter?.nothing ?? t`Nothing matches “${view.filter}”`,
                description: t`Other words may find what you look for.`,
              })}
        />
      ) : (
        <div
          ref={setScroller}
          className={classes.scroll}
          style={maxHeight === undefined ? undefined : { maxHeight, overflowY: 'auto' }}
          role="region"
          aria-label={label}
          tabIndex={0}
        >
          <table
            className={classes.table}
            data-fixed={fixed || undefined}
            data-sticky={maxHeight !== undefined || undefined}
            style={fixed ? { minWidth: leastWidth(columns) } : undefined}
            aria-busy={rows === undefined}
            aria-rowcount={shown === undefined ? undefined : view.rowCount}
          >
            <caption className={classes.unseen}>{label}</caption>
            <TableColumns columns={columns} selectable={selection !== undefined} />
            <TableHead
              columns={columns}
              sort={view.sort}
              sorts={view.sorts}
              onSort={view.sortBy}
              rows={view.selectable}
              rowKey={rowKey}
              selection={selection}
            />
            {shown === undefined ? (
              <SkeletonRows columns={columns} rows={loadingRows} selectable={selection !== undefined} />
            ) : (
              <TableRows
                rows={shown}
                firstRow={view.firstRow}
                scrolls={maxHeight !== undefined}
                scroller={scroller}
                columns={columns}
                rowName={rowName}
                tree={tree}
                selection={selection}
                onTurn={view.turn}
              />
            )}
          </table>
          {rows === undefined && <div role="status" aria-label={`Loading ${label}`} aria-busy="true" />}
        </div>
      )}
      {view.pages !== null && !nothing && <TablePages label={label} {...view.pages} />}
    </div>
  );
}

function leastWidth<Row>(columns: readonly DataTableColumn<Row>[]): string {
  return `calc(${columns.map((column) => column.width ?? WIDTH).join(' + ')})`;
}
