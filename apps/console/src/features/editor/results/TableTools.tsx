/** Copies a table and saves it. */
import { CopyButton, download } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { prettyJson } from '../pretty-json.ts';
import { csvOf, tsvOf, type ResultTable } from './table-data.ts';

const rowsAsObjects = (table: ResultTable) =>
  table.rows.map((row) => Object.fromEntries(table.columns.map((column, i) => [column, row[i]])));

export function TableTools({ table, name }: { readonly table: ResultTable; readonly name: string }) {
  const save = (format: 'CSV' | 'JSON') =>
    format === 'CSV'
      ? download(`${name}-${table.name}.csv`, csvOf(table), 'text/csv;charset=utf-8')
      : download(`${name}-${table.name}.json`, prettyJson(rowsAsObjects(table)), 'application/json');
  return (
    <>
      <CopyButton value={tsvOf(table)} label="table" />
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
