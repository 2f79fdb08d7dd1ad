/** Tables on a phone: one column, with what the others hold below each other. */
import type { DataTableColumn } from '@acacia/ui';
import classes from './ingestion.module.css';

/** @param header of the one column */
export const stacked = <Row,>(
  header: string,
  columns: readonly DataTableColumn<Row>[],
): readonly DataTableColumn<Row>[] => [
  {
    id: 'all',
    header,
    cell: (row) => (
      <dl className={classes.stacked}>
        {columns.map(({ id, header: of, cell }) => (
          <div key={id}>
            <dt>{of}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
    ),
  },
];
