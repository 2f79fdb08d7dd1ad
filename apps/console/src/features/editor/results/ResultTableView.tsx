/** One printed list as a table of any length: sorted by its headers, copied and saved. */
import { formatNumber } from '@acacia/ui';
import { Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ClipboardEvent } from 'react';
import classes from './results.module.css';
import { cellText, columnsOf, isNumber, orderOf, shownText, type ResultTable } from './table-data.ts';
import { TableTools } from './TableTools.tsx';

const ROW = 32;
const NUMBER_COLUMN = 64;

export function ResultTables({
  tables,
  name,
}: {
  readonly tables: readonly ResultTable[];
  readonly name: string;
}) {
  const [chosen, setChosen] = useState(0);
  const place = Math.min(chosen, tables.length - 1);
  const table = tables[place];
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
            label: `${each.name} · ${formatNumber(each.rows.length)} ${each.rows.length === 1 ? 'row' : 'rows'}`,
          }))}
          value={String(place)}
          onChange={(value) => setChosen(Number(value))}
        />
        <span style={{ flex: 1 }} />
        <TableTools table={table} name={name} />
      </div>
      <TableGrid key={place} table={table} />
    </div>
  );
}

function TableGrid({ table }: { readonly table: ResultTable }) {
  const [sort, setSort] = useState<{ readonly column: number; readonly descending: boolean } | null>(null);
  const order = useMemo(
    () => (sort === null ? null : orderOf(table, sort.column, sort.descending)),
    [table, sort],
  );
  const layout = useMemo(() => columnsOf(table, NUMBER_COLUMN), [table]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: ROW,
  });
  const sortBy = (column: number) =>
    setSort((now) =>
      now?.column !== column
        ? { column, descending: false }
        : now.descending
          ? null
          : { column, descending: true },
    );
  const columns = { gridTemplateColumns: layout.template, width: `max(100%, ${layout.least}px)` };
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="table"
      aria-label={table.name}
      aria-rowcount={table.rows.length + 1}
      tabIndex={0}
      onCopy={copyWhole}
    >
      <div role="rowgroup">
        <div className={classes.head} role="row" style={columns}>
          <span role="columnheader" className={`${classes.cell} ${classes.rowNumber}`}>
            #
          </span>
          {table.columns.map((column, i) => {
            const mine = sort?.column === i ? sort : null;
            return (
              <span
                key={column}
                role="columnheader"
                aria-sort={mine === null ? undefined : mine.descending ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  className={classes.sort}
                  data-number={layout.numeric[i] || undefined}
                  onClick={() => sortBy(i)}
                >
                  {column}
                  {mine !== null &&
                    (mine.descending ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />)}
                </button>
              </span>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = table.rows[order?.[item.index] ?? item.index] ?? [];
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className={classes.row}
              style={{ ...columns, height: ROW, transform: `translateY(${item.start - ROW}px)` }}
            >
              <span role="cell" className={`${classes.cell} ${classes.rowNumber}`}>
                {item.index + 1}
              </span>
              {row.map((value, i) => {
                const whole = cellText(value);
                const text = shownText(value);
                return (
                  <span
                    key={table.columns[i]}
                    role="cell"
                    className={classes.cell}
                    data-number={isNumber(value) || undefined}
                    title={whole.length > 20 || whole !== text ? whole : undefined}
                  >
                    {text.length > 300 ? `${text.slice(0, 300)}…` : text}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
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
