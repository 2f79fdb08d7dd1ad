/** Rows of a table of results, read by pages as they come into sight. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunFilter, RunPage } from '@acacia/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';

/** Rows of a page. */
const PAGE = 100;
/** Milliseconds for which pages out of sight are kept: the page's heap stays small. */
const KEPT_MS = 20_000;

export interface StoredTable {
  readonly run: string;
  readonly table: number;
  readonly client: WorkspaceClient;
}

export interface RowsWanted {
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  readonly search: string;
  readonly filters: readonly RunFilter[];
  /** The first of the columns that are shown. */
  readonly column: number;
}

export type Row = RunPage['rows'][number];

/** The view as parameters of a request. */
export const viewOf = ({ sort, search, filters }: Omit<RowsWanted, 'column'>) => ({
  ...(sort === null ? {} : { sort: sort.column, descending: sort.descending }),
  ...{ search, filters: [...filters] },
});

/** A page, read in parts where its rows are large. */
export async function readPage(
  { client, run, table }: StoredTable,
  wanted: RowsWanted,
  offset: number,
  signal?: AbortSignal,
): Promise<RunPage> {
  const asked = { ...viewOf(wanted), column: wanted.column };
  let page: RunPage | null = null;
  for (;;) {
    const have: RunPage['rows'] = page?.rows ?? [];
    const next = await client.runRows(
      run,
      table,
      { offset: offset + have.length, rows: PAGE - have.length, ...asked },
      { signal },
    );
    page = { ...next, rows: [...have, ...next.rows] };
    const whole = Math.min(PAGE, Math.max(0, page.total - offset));
    if (next.rows.length === 0 || page.rows.length >= whole) return page;
  }
}

/**
 * @param from first row in sight
 * @param to last row in sight
 */
export function useRows(stored: StoredTable, wanted: RowsWanted, from: number, to: number) {
  const first = Math.floor(from / PAGE);
  const blocks = Array.from({ length: Math.floor(to / PAGE) - first + 1 }, (_, i) => first + i);
  // The first page gives the columns and their widths.
  const all = first === 0 ? blocks : [0, ...blocks];
  return useQueries({
    queries: all.map((block) => ({
      queryKey: ['run-rows', stored.run, stored.table, wanted, block],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readPage(stored, wanted, block * PAGE, signal),
      staleTime: Infinity,
      gcTime: KEPT_MS,
      retry: false,
      ...(block === 0 ? { placeholderData: keepPreviousData<RunPage> } : {}),
    })),
    combine: (pages) => {
      const head = pages[0]?.data;
      const byBlock = new Map(all.map((block, i) => [block, pages[i]?.data]));
      return {
        columns: head?.columns ?? [],
        total: head?.total,
        sample: head?.rows ?? [],
        isFetching: pages.some((page) => page.isFetching),
        error: pages.find((page) => page.error !== null)?.error ?? null,
        retry: () => pages.forEach((page) => void page.refetch()),
        row: (place: number): Row | undefined => byBlock.get(Math.floor(place / PAGE))?.rows[place % PAGE],
      };
    },
  });
}
