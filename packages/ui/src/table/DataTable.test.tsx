import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi, TestProvider, userEvent } from '../testing.tsx';
import type { DataTableColumn } from './columns.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';

interface City {
  readonly name: string;
  readonly people: number | null;
  readonly parts?: readonly City[];
}
const CITIES: readonly City[] = [
  { name: 'City 10', people: 5 },
  { name: 'City 2', people: null, parts: [{ name: 'Old town', people: 3 }] },
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
const rowKey = (city: City): string => city.name;
const table = (rows: readonly City[] | undefined, more: Partial<DataTableProps<City>> = {}) => (
  <DataTable label="Cities" columns={COLUMNS} rows={rows} rowKey={rowKey} empty="No cities" {...more} />
);
const many = (count: number): City[] =>
  Array.from({ length: count }, (_, index) => ({ name: `City ${index + 1}`, people: index }));
/** Texts of the rows' cells at a place. */
const names = (cell = 0): (string | null | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[cell]?.textContent);

afterEach(() => vi.restoreAllMocks());

describe('the heads', () => {
  it('sort, numbers in names as numbers, and tell screen readers', async () => {
    renderUi(table(CITIES));
    expect(names()).toEqual(['City 10', 'City 2', 'City 1']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['City 1', 'City 2', 'City 10']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['City 10', 'City 2', 'City 1']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBeNull();
  });

  it('do not sort a column that has nothing to sort by', () => {
    renderUi(table(CITIES));
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy();
  });

  it('tell who keeps the order outside', async () => {
    const onSort = vi.fn();
    renderUi(table(CITIES, { sort: { id: 'people', desc: true }, onSort }));
    expect(names()).toEqual(['City 1', 'City 10', 'City 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenCalledWith({ id: 'name', desc: false });
  });
});

describe('a table without rows', () => {
  it('says that it loads, in its final shape', () => {
    renderUi(table(undefined));
    expect(screen.getByRole('status', { name: 'Loading Cities' })).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Cities' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('columnheader', { name: 'People' })).toBeTruthy();
  });

  it('says why it is empty', () => {
    renderUi(table([], { filter: { label: 'Filter cities' }, exportName: 'cities', paging: {} }));
    expect(screen.getByText('No cities')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('says why they could not be read, and tries again', async () => {
    const onRetry = vi.fn();
    renderUi(table(undefined, { error: new Error('the server is away'), onRetry }));
    expect(screen.getByRole('alert').textContent).toContain('the server is away');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

it('keeps the rows it has when they cannot be read again', () => {
  renderUi(table(CITIES, { error: new Error('the server is away') }));
  expect(screen.getByRole('alert').textContent).toContain('the server is away');
  expect(names()).toHaveLength(3);
});

describe('the filter', () => {
  it('finds rows, says how many, and is cleared by Escape', async () => {
    renderUi(table(CITIES, { filter: { label: 'Filter cities' } }));
    const field = screen.getByRole('searchbox', { name: 'Filter cities' });
    await userEvent.type(field, 'city 70');
    await waitFor(() => expect(names()).toEqual(['City 1']));
    expect(screen.getByText('1 match')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('says that nothing matches, and stays to be changed', async () => {
    renderUi(table(CITIES, { filter: { label: 'Filter cities' } }));
    await userEvent.type(screen.getByRole('searchbox'), 'village');
    expect(await screen.findByText('Nothing matches “village”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});

describe('pages', () => {
  it('are turned, and go back to the first when the filter changes', async () => {
    renderUi(table(many(23), { paging: { size: 10 }, filter: { label: 'Filter' } }));
    expect(names()).toHaveLength(10);
    expect(screen.getByText('1–10 of 23')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
    expect(names()).toEqual(['City 21', 'City 22', 'City 23']);
    expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('21–23 of 23')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'city 23');
    await waitFor(() => expect(screen.getByText('1–1 of 1')).toBeTruthy());
  });

  it('keep the first row in sight when their size changes', async () => {
    renderUi(table(many(120), { paging: { size: 25, page: 3 } }));
    expect(names()[0]).toBe('City 51');
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    await userEvent.selectOptions(size, '50');
    expect(screen.getByText('51–100 of 120')).toBeTruthy();
  });

  it('go back to the last there is when rows go', () => {
    const { rerender } = renderUi(table(many(30), { paging: { size: 10, page: 3 } }));
    expect(names()[0]).toBe('City 21');
    rerender(<TestProvider>{table(many(12), { paging: { size: 10, page: 3 } })}</TestProvider>);
    expect(names()).toEqual(['City 11', 'City 12']);
  });

  it('of a server are asked for, not cut again', async () => {
    const onPage = vi.fn();
    renderUi(table(many(8), { paging: { size: 8, page: 2, total: 30, onPage }, exportName: 'x' }));
    expect(names()).toHaveLength(8);
    expect(screen.getByText('9–16 of 30')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export page as CSV' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage).toHaveBeenCalledWith(3);
  });
});

it('leads back from a page of a server that is empty by now', async () => {
  const onPage = vi.fn();
  renderUi(table([], { paging: { size: 10, page: 4, total: 30, onPage } }));
  expect(screen.getByText('Nothing on this page')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPage).toHaveBeenCalledWith(2);
});

it('unfolds rows below a row', async () => {
  const tree = { of: (city: City) => city.parts ?? [], what: 'parts' };
  renderUi(table(CITIES, { tree }));
  const twist = screen.getByRole('button', { name: 'Show parts of City 2' });
  expect(twist.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(twist);
  expect(names()).toEqual(['City 10', 'City 2', 'Old town', 'City 1']);
  await userEvent.click(screen.getByRole('button', { name: 'Hide parts of City 2' }));
  expect(names()).toHaveLength(3);
});

describe('choosing', () => {
  function Choosing({ refuse }: { readonly refuse?: string }) {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    const disabledReason = (city: City): string | undefined =>
      city.name === refuse ? 'It is in use.' : undefined;
    return (
      <>
        <output>{[...selected].join(', ')}</output>
        {table(CITIES, {
          selection: { selected, onChange: setSelected, disabledReason },
          filter: { label: 'Filter' },
        })}
      </>
    );
  }
  const chosen = (): string | null | undefined => document.querySelector('output')?.textContent;
  const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });

  it('takes one, then all, then none', async () => {
    renderUi(<Choosing />);
    await userEvent.click(box('Select City 1'));
    expect(chosen()).toBe('City 1');
    expect(box('Select all').indeterminate).toBe(true);
    await userEvent.click(box('Select all'));
    expect(chosen()).toBe('City 1, City 10, City 2');
    await userEvent.click(box('Select all'));
    expect(chosen()).toBe('');
  });

  it('takes all that the filter leaves', async () => {
    renderUi(<Choosing />);
    await userEvent.type(screen.getByRole('searchbox'), '70');
    await waitFor(() => expect(names(1)).toEqual(['City 1']));
    await userEvent.click(box('Select all'));
    expect(chosen()).toBe('City 1');
  });

  it('leaves out what cannot be chosen, and says why', async () => {
    renderUi(<Choosing refuse="City 2" />);
    await userEvent.click(box('Select City 2'));
    expect(chosen()).toBe('');
    expect(box('Select City 2').getAttribute('aria-description')).toBe('It is in use.');
    await userEvent.click(box('Select all'));
    expect(chosen()).toBe('City 10, City 1');
    expect(box('Select all').checked).toBe(true);
  });
});

it('exports what matches in the order shown, rows below included', async () => {
  let content: Blob | undefined;
  let name = '';
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      content = blob;
      return 'blob:1';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download;
  });
  const tree = { of: (city: City) => city.parts ?? [], what: 'parts' };
  renderUi(table(CITIES, { tree, exportName: 'cities', initialSort: { id: 'name', desc: false } }));
  await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
  vi.unstubAllGlobals();
  expect(name).toBe('cities.csv');
  expect(await content?.text()).toBe('Name,People\r\nCity 1,70\r\nCity 2,\r\nOld town,3\r\nCity 10,5\r\n');
});

it('has only rows in sight in the document when there are very many', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(490);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(49);
  renderUi(table(many(5000), { maxHeight: 490 }));
  const drawn = screen.getAllByRole('row');
  expect(drawn.length).toBeGreaterThan(2);
  expect(drawn.length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  expect(drawn[1]?.getAttribute('aria-rowindex')).toBe('2');
});
