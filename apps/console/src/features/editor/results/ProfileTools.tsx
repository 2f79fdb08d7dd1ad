/** Copies a profile and saves it. */
import { csvOf } from '@acacia/base';
import { CopyButton, download } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { prettyJson } from '../pretty-json.ts';
import type { ProfileTable } from './profile-rows.ts';
import { tsvOf } from './table-data.ts';

const asObjects = ({ columns, rows }: ProfileTable) =>
  rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

export function ProfileTools({ table, name }: { readonly table: ProfileTable; readonly name: string }) {
  const save = (format: 'CSV' | 'JSON') =>
    format === 'CSV'
      ? download(`${name}-profile.csv`, csvOf([table.columns, ...table.rows]), 'text/csv;charset=utf-8')
      : download(`${name}-profile.json`, prettyJson(asObjects(table)), 'application/json');
  return (
    <>
      <CopyButton value={tsvOf(table.columns, table.rows)} label="table" />
      {(['CSV', 'JSON'] as const).map((format) => (
        <Button
          key={format}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          onClick={() => save(format)}
        >
          {format}
        </Button>
      ))}
    </>
  );
}
