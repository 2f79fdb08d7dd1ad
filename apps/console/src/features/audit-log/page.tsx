/** `/admin/audit-log`: who did what in the organisation, newest first. */
import { said, t } from '@acacia/texts';
import type { AuditEntry } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  formatDateTime,
  formatNumber,
  PageBody,
  PageHeader,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { Button, Stack, UnstyledButton } from '@mantine/core';
import { IconDownload, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { usePhone } from '../../shell/narrow.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { filterOf, useAuditExport, useAuditLog } from './audit-log.ts';
import classes from './audit-log.module.css';
import { EntryDialog } from './EntryDialog.tsx';
import { Filters, timeProblem } from './Filters.tsx';
import { Outcome } from './Outcome.tsx';
import { ResourceName } from './ResourceName.tsx';
import type { AuditSearch } from './search.ts';
import { actionWords } from './words.ts';

type Column = DataTableColumn<AuditEntry>;

function Time({ at }: Pick<AuditEntry, 'at'>) {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
}

/** @param open opens the entry with the id */
function columnsFor(open: (id: string) => void, isPhone: boolean): readonly Column[] {
  const action = (entry: AuditEntry) => (
    <UnstyledButton
      className={classes.open}
      aria-label={t`${actionWords(entry.action)}, ${formatDateTime(entry.at)}`}
      onClick={() => open(entry.id)}
    >
      {actionWords(entry.action)}
    </UnstyledButton>
  );
  if (isPhone) {
    return [
      {
        id: 'entry',
        header: t`Entry`,
        cell: (entry) => (
          <div className={classes.stacked}>
            {action(entry)}
            <ResourceName entry={entry} />
            <span className={classes.dim}>{said(entry.actor)}</span>
            <span className={classes.dim}>
              <Time at={entry.at} />
            </span>
            {entry.outcome === 'failed' && <Outcome outcome={entry.outcome} />}
          </div>
        ),
      },
    ];
  }
  return [
    { id: 'time', header: t`Time`, cell: ({ at }) => <Time at={at} /> },
    {
      id: 'actor',
      header: t`Person`,
      cell: ({ actor }) => <span className={classes.wrap}>{said(actor)}</span>,
    },
    { id: 'action', header: t`Action`, cell: action },
    { id: 'resource', header: t`Resource`, cell: (entry) => <ResourceName entry={entry} /> },
    { id: 'outcome', header: t`Outcome`, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      id: 'address',
      header: t`Address`,
      cell: ({ address }) => <span>{address === '' ? '—' : address}</span>,
    },
  ];
}

export function Page() {
  useDocumentTitle(t`Audit log`);
  const search = useSearch({ from: '/shell/admin/audit-log' });
  const navigate = useNavigate({ from: '/admin/audit-log' });
  const filter = useMemo(() => filterOf(search), [search]);
  const isOrdered = timeProblem(filter) === null;
  const log = useAuditLog(filter, isOrdered);
  const file = useAuditExport(filter);
  const change = (part: Partial<AuditSearch>): void => {
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  };
  const isPhone = usePhone();
  const columns = columnsFor(
    (entry) => void navigate({ search: (before) => ({ ...before, entry }) }),
    isPhone,
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const entries = log.data;
  const exportAs = (format: 'csv' | 'jsonl', label: string) => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={!isOrdered || file.isPending}
      loading={file.isPending && file.variables === format}
      onClick={() => file.mutate(format, { onError: (error) => toast.error(error) })}
    >
      {label}
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description="Who signed in and who changed what in your organization, newest first."
        actions={
          <>
            {exportAs('csv', t`Export CSV`)}
            {exportAs('jsonl', t`Export JSON`)}
            <GuideLink guide="audit-log" about="the audit log" />
          </>
        }
      />
      <Stack gap="md">
        <Filters filter={filter} onChange={change} />
        {isOrdered && (
          <Card flush>
            <DataTable
              label="Audit log"
              columns={columns}
              rows={entries}
              rowKey={({ id }) => id}
              loadingRows={10}
              error={log.error}
              onRetry={() => void log.refetch()}
              tools={
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconRefresh size={14} />}
                  loading={log.isRefetching}
                  onClick={() => void log.refetch()}
                >
                  Refresh
                </Button>
              }
              empty={
                isFiltered ? (
                  <EmptyState
                    icon={<IconListDetails size={22} stroke={1.6} />}
                    title="Nothing matches"
                    description="No entry matches all of these filters. Take one away, or choose a longer time."
                  />
                ) : (
                  <EmptyState
                    icon={<IconListDetails size={22} stroke={1.6} />}
                    title="No entries"
                    description="Sign-ins and changes appear here as they happen."
                  />
                )
              }
            />
            {entries !== undefined && entries.length > 0 && (
              <div className={classes.more}>
                <span role="status">
                  {log.hasNextPage
                    ? `The newest ${formatNumber(entries.length)} are shown.`
                    : entries.length === 1
                      ? '1 entry, to the oldest.'
                      : `${formatNumber(entries.length)} entries, to the oldest.`}
                </span>
                {log.hasNextPage && (
                  <Button
                    variant="default"
                    loading={log.isFetchingNextPage}
                    onClick={() => void log.fetchNextPage()}
                  >
                    Show older entries
                  </Button>
                )}
              </div>
            )}
          </Card>
        )}
      </Stack>
      {search.entry !== undefined && (
        <EntryDialog
          id={search.entry}
          listed={entries?.find(({ id }) => id === search.entry)}
          onClose={() => change({ entry: undefined })}
        />
      )}
    </PageBody>
  );
}
