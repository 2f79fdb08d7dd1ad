/** Saves a table as a file. */
import type { RunFileFormat } from '@acacia/contract';
import { download, toast } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { StoredTable } from './useRows.ts';

export const FILE_FORMATS: readonly (readonly [RunFileFormat, string])[] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['parquet', 'Parquet'],
];

interface DownloadMenuProps {
  readonly stored: StoredTable;
  /** Whether only JSON can be had, because of a very long row. */
  readonly jsonOnly: boolean;
}

export function DownloadMenu({ stored, jsonOnly }: DownloadMenuProps) {
  const { client, run, table } = stored;
  const save = useMutation({
    mutationFn: (format: RunFileFormat) => client.runFile(run, table, format),
    onSuccess: ({ name, content }) => download(name, content),
    onError: (error) => toast.error(error),
  });
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          loading={save.isPending}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{jsonOnly ? 'A row is larger than 8 MB: only as JSON' : 'The whole table'}</Menu.Label>
        {FILE_FORMATS.map(([format, label]) => (
          <Menu.Item
            key={format}
            disabled={jsonOnly && format !== 'json'}
            onClick={() => save.mutate(format)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
