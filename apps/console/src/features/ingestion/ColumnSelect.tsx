/** Choice of a column, where a file may have 20,000 of them: options are made when the list opens, and few are drawn. */
import { Select, type ComboboxItem } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** Options that are drawn at once; more are found by typing. */
const DRAWN = 100;

interface ColumnSelectProps {
  readonly label: string;
  /** Options above the columns, by their value. */
  readonly extra: readonly { readonly value: string; readonly label: string }[];
  readonly columns: readonly string[];
  /** The place of a column as text, or the value of an extra option. */
  readonly value: string;
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
}

export function ColumnSelect({ label, extra, columns, value, error, onChange }: ColumnSelectProps) {
  const [opened, setOpened] = useState(false);
  const option = (index: number): ComboboxItem => ({ value: String(index), label: columns[index] ?? '' });
  const chosen = extra.some((each) => each.value === value) ? [] : [option(Number(value))];
  const data: ComboboxItem[] = [...extra, ...(opened ? columns.map((_, index) => option(index)) : chosen)];
  const searchable = columns.length > 12;
  return (
    <Select
      size="xs"
      aria-label={label}
      data={data}
      limit={DRAWN}
      searchable={searchable}
      nothingFoundMessage={searchable ? 'No column of that name' : undefined}
      allowDeselect={false}
      value={value}
      error={error}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
