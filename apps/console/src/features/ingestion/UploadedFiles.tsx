/** Files that the workspace keeps for loads: each can be used again, or deleted. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { DataFile } from '@acacia/contract';
import {
  Card,
  ConfirmDestructive,
  DataTable,
  formatBytes,
  formatDateTime,
  type DataTableColumn,
} from '@acacia/ui';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePhone } from '../../shell/narrow.ts';
import { stacked } from './stacked.tsx';
import type { Loader } from './useLoader.ts';

interface UploadedFilesProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly loader: Loader;
}

/** Nothing where there is no file besides the chosen ones. */
export function UploadedFiles({ client, workspaceId, loader }: UploadedFilesProps) {
  const [deleting, setDeleting] = useState<DataFile | null>(null);
  const isPhone = usePhone();
  const chosen = loader.state.files.map(({ file }) => file.name);
  const { data, error, refetch } = useQuery({
    // Files that were sent since are among them.
    queryKey: ['workspace', workspaceId, 'data-files', chosen],
    queryFn: ({ signal }) => client.files({ signal }),
  });
  const others = data?.filter(({ name }) => !chosen.includes(name));
  const columns: readonly DataTableColumn<DataFile>[] = [
    { id: 'name', header: t`File`, cell: ({ name }) => name, sortBy: ({ name }) => name },
    {
      id: 'size',
      header: t`Size`,
      align: 'right',
      cell: ({ size }) => formatBytes(size),
      sortBy: ({ size }) => size,
    },
    {
      id: 'at',
      header: t`Sent`,
      cell: ({ modifiedAt }) => formatDateTime(modifiedAt),
      sortBy: ({ modifiedAt }) => modifiedAt,
    },
    {
      id: 'do',
      header: t`Actions`,
      cell: (file) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Use ${file.name}`}
            onClick={() => void loader.useFile(file)}
          >
            Use
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Delete ${file.name}`}
            onClick={() => setDeleting(file)}
          >
            Delete
          </Button>
        </Group>
      ),
    },
  ];
  if (error === null && (others === undefined || others.length === 0)) return null;
  return (
    <Card flush title="Files in the workspace">
      <DataTable
        label="Files in the workspace"
        columns={isPhone ? stacked(t`File`, columns) : columns}
        rows={others}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ name }) => name}
        empty={null}
      />
      {deleting !== null && (
        <ConfirmDestructive
          opened
          title={`Delete the file ${deleting.name}?`}
          losses={[t`${deleting.name}, ${formatBytes(deleting.size)}: loading jobs that read it will fail`]}
          confirmLabel="Delete file"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await client.deleteFile(deleting.name);
            await refetch();
          }}
        />
      )}
    </Card>
  );
}
