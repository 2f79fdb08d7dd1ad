/** Saves a table as a file. */
import type { RunFileFormat, RunViewRequest } from '@acacia/contract';
import { download, formatNumber, toast } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { viewOf, type RowsWanted, type StoredTable } from './useRows.ts';

export const FILE_FORMATS: readonly (readonly [RunFileFormat, string])[] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['parquet', 'Parquet'],
];

interface DownloadMenuProps {
  readonly stored: StoredTable;
  readonly wanted: RowsWanted;
  /** Number of the rows that search and filters leave. */
  readonly shown: number;
  /** Whether only JSON can be had, because of a very long row. */
  readonly jsonOnly: boolean;
}

export function DownloadMenu({ stored, wanted, shown, jsonOnly }: DownloadMenuProps) {
  const { client, run, table } = stored;
  const { sort, search, filters } = wanted;
  const isView = sort !== null || search !== '' || filters.length > 0;
  const view = viewOf(wanted);
  const save = useMutation({
    mutationFn: ({ format, view }: { readonly format: RunFileFormat; readonly view: RunViewRequest }) =>
      client.runFile(run, table, format, view),
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
        {isView && (
          <>
            <Menu.Label>{`These rows (${formatNumber(shown)}), in this order`}</Menu.Label>
            {FILE_FORMATS.map(([format, label]) => (
              <Menu.Item key={format} onClick={() => save.mutate({ format, view })}>
                {label} of these rows
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Label>{jsonOnly ? 'A row is larger than 8 MB: only as JSON' : 'The whole table'}</Menu.Label>
        {FILE_FORMATS.map(([format, label]) => (
          <Menu.Item
            key={format}
            disabled={jsonOnly && format !== 'json'}
            onClick={() => save.mutate({ format, view: {} })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
