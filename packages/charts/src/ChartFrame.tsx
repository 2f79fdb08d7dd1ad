/**
 * The frame around every chart: its title, the same data as a table, and a placeholder while there is nothing to draw.
 */
import { t } from '@acacia/texts';
import { DataTable, ErrorState, type DataTableColumn } from '@acacia/ui';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import classes from './charts.module.css';

/** Props that every chart takes. */
export interface ChartState {
  /** Name of the chart, e.g. `CPU`. */
  readonly title: string;
  /** Pixels of the drawing. */
  readonly height?: number;
  readonly loading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** Why there may be nothing to draw. */
  readonly empty?: string;
}

interface ChartFrameProps<Row extends object> extends ChartState {
  readonly height: number;
  readonly nothing: boolean;
  /** The same as a table. */
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Above the drawing, e.g. the names of its lines. */
  readonly legend?: ReactNode;
  readonly children: ReactNode;
}

export function ChartFrame<Row extends object>(props: ChartFrameProps<Row>) {
  const { title, height, loading = false, error, onRetry, nothing, empty, legend, children } = props;
  const [table, setTable] = useState(false);
  const failed = error !== undefined && error !== null && nothing;
  const drawn = !loading && !failed && !nothing;
  const other = table ? t`Show as chart` : t`Show as table`;
  return (
    <figure className={classes.figure} aria-label={title}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{title}</span>
        {drawn && !table && legend}
        {drawn && (
          <Tooltip label={other}>
            <ActionIcon
              className={classes.switch}
              size="sm"
              aria-label={t`${other}: ${title}`}
              onClick={() => setTable(!table)}
            >
              {table ? <IconChartLine size={15} stroke={1.7} /> : <IconTable size={15} stroke={1.7} />}
            </ActionIcon>
          </Tooltip>
        )}
      </figcaption>
      {loading ? (
        <div role="status" aria-label={`Loading ${title}`} aria-busy="true">
          <Skeleton height={height} />
        </div>
      ) : failed ? (
        <div className={classes.instead} style={{ minHeight: height }}>
          <ErrorState compact error={error} {...(onRetry === undefined ? {} : { onRetry })} />
        </div>
      ) : nothing ? (
        <div className={classes.instead} style={{ minHeight: height }}>
          <p className={classes.empty}>{empty ?? 'Nothing was measured in this time.'}</p>
        </div>
      ) : table ? (
        <DataTable
          label={title}
          columns={props.columns}
          rows={props.rows}
          rowKey={props.rowKey}
          empty={null}
          exportName={title}
          maxHeight={Math.max(height, 160)}
        />
      ) : (
        children
      )}
    </figure>
  );
}
