import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DataTable, type DataTableColumn } from './DataTable.tsx';
import { renderUi, userEvent } from './testing.tsx';

interface City {
  readonly name: string;
  readonly people: number | null;
}
const CITIES: readonly City[] = [
  { name: 'City 10', people: 5 },
  { name: 'City 2', people: null },
  { name: 'City 1', people: 70 },
];
const COLUMNS: readonly DataTableColumn<City>[] = [
  { id: 'name', header: 'Name', cell: (city) => city.name, sortBy: (city) => city.name },
  {
    id: 'people',
    header: 'People',
    cell: (city) => city.people,
    sortBy: (city) => city.people,
    align: 'right',
  },
  { id: 'more', header: 'Actions', cell: () => 'x', hideHeader: true },
];
const table = (rows: readonly City[] | undefined) => (
  <DataTable label="Cities" columns={COLUMNS} rows={rows} rowKey={(city) => city.name} empty="No cities" />
);
const names = (): (string | null | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('DataTable', () => {
  it('sorts by its heads, numbers in names as numbers, and tells screen readers', async () => {
    renderUi(table(CITIES));
    expect(names()).toEqual(['City 10', 'City 2', 'City 1']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['City 1', 'City 2', 'City 10']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['City 10', 'City 2', 'City 1']);
  });

  it('cannot sort a column that has nothing to sort by', () => {
    renderUi(table(CITIES));
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy();
  });

  it('says that it loads, and why it is empty', () => {
    const { unmount } = renderUi(table(undefined));
    expect(screen.getByRole('status', { name: 'Loading Cities' })).toBeTruthy();
    unmount();
    renderUi(table([]));
    expect(screen.getByText('No cities')).toBeTruthy();
  });
});
