/** The rows of a table: all of them, only those in sight, or grey ones while they load. */
import { Checkbox, Skeleton, Tooltip } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, Ref } from 'react';
import type { DataTableColumn } from './columns.ts';
import classes from './DataTable.module.css';
import type { TableSelection, TableTree } from './options.ts';
import type { PlacedRow } from './rows.ts';

/** Pixels, as the stylesheet has them. */
const HEAD = 38;
const ROW = 49;
/** Fewer rows than these are all in the document: a browser draws them at once. */
const MANY = 100;

interface RowParts<Row> {
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rowName: (row: Row) => string;
  readonly tree: TableTree<Row> | undefined;
  readonly selection: TableSelection<Row> | undefined;
  readonly onTurn: (key: string) => void;
}

interface TableRowsProps<Row> extends RowParts<Row> {
  readonly rows: readonly PlacedRow<Row>[];
  /** Place of the first of them among all rows. */
  readonly firstRow: number;
  /** Whether the rows scroll in `scroller`, which exists from the second render on; otherwise with the page. */
  readonly scrolls: boolean;
  readonly scroller: HTMLElement | null;
}

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { rows, firstRow, scrolls, scroller: _, ...parts } = props;
  if (scrolls && rows.length > MANY) return <RowsInSight {...props} />;
  return (
    <tbody>
      {rows.map((placed, index) => (
        <TableRow key={placed.key} placed={placed} index={firstRow + index} {...parts} />
      ))}
    </tbody>
  );
}

function RowsInSight<Row>({ rows, firstRow, scrolls: _, scroller, ...parts }: TableRowsProps<Row>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: HEAD,
  });
  const items = virtual.getVirtualItems();
  const above = (items[0]?.start ?? HEAD) - HEAD;
  const below = virtual.getTotalSize() + HEAD - (items.at(-1)?.end ?? HEAD);
  return (
    <tbody>
      <Gap height={above} />
      {items.map((item) => {
        const placed = rows[item.index];
        if (placed === undefined) return null;
        return (
          <TableRow
            key={item.key}
            placed={placed}
            index={firstRow + item.index}
            measure={virtual.measureElement}
            place={item.index}
            {...parts}
          />
        );
      })}
      <Gap height={below} />
    </tbody>
  );
}

/** Fills the height of the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td style={{ height }} />
    </tr>
  );
}

interface TableRowProps<Row> extends RowParts<Row> {
  readonly placed: PlacedRow<Row>;
  /** Place among all rows, from 0. */
  readonly index: number;
  /** Measures its height, where only rows in sight are rendered; `place` is its index there. */
  readonly measure?: Ref<HTMLTableRowElement>;
  readonly place?: number;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { placed, index, columns, rowName, tree, selection, measure, place } = props;
  const { row, key, depth } = placed;
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={index + 2}
      data-chosen={selection?.selected.has(key) || undefined}
      data-below={depth > 0 || undefined}
    >
      {selection !== undefined && (
        <td className={classes.choice}>
          {depth === 0 && <Choose row={row} rowKey={key} name={rowName(row)} selection={selection} />}
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.id} data-align={column.align}>
          {i === 0 && tree !== undefined ? (
            <Branch {...props} tree={tree}>
              {column.cell(row)}
            </Branch>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Branch<Row>({
  placed: { row, key, depth, open },
  tree,
  rowName,
  onTurn,
  children,
}: TableRowProps<Row> & { readonly tree: TableTree<Row>; readonly children: ReactNode }) {
  return (
    <span className={classes.branch} style={{ paddingInlineStart: depth * 22 }}>
      {open === null ? (
        <span className={classes.twist} />
      ) : (
        <button
          type="button"
          className={classes.twist}
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} ${tree.what} of ${rowName(row)}`}
          onClick={() => onTurn(key)}
        >
          <IconChevronRight size={15} aria-hidden="true" />
        </button>
      )}
      <span className={classes.leaf}>{children}</span>
    </span>
  );
}

interface ChooseProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly name: string;
  readonly selection: TableSelection<Row>;
}

function Choose<Row>({ row, rowKey, name, selection }: ChooseProps<Row>) {
  const reason = selection.disabledReason?.(row);
  const chosen = selection.selected.has(rowKey);
  const box = (
    <Checkbox
      size="xs"
      aria-label={`Select ${name}`}
      checked={chosen}
      {...(reason === undefined
        ? {}
        : { 'aria-disabled': true, 'aria-description': reason, 'data-disabled': true })}
      onChange={() => {
        if (reason !== undefined) return;
        const next = new Set(selection.selected);
        if (!next.delete(rowKey)) next.add(rowKey);
        selection.onChange(next);
      }}
    />
  );
  return reason === undefined ? box : <Tooltip label={reason}>{box}</Tooltip>;
}

interface SkeletonRowsProps<Row> {
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rows: number;
  readonly selectable: boolean;
}

/** Widths of the grey bars in percent, so that they do not stand like a wall. */
const BARS = [72, 54, 63, 46] as const;

export function SkeletonRows<Row>({ columns, rows, selectable }: SkeletonRowsProps<Row>) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {selectable && <td className={classes.choice} />}
          {columns.map((column, i) => (
            <td key={column.id} data-align={column.align}>
              {column.hideHeader !== true && (
                <Skeleton
                  height={12}
                  width={`${BARS[(row + i) % BARS.length]}%`}
                  {...(column.align === 'right' ? { ml: 'auto' } : {})}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
