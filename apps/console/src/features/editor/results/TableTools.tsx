/** Copies a table and saves it as a file. */
import type { RunFileFormat } from '@acacia/contract';
import { ActionButton, download, formatNumber, toast } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { tsvOf } from './table-data.ts';
import { readPage, type Row, type StoredTable } from './useRows.ts';

/** Rows that are copied: more are better saved. */
const COPIED = 5000;
const IN_ORDER = { sort: null, search: '', column: 0 };

const FORMATS: readonly (readonly [RunFileFormat, string])[] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['parquet', 'Parquet'],
];

interface TableToolsProps {
  readonly stored: StoredTable;
  readonly rows: number;
  readonly columns: number;
}

export function TableTools({ stored, rows, columns }: TableToolsProps) {
  const { client, run, table } = stored;
  const save = useMutation({
    mutationFn: (format: RunFileFormat) => client.runFile(run, table, format),
    onSuccess: ({ name, content }) => download(name, content),
    onError: (error) => toast.error(error),
  });
  const copy = useMutation({
    mutationFn: async () => {
      const all: Row[] = [];
      let names: readonly string[] = [];
      while (all.length < rows) {
        const page = await readPage(stored, IN_ORDER, all.length);
        names = page.columns;
        if (page.rows.length === 0) break;
        all.push(...page.rows);
      }
      await navigator.clipboard.writeText(
        tsvOf(
          names,
          all.map(({ cells }) => cells),
        ),
      );
    },
    onSuccess: () => toast.success('Copied the table.'),
    onError: (error) => toast.error(error),
  });
  const tooLarge =
    rows > COPIED || columns > 200
      ? `More than ${formatNumber(COPIED)} rows or 200 columns: download the table.`
      : undefined;
  return (
    <>
      <ActionButton
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconCopy size={14} />}
        disabledReason={tooLarge}
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        Copy
      </ActionButton>
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
          {FORMATS.map(([format, label]) => (
            <Menu.Item key={format} onClick={() => save.mutate(format)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
