/** Copies cells of a table of results, whole, as text that the workspace makes. */
import { t } from '@acacia/texts';
import { RUN_BOUNDS, type RunCopyFormat } from '@acacia/contract';
import { formatNumber, toast } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { SelectedCells } from './selection.ts';
import { viewOf, type RowsWanted, type StoredTable } from './useRows.ts';

const FORMATS: readonly (readonly [RunCopyFormat, string])[] = [
  ['tsv', t`For spreadsheets (TSV)`],
  ['csv', 'CSV'],
  ['json', 'JSON'],
];

interface CopyAsked {
  readonly cells: SelectedCells;
  readonly format: RunCopyFormat;
  /** Place in the table of the first row, where it is known: a single cell is copied by its value alone. */
  readonly row?: number | undefined;
}

/** Puts cells into the clipboard, and says so. */
export function useCopy(stored: StoredTable, wanted: RowsWanted) {
  return useMutation({
    mutationFn: async ({ cells, format, row }: CopyAsked) => {
      const { client, run, table } = stored;
      const single = cells.rows * cells.columns === 1 && row !== undefined;
      const text = single
        ? await client.runCell(run, table, row, cells.column)
        : await client.runCopy(run, table, { ...viewOf(wanted), ...cells }, format);
      await navigator.clipboard.writeText(text);
      return single
        ? t`Copied the value.`
        : cells.rows === 1
          ? t`Copied ${formatNumber(cells.rows)} row.`
          : t`Copied ${formatNumber(cells.rows)} rows.`;
    },
    onSuccess: (said) => toast.success(said),
    onError: (error) => toast.error(error),
  });
}

interface CopyMenuProps {
  readonly stored: StoredTable;
  readonly wanted: RowsWanted;
  readonly cells: SelectedCells;
  readonly label: string;
}

export function CopyMenu({ stored, wanted, cells, label }: CopyMenuProps) {
  const copy = useCopy(stored, wanted);
  const tooLarge = cells.rows > RUN_BOUNDS.copiedRows || cells.columns > RUN_BOUNDS.pageColumns;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconCopy size={14} />}
          loading={copy.isPending}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tooLarge && (
          <Menu.Label>
            {`More than ${formatNumber(RUN_BOUNDS.copiedRows)} rows or ${RUN_BOUNDS.pageColumns} columns: download the table.`}
          </Menu.Label>
        )}
        {FORMATS.map(([format, name]) => (
          <Menu.Item key={format} disabled={tooLarge} onClick={() => copy.mutate({ cells, format })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
