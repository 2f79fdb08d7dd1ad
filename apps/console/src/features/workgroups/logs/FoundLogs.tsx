/** Lines that a search found, a page at a time. */
import { t } from '@acacia/texts';
import { LOG_PAGE_SIZE, LOG_TOTAL_LIMIT, type LogEntry, type Workspace } from '@acacia/contract';
import { Card, DataTable, EmptyState, formatLogTime, Tag, type DataTableColumn } from '@acacia/ui';
import { Button, Text } from '@mantine/core';
import { IconFileText, IconRefresh } from '@tabler/icons-react';
import { useLogPage, type LogFilter } from './logs.ts';
import classes from './logs.module.css';
import type { TimeRange } from './time-range.ts';

interface FoundLogsProps {
  readonly workspace: Workspace;
  readonly filter: LogFilter;
  readonly range: TimeRange;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const COLUMNS: DataTableColumn<LogEntry>[] = [
  {
    id: 'time',
    header: t`Timestamp`,
    width: '190px',
    text: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} title={timestamp} className={classes.time}>
        {formatLogTime(timestamp)}
      </time>
    ),
  },
  { id: 'host', header: t`Host`, width: '90px', text: ({ host }) => host, cell: ({ host }) => host },
  {
    id: 'component',
    header: t`Component`,
    width: '130px',
    text: ({ component }) => component,
    cell: ({ component }) => <Tag>{component}</Tag>,
  },
  {
    id: 'log',
    header: t`Log`,
    text: ({ log }) => log,
    cell: ({ level, log }) => (
      <div className={classes.text} data-level={level}>
        {level === 'error' || level === 'warn' ? <strong>{level.toUpperCase()} </strong> : null}
        {log}
      </div>
    ),
  },
];

export function FoundLogs({ workspace, filter, range, page, onPage }: FoundLogsProps) {
  const found = useLogPage(workspace, filter, range, page);
  const total = found.data?.totalCount ?? 0;
  return (
    <Card flush>
      <DataTable
        label={`Logs of ${workspace.name}`}
        columns={COLUMNS}
        rows={found.data?.logs}
        rowKey={({ id }) => id}
        loadingRows={LOG_PAGE_SIZE}
        error={found.error}
        onRetry={() => void found.refetch()}
        paging={{ size: LOG_PAGE_SIZE, sizes: [LOG_PAGE_SIZE], total, page, onPage }}
        exportName={`${workspace.name}-logs`}
        tools={
          <>
            {total >= LOG_TOTAL_LIMIT && (
              <Text size="sm" c="dimmed">
                More than {LOG_TOTAL_LIMIT} lines match: the newest are shown. Search for more words, or in a
                shorter time.
              </Text>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={found.isFetching && !found.isPending}
              onClick={() => void found.refetch()}
            >
              Search again
            </Button>
          </>
        }
        empty={
          <EmptyState
            icon={<IconFileText size={22} stroke={1.6} />}
            title="No logs"
            description="Nothing was logged in this time that matches the search."
          />
        }
      />
    </Card>
  );
}
