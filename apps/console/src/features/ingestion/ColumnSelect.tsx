/** Choice of a column, where a file may have 20,000 of them: options are made of those alone that the list draws. */
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
  const chosen = extra.some((each) => each.value === value) ? [] : [Number(value)];
  const [search, setSearch] = useState('');
  // The name of the chosen column stands in the field, and looks for none.
  const isAnswer = [...extra, ...chosen.map(option)].some(
    (each) => each.value === value && each.label === search,
  );
  const found = opened ? placesOf(columns, isAnswer ? '' : search) : [];
  const data: ComboboxItem[] = [...extra, ...[...new Set([...chosen, ...found])].map(option)];
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
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

/** Places of the first columns whose name has a text in it. */
function placesOf(columns: readonly string[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  const places: number[] = [];
  for (const [index, name] of columns.entries()) {
    if (places.length === DRAWN) break;
    if (name.toLowerCase().includes(wanted)) places.push(index);
  }
  return places;
}
