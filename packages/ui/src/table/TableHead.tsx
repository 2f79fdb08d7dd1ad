/** The heads of a table: they sort, and choose all rows. */
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { DataTableColumn, TableSort } from './columns.ts';
import classes from './DataTable.module.css';
import type { TableSelection } from './options.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly DataTableColumn<Row>[];
  readonly sort: TableSort | null;
  readonly sorts: boolean;
  readonly onSort: (id: string) => void;
  /** Rows that "all" means. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: TableSelection<Row> | undefined;
}

export function TableHead<Row>({ columns, sort, sorts, onSort, ...choosing }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {choosing.selection !== undefined && (
          <th scope="col" className={classes.choice}>
            <ChooseAll {...choosing} selection={choosing.selection} />
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined;
          return (
            <th key={column.id} scope="col" data-align={column.align} aria-sort={sorted}>
              {sorts && column.sortBy !== undefined ? (
                <button
                  type="button"
                  className={classes.sort}
                  data-sorted={sorted}
                  onClick={() => onSort(column.id)}
                >
                  {column.header}
                  <span aria-hidden="true" className={classes.arrow}>
                    {sorted === 'ascending' ? (
                      <IconArrowUp size={13} />
                    ) : sorted === 'descending' ? (
                      <IconArrowDown size={13} />
                    ) : (
                      <IconArrowsSort size={13} />
                    )}
                  </span>
                </button>
              ) : (
                <span className={column.hideHeader === true ? classes.unseen : undefined}>
                  {column.header}
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface ChooseAllProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: TableSelection<Row>;
}

function ChooseAll<Row>({ rows, rowKey, selection }: ChooseAllProps<Row>) {
  const keys = rows.filter((row) => selection.disabledReason?.(row) === undefined).map(rowKey);
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  const all = chosen === keys.length && keys.length > 0;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all"
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={keys.length === 0}
      onChange={() => {
        const next = new Set(selection.selected);
        for (const key of keys) {
          if (all) next.delete(key);
          else next.add(key);
        }
        selection.onChange(next);
      }}
    />
  );
}

/** Widths, so that columns keep them whichever rows are shown. */
export function TableColumns<Row>({
  columns,
  selectable,
}: {
  readonly columns: readonly DataTableColumn<Row>[];
  readonly selectable: boolean;
}) {
  return (
    <colgroup>
      {selectable && <col style={{ width: 44 }} />}
      {columns.map((column) => (
        <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
      ))}
    </colgroup>
  );
}
