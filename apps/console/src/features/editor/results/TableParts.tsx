/** Head, rows and cells of a table of results. */
import type { RunPageCell } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { Loader } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ClipboardEvent, PointerEvent } from 'react';
import type { CellPlace } from './CellDialog.tsx';
import { ColumnFacts } from './ColumnFacts.tsx';
import classes from './results.module.css';
import { isSelected, type CellAt, type SelectedCells } from './selection.ts';
import { cellText, isNumber, shownText, type Columns } from './table-data.ts';
import type { Row, RowsWanted, StoredTable } from './useRows.ts';

/** Pixels of a row. */
export const ROW = 32;

const gridOf = ({ template, least }: Columns) => ({
  ...{ gridTemplateColumns: template, width: `max(100%, ${least}px)` },
});

interface TableHeadProps {
  readonly names: readonly string[];
  readonly layout: Columns;
  readonly wanted: RowsWanted;
  readonly stored: StoredTable;
  readonly isFetching: boolean;
  /** Why the table cannot be sorted and measured; undefined: it can. */
  readonly unsortable: string | undefined;
  readonly onSort: (column: number) => void;
}

export function TableHead(props: TableHeadProps) {
  const { names, layout, wanted, stored, isFetching, unsortable, onSort } = props;
  const { sort, column } = wanted;
  return (
    <div role="rowgroup">
      <div className={classes.head} role="row" style={gridOf(layout)}>
        <span role="columnheader" className={`${classes.cell} ${classes.rowNumber}`}>
          {isFetching ? <Loader size={12} aria-label="Reading rows" /> : '#'}
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
                disabled={unsortable !== undefined}
                title={unsortable}
                onClick={() => onSort(column + i)}
              >
                {name}
                {mine !== null && (mine.descending ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />)}
              </button>
              {unsortable === undefined && (
                <ColumnFacts stored={stored} column={column + i} name={name} wanted={wanted} />
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

interface TableRowProps {
  /** Place in the view. */
  readonly place: number;
  /** Undefined while it is read. */
  readonly row: Row | undefined;
  readonly names: readonly string[];
  readonly column: number;
  readonly layout: Columns;
  readonly cells: SelectedCells | null;
  /** Pixels from the top of the rows. */
  readonly top: number;
  readonly select: (at: CellAt, extend: boolean) => void;
  readonly selectRow: (row: number, extend: boolean) => void;
  readonly onOpen: (cell: CellPlace) => void;
}

/** Whether the main button is held down: a selection is being drawn. */
const isDrawn = (event: PointerEvent): boolean => event.pointerType === 'mouse' && event.buttons === 1;

export function TableRow(props: TableRowProps) {
  const { place, row, names, column, layout, cells, top, select, selectRow, onOpen } = props;
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={classes.row}
      style={{ ...gridOf(layout), height: ROW, transform: `translateY(${top}px)` }}
    >
      <span
        role="cell"
        className={`${classes.cell} ${classes.rowNumber}`}
        onPointerDown={(event) => event.button === 0 && selectRow(place, event.shiftKey)}
        onPointerEnter={(event) => isDrawn(event) && cells !== null && selectRow(place, true)}
      >
        {formatNumber((row?.row ?? place) + 1)}
      </span>
      {names.map((name, i) => {
        const at = { row: place, column: column + i };
        return (
          <Cell
            key={`${column + i}`}
            value={row?.cells[i] ?? null}
            cut={row?.cut[String(i)]}
            selected={cells !== null && isSelected(cells, at)}
            onPointerDown={(event) => event.button === 0 && select(at, event.shiftKey)}
            onPointerEnter={(event) => {
              if (!isDrawn(event) || cells === null) return;
              // Cells are selected, not the texts in them.
              document.getSelection()?.removeAllRanges();
              select(at, true);
            }}
            onOpen={() => row !== undefined && onOpen({ row: row.row, column: column + i, name })}
          />
        );
      })}
    </div>
  );
}

interface CellProps {
  readonly value: RunPageCell;
  /** Length of the whole text, when it is cut. */
  readonly cut: number | undefined;
  readonly selected: boolean;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerEnter: (event: PointerEvent) => void;
  readonly onOpen: () => void;
}

/** A double click opens the whole value; a text that is cut has a button for it. */
function Cell({ value, cut, selected, onOpen, ...pointer }: CellProps) {
  const whole = cellText(value);
  const text = shownText(value);
  return (
    <span
      role="cell"
      className={classes.cell}
      data-number={isNumber(value) || undefined}
      data-selected={selected || undefined}
      {...pointer}
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

/** Copying a text within one cell copies its whole value, even where the cell shows it rounded or shortened. */
export function copyWhole(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  const cellOf = (node: Node | null = null) =>
    node?.parentElement?.closest<HTMLElement>('[role="cell"]') ?? null;
  const cell = cellOf(selection?.anchorNode);
  if (cell === null || cell !== cellOf(selection?.focusNode) || cell.title === '') return;
  if (selection?.toString().trim() !== cell.textContent.trim()) return;
  event.clipboardData.setData('text/plain', cell.title);
  event.preventDefault();
}
