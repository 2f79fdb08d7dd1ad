/** The rows that a load rejected: shown with their reasons, saved as a file, mended and loaded again. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { Button, Group, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  ActionButton,
  Card,
  DataTable,
  download,
  errorText,
  formatNumber,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { useState } from 'react';
import { loadRefusal } from './loader-state.ts';
import { chosenFileOf, shownName } from './mended-rows.ts';
import { fileName } from './outcome.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const SHOWN = 200;

type Reject = Awaited<ReturnType<WorkspaceClient['rejectedRows']>>[number];

/** Of its line: a line that several targets reject is mended once. */
const lineKey = ({ file, line }: Pick<Reject, 'file' | 'line'>): string => `${line} ${file}`;

const COLUMNS: readonly DataTableColumn<Reject>[] = [
  { id: 'file', header: t`File`, cell: (row) => shownName(fileName(row.file)) },
  {
    id: 'line',
    header: t`Line`,
    align: 'right',
    cell: (row) => formatNumber(row.line),
    sortBy: (row) => row.line,
  },
  { id: 'target', header: t`Target`, cell: (row) => row.target ?? t`whole line` },
  { id: 'reason', header: t`Reason`, cell: (row) => said(row.reason), sortBy: (row) => row.reason },
];

interface RejectedRowsProps {
  readonly id: string;
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly graph: string;
  readonly total: number;
}

export function RejectedRows({ id, loader, client, graph, total }: RejectedRowsProps) {
  /** Mended lines by their keys; null: they are only shown. */
  const [mended, setMended] = useState<ReadonlyMap<string, string> | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['rejects', graph, id],
    queryFn: ({ signal }) => client.rejectedRows(graph, id, SHOWN, { signal }),
  });
  const save = (): void => {
    client
      .rejectedRowsFile(graph, id)
      .then((file) => download(`${id}-rejected.csv`, file))
      .catch((failure: unknown) =>
        toast.error(t`The rejected rows could not be downloaded. ${errorText(failure)}`),
      );
  };
  const gone = data?.find((row) => chosenFileOf(loader.state.files, row) === undefined);
  const mending =
    data === undefined
      ? t`The rejected rows are being read.`
      : loader.state.own !== null
        ? t`The job is run as it is written: go back to the mapping to mend rows.`
        : gone === undefined
          ? loadRefusal(loader.state)
          : t`Choose the file ${fileName(gone.file)} again, so that its rows can be mapped.`;
  const load = (): void => {
    const rows = (data ?? []).map((row) => ({ ...row, content: mended?.get(lineKey(row)) ?? row.content }));
    void loader.loadMended(rows);
  };
  const columns: readonly DataTableColumn<Reject>[] = [
    ...COLUMNS,
    {
      id: 'content',
      header: t`Content`,
      cell: (row) =>
        mended === null ? (
          <code className={classes.content}>{row.content}</code>
        ) : (
          <Textarea
            size="xs"
            autosize
            minRows={1}
            maxRows={4}
            spellCheck={false}
            className={classes.mended}
            aria-label={`Line ${row.line} of ${fileName(row.file)}`}
            value={mended.get(lineKey(row)) ?? row.content}
            onChange={(event) => setMended(new Map(mended).set(lineKey(row), event.currentTarget.value))}
          />
        ),
    },
  ];
  return (
    <Card
      flush
      title="Rejected rows"
      description={
        total > SHOWN ? `The first ${SHOWN} of ${formatNumber(total)}; the file has all.` : undefined
      }
      actions={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
            Download as CSV
          </Button>
          {mended === null ? (
            <ActionButton
              size="compact-sm"
              variant="default"
              disabledReason={mending}
              onClick={() => setMended(new Map())}
            >
              Mend rows
            </ActionButton>
          ) : (
            <>
              <Button size="compact-sm" variant="default" onClick={() => setMended(null)}>
                Leave them as they are
              </Button>
              <ActionButton size="compact-sm" disabledReason={mending} onClick={load}>
                Load mended rows
              </ActionButton>
            </>
          )}
        </Group>
      }
    >
      <DataTable
        label="Rejected rows"
        columns={columns}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(row) => `${row.file} ${row.line} ${row.target ?? ''} ${row.reason}`}
        empty={null}
      />
    </Card>
  );
}
