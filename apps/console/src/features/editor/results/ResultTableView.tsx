/** The printed lists of a run as tables of any length, which the workspace sorts, filters, searches and measures. */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Pagination.layer.css';
import type { WorkspaceClient } from '@acacia/api-client';
import { RUN_BOUNDS, type RunTable } from '@acacia/contract';
import { ErrorState, formatNumber } from '@acacia/ui';
import { Button, Pagination, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff, IconChartBar, IconSearch, IconTable } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Suspense, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { CellDialog, type CellPlace } from './CellDialog.tsx';
import { CompareDialog, type OtherTable } from './CompareDialog.tsx';
import { CopyMenu, useCopy } from './CopyMenu.tsx';
import { cellsOf, moved, wholeView, type Selection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { FilterButton, FilterChips, type NamedFilter } from './TableFilters.tsx';
import { copyWhole, ROW, TableHead, TableRow } from './TableParts.tsx';
import { DownloadMenu } from './TableTools.tsx';
import { columnsOf } from './table-data.ts';
import classes from './results.module.css';
import { useRows, type RowsWanted, type StoredTable } from './useRows.ts';

const ResultChart = lazyPart(async () => (await import('./ResultChart.tsx')).ResultChart);

/** Pixels of the column with the numbers of the rows, which has room for the largest. */
const numberColumn = (rows: number): number => Math.max(64, 34 + 9 * formatNumber(rows).length);
/** Rows of one scroller: browsers give an element no more than some 17 million pixels. */
const SCROLLED = 500_000;
/** Milliseconds without a key after which the workspace is asked. */
const TYPED_MS = 250;
const NO_FILTERS: readonly NamedFilter[] = [];

const rowsText = (rows: number): string =>
  rows === 1 ? t`${formatNumber(rows)} row` : t`${formatNumber(rows)} rows`;

interface ResultTablesProps {
  readonly run: string;
  readonly tables: readonly RunTable[];
  readonly client: WorkspaceClient;
  /** Why rows are missing; null: none are. */
  readonly cut: string | null;
  /** Tables of other runs, with which one can be compared. */
  readonly others: readonly OtherTable[];
}

export function ResultTables({ run, tables, client, cut, others }: ResultTablesProps) {
  const [chosen, setChosen] = useState(0);
  const place = Math.min(chosen, tables.length - 1);
  const table = tables[place];
  const number = table?.table ?? 0;
  const stored = useMemo(() => ({ run, table: number, client }), [run, number, client]);
  if (table === undefined) return null;
  return (
    <TableView key={number} table={table} stored={stored} cut={cut} others={others}>
      <Select
        size="xs"
        w={260}
        aria-label="Printed result"
        allowDeselect={false}
        data={tables.map((each, i) => ({
          value: String(i),
          label: `${each.name} · ${rowsText(each.rows)}`,
        }))}
        value={String(place)}
        onChange={(value) => setChosen(Number(value))}
      />
    </TableView>
  );
}

interface TableViewProps {
  readonly table: RunTable;
  readonly stored: StoredTable;
  readonly cut: string | null;
  readonly others: readonly OtherTable[];
  /** First among the tools. */
  readonly children: ReactNode;
}

function TableView({ table, stored, cut, others, children }: TableViewProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [sort, setSort] = useState<RowsWanted['sort']>(null);
  /** Which part of the rows, and of the columns, is in the scroller. */
  const [part, setPart] = useState(0);
  const [column, setColumn] = useState(0);
  const [open, setOpen] = useState<CellPlace | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [charted, setCharted] = useState(false);
  const [comparing, setComparing] = useState(false);
  const wanted = useMemo(
    () => ({ sort, search, filters: filters.map(({ filter }) => filter), column }),
    [sort, search, filters, column],
  );
  /** Selected places are of one view. */
  const [selectedIn, setSelectedIn] = useState(wanted);
  if (selectedIn !== wanted) {
    setSelectedIn(wanted);
    setSelection(null);
    setPart(0);
  }
  const [total, setTotal] = useState(table.rows);
  const before = Math.min(part * SCROLLED, Math.max(0, total - 1));
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: Math.min(SCROLLED, total - before),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: ROW,
  });
  const items = virtual.getVirtualItems();
  const rows = useRows(stored, wanted, before + (items[0]?.index ?? 0), before + (items.at(-1)?.index ?? 0));
  if (rows.total !== undefined && rows.total !== total) setTotal(rows.total);
  const { columns: names, sample } = rows;
  const cellsOfSample = useMemo(() => sample.map(({ cells }) => cells), [sample]);
  const layout = useMemo(
    () => columnsOf(names, cellsOfSample, numberColumn(table.rows)),
    [names, cellsOfSample, table.rows],
  );
  const named = useMemo(() => names.map((name, i) => ({ column: column + i, name })), [names, column]);
  const copy = useCopy(stored, wanted);
  const bounds = { rows: total, firstColumn: column, columns: names.length };
  const cells = selection === null ? null : cellsOf(selection);
  const select = (at: Selection['focus'], extend: boolean) =>
    setSelection((now) => ({ anchor: extend && now !== null ? now.anchor : at, focus: at }));
  const selectRow = (row: number, extend: boolean) => {
    const last = { row, column: column + names.length - 1 };
    setSelection((now) => ({
      anchor: { row: extend && now !== null ? now.anchor.row : row, column },
      focus: last,
    }));
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === 'a' && total > 0) setSelection(wholeView(bounds));
    else if (
      isCommand &&
      event.key === 'c' &&
      cells !== null &&
      document.getSelection()?.isCollapsed !== false
    )
      copy.mutate({ cells, format: 'tsv', row: rows.row(cells.offset)?.row });
    else if (event.key === 'Escape' && selection !== null) setSelection(null);
    else {
      const start = { row: before + (items[0]?.index ?? 0), column };
      const next = isCommand ? null : moved(selection, event.key, event.shiftKey, bounds, start);
      if (next === null) return;
      setSelection(next);
      if (next.focus.row >= before && next.focus.row < before + SCROLLED)
        virtual.scrollToIndex(next.focus.row - before);
    }
    event.preventDefault();
  };
  const unsortable = table.unsortable
    ? t`A row of this result is larger than 8 MB: it can only be read, and saved as JSON.`
    : undefined;
  const all = { offset: 0, rows: Math.max(1, total), column, columns: Math.max(1, names.length) };
  const parts = Math.ceil(total / SCROLLED);
  const columnParts = Math.ceil(table.columns / RUN_BOUNDS.pageColumns);
  const grid = (
    <>
      <div
        ref={scroller}
        className={classes.grid}
        role="table"
        aria-label={table.name}
        aria-rowcount={total + 1}
        aria-colcount={table.columns + 1}
        aria-busy={rows.isFetching}
        tabIndex={0}
        onKeyDown={onKey}
        onCopy={copyWhole}
      >
        <TableHead
          {...{ names, layout, wanted, stored }}
          isFetching={rows.isFetching}
          unsortable={unsortable}
          onSort={(by) =>
            setSort((now) =>
              now?.column !== by
                ? { column: by, descending: false }
                : now.descending
                  ? null
                  : { column: by, descending: true },
            )
          }
        />
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map((item) => (
            <TableRow
              key={item.key}
              place={before + item.index}
              row={rows.row(before + item.index)}
              {...{ names, column, layout, cells, select, selectRow }}
              top={item.start - ROW}
              onOpen={setOpen}
            />
          ))}
        </div>
        {total === 0 && (
          <p className={classes.none}>
            {filters.length > 0
              ? 'No row passes search and filters.'
              : search === ''
                ? 'No rows.'
                : 'No row holds this text.'}
          </p>
        )}
      </div>
      {cells !== null && (
        <SelectionBar stored={stored} wanted={wanted} cells={cells} onClear={() => setSelection(null)} />
      )}
      {(parts > 1 || columnParts > 1) && (
        <div className={classes.tools}>
          {parts > 1 && (
            <Pagination
              size="xs"
              aria-label="Parts of the rows"
              total={parts}
              value={part + 1}
              onChange={(value) => setPart(value - 1)}
            />
          )}
          {columnParts > 1 && (
            <Select
              size="xs"
              w={220}
              aria-label="Columns shown"
              allowDeselect={false}
              data={Array.from({ length: columnParts }, (_, i) => {
                const first = i * RUN_BOUNDS.pageColumns;
                const last = Math.min(table.columns, first + RUN_BOUNDS.pageColumns);
                return {
                  value: String(first),
                  label: t`Columns ${formatNumber(first + 1)}–${formatNumber(last)}`,
                };
              })}
              value={String(column)}
              onChange={(value) => setColumn(Number(value))}
            />
          )}
        </div>
      )}
    </>
  );
  return (
    <div className={classes.table}>
      <div className={classes.tools}>
        {children}
        <TextInput
          size="xs"
          w={180}
          aria-label="Search rows"
          placeholder="Search rows"
          leftSection={<IconSearch size={14} />}
          value={typed}
          maxLength={500}
          disabled={table.unsortable}
          title={unsortable}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FilterButton
          columns={named}
          filters={filters}
          disabledReason={unsortable ?? (named.length === 0 ? t`The table has no columns.` : undefined)}
          onChange={setFilters}
        />
        {total !== table.rows && <span className={classes.cut}>{`${rowsText(total)} shown`}</span>}
        {cut !== null && <span className={classes.cut}>{cut}</span>}
        {table.unsortable && <span className={classes.cut}>{unsortable}</span>}
        <span style={{ flex: 1 }} />
        {!table.unsortable && table.rows > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={charted ? <IconTable size={14} /> : <IconChartBar size={14} />}
            onClick={() => setCharted(!charted)}
          >
            {charted ? 'Rows' : 'Chart'}
          </Button>
        )}
        {!table.unsortable && others.length > 0 && named.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowsDiff size={14} />}
            onClick={() => setComparing(true)}
          >
            Compare
          </Button>
        )}
        <CopyMenu stored={stored} wanted={wanted} cells={all} label="Copy" />
        <DownloadMenu stored={stored} wanted={wanted} shown={total} jsonOnly={table.unsortable} />
      </div>
      <FilterChips filters={filters} onChange={setFilters} />
      {rows.error !== null ? (
        <ErrorState compact what="The rows" error={rows.error} onRetry={rows.retry} />
      ) : charted ? (
        <Suspense fallback={null}>
          <ResultChart stored={stored} wanted={wanted} columns={named} sample={cellsOfSample} />
        </Suspense>
      ) : (
        grid
      )}
      {comparing && (
        <CompareDialog stored={stored} columns={named} others={others} onClose={() => setComparing(false)} />
      )}
      {open !== null && <CellDialog stored={stored} place={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
