/** The printed lists of a run as tables of any length, which the workspace sorts and searches. */
import type { WorkspaceClient } from '@acacia/api-client';
import { RUN_BOUNDS, type RunPageCell, type RunTable } from '@acacia/contract';
import { ErrorState, formatNumber } from '@acacia/ui';
import { Loader, Pagination, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ClipboardEvent } from 'react';
import { CellDialog, type CellPlace } from './CellDialog.tsx';
import { ColumnFacts } from './ColumnFacts.tsx';
import classes from './results.module.css';
import { cellText, columnsOf, isNumber, shownText } from './table-data.ts';
import { TableTools } from './TableTools.tsx';
import { useRows, type RowsWanted, type StoredTable } from './useRows.ts';

const ROW = 32;
/** Pixels of the column with the numbers of the rows, which has room for the largest. */
const numberColumn = (rows: number): number => Math.max(64, 34 + 9 * formatNumber(rows).length);
/** Rows of one scroller: browsers give an element no more than some 17 million pixels. */
const SCROLLED = 500_000;
/** Milliseconds without a key after which the workspace is asked. */
const TYPED_MS = 250;

const rowsText = (rows: number): string => `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;

interface ResultTablesProps {
  readonly run: string;
  readonly tables: readonly RunTable[];
  readonly client: WorkspaceClient;
  /** Why rows are missing; null: none are. */
  readonly cut: string | null;
}

export function ResultTables({ run, tables, client, cut }: ResultTablesProps) {
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const place = Math.min(chosen, tables.length - 1);
  const table = tables[place];
  const number = table?.table ?? 0;
  const stored = useMemo(() => ({ run, table: number, client }), [run, number, client]);
  if (table === undefined) return null;
  return (
    <div className={classes.table}>
      <div className={classes.tools}>
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
        <TextInput
          size="xs"
          w={200}
          aria-label="Search rows"
          placeholder="Search rows"
          leftSection={<IconSearch size={14} />}
          value={typed}
          maxLength={500}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {cut !== null && <span className={classes.cut}>{cut}</span>}
        <span style={{ flex: 1 }} />
        <TableTools stored={stored} rows={table.rows} columns={table.columns} />
      </div>
      <TableGrid key={number} table={table} stored={stored} search={search} />
    </div>
  );
}

interface TableGridProps {
  readonly table: RunTable;
  readonly stored: StoredTable;
  readonly search: string;
}

function TableGrid({ table, stored, search }: TableGridProps) {
  const [sort, setSort] = useState<RowsWanted['sort']>(null);
  /** Which part of the rows, and of the columns, is in the scroller. */
  const [part, setPart] = useState(0);
  const [column, setColumn] = useState(0);
  const [open, setOpen] = useState<CellPlace | null>(null);
  const wanted = useMemo(() => ({ sort, search, column }), [sort, search, column]);
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
  const layout = useMemo(
    () =>
      columnsOf(
        names,
        sample.map(({ cells }) => cells),
        numberColumn(table.rows),
      ),
    [names, sample, table.rows],
  );
  const sortBy = (by: number) => {
    setPart(0);
    setSort((now) =>
      now?.column !== by
        ? { column: by, descending: false }
        : now.descending
          ? null
          : { column: by, descending: true },
    );
  };
  if (rows.error !== null)
    return <ErrorState compact what="The rows" error={rows.error} onRetry={rows.retry} />;
  const columns = { gridTemplateColumns: layout.template, width: `max(100%, ${layout.least}px)` };
  const parts = Math.ceil(total / SCROLLED);
  const columnParts = Math.ceil(table.columns / RUN_BOUNDS.pageColumns);
  return (
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
        onCopy={copyWhole}
      >
        <div role="rowgroup">
          <div className={classes.head} role="row" style={columns}>
            <span role="columnheader" className={`${classes.cell} ${classes.rowNumber}`}>
              {rows.isFetching ? <Loader size={12} aria-label="Reading rows" /> : '#'}
            </span>
            {names.map((name, i) => {
              const mine = sort?.column === column + i ? sort : null;
              return (
                <span
                  key={`${column + i}`}
                  role="columnheader"
                  className={classes.columnHead}
                  aria-colindex={column + i + 2}
                  aria-sort={mine === null ? undefined : mine.descending ? 'descending' : 'ascending'}
                >
                  <button
                    type="button"
                    className={classes.sort}
                    data-number={layout.numeric[i] || undefined}
                    onClick={() => sortBy(column + i)}
                  >
                    {name}
                    {mine !== null &&
                      (mine.descending ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />)}
                  </button>
                  <ColumnFacts stored={stored} column={column + i} name={name} />
                </span>
              );
            })}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map((item) => {
            const row = rows.row(before + item.index);
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={before + item.index + 2}
                className={classes.row}
                style={{ ...columns, height: ROW, transform: `translateY(${item.start - ROW}px)` }}
              >
                <span role="cell" className={`${classes.cell} ${classes.rowNumber}`}>
                  {formatNumber((row?.row ?? before + item.index) + 1)}
                </span>
                {names.map((name, i) => (
                  <Cell
                    key={`${column + i}`}
                    value={row?.cells[i] ?? null}
                    cut={row?.cut[String(i)]}
                    onOpen={() => row !== undefined && setOpen({ row: row.row, column: column + i, name })}
                  />
                ))}
              </div>
            );
          })}
        </div>
        {total === 0 && (
          <p className={classes.none}>{search === '' ? 'No rows.' : 'No row holds this text.'}</p>
        )}
      </div>
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
                  label: `Columns ${formatNumber(first + 1)}–${formatNumber(last)}`,
                };
              })}
              value={String(column)}
              onChange={(value) => setColumn(Number(value))}
            />
          )}
        </div>
      )}
      {open !== null && <CellDialog stored={stored} place={open} onClose={() => setOpen(null)} />}
    </>
  );
}

interface CellProps {
  readonly value: RunPageCell;
  /** Length of the whole text, when it is cut. */
  readonly cut: number | undefined;
  readonly onOpen: () => void;
}

/** A double click opens the whole value; a text that is cut has a button for it. */
function Cell({ value, cut, onOpen }: CellProps) {
  const whole = cellText(value);
  const text = shownText(value);
  return (
    <span
      role="cell"
      className={classes.cell}
      data-number={isNumber(value) || undefined}
      title={cut === undefined && (whole.length > 20 || whole !== text) ? whole : undefined}
      onDoubleClick={onOpen}
    >
      {cut === undefined ? (
        text
      ) : (
        <button type="button" className={classes.whole} onClick={onOpen}>
          {`${text.slice(0, 120)}… (${formatNumber(cut)} characters)`}
        </button>
      )}
    </span>
  );
}

/** Copying within one cell copies its whole value, even where the cell shows it rounded or shortened. */
function copyWhole(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  const cellOf = (node: Node | null = null) =>
    node?.parentElement?.closest<HTMLElement>('[role="cell"]') ?? null;
  const cell = cellOf(selection?.anchorNode);
  if (cell === null || cell !== cellOf(selection?.focusNode) || cell.title === '') return;
  if (selection?.toString().trim() !== cell.textContent.trim()) return;
  event.clipboardData.setData('text/plain', cell.title);
  event.preventDefault();
}
