/** Statistics of a column, worked out by the workspace when they are asked for. */
import { t } from '@acacia/texts';
import { formatNumber, formatValue } from '@acacia/ui';
import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import classes from './results.module.css';
import { viewOf, type RowsWanted, type StoredTable } from './useRows.ts';

interface ColumnFactsProps {
  readonly stored: StoredTable;
  readonly column: number;
  readonly name: string;
  /** Statistics are of the rows that search and filters leave. */
  readonly wanted: RowsWanted;
}

export function ColumnFacts({ stored, column, name, wanted }: ColumnFactsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="bottom-start" trapFocus>
      <Popover.Target>
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Statistics of ${name}`}
          onClick={() => setOpened(!opened)}
        >
          <IconChartBar size={13} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown tabIndex={0} aria-label={`Statistics of ${name}`}>
        {opened && (
          <LoadBoundary compact what="The statistics" skeleton={<Skeleton height={90} />}>
            <Facts stored={stored} column={column} wanted={wanted} />
          </LoadBoundary>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Facts({ stored, column, wanted }: Omit<ColumnFactsProps, 'name'>) {
  const { client, run, table } = stored;
  const { search, filters } = viewOf(wanted);
  const {
    data: { rows, empty, distinct, numbers, top },
  } = useSuspenseQuery({
    queryKey: ['run-column', run, table, column, search, filters],
    queryFn: ({ signal }) => client.runColumn(run, table, column, { search, filters }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  const lines: (readonly [string, string])[] = [
    [t`Rows`, formatNumber(rows)],
    [t`Empty`, formatNumber(empty)],
    [t`Different values`, formatNumber(distinct)],
    ...(numbers === null
      ? []
      : ([
          [t`Least`, formatValue(numbers.least)],
          [t`Most`, formatValue(numbers.most)],
          [t`Mean`, formatValue(numbers.mean)],
        ] as const)),
  ];
  return (
    <>
      <dl className={classes.columnFacts}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.topTitle}>Most frequent</p>
      <dl className={classes.columnFacts}>
        {top.map(({ value, count }, i) => (
          <div key={`${i}`}>
            <dt title={value}>{value === '' ? '(empty)' : value}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
