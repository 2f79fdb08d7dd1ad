/** The order, filter and page of a list that the server sorts and cuts; they are kept in the address. */
import type { TableSort } from '@acacia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { listSearch } from './search.ts';

/** Milliseconds after the last key before a search is made. */
const DEBOUNCE = 300;

export type ListState = ReturnType<typeof useListState>;

/**
 * @param sorts the orders that the call knows, which are ids of columns
 * @param size rows of a page
 */
export function useListState<const Sort extends string>(sorts: readonly Sort[], size: number) {
  const {
    find = '',
    sort: named,
    desc,
    page = 1,
  } = useSearch({
    from: '/shell/dashboard/$',
    select: (search) => listSearch.parse(search),
    structuralSharing: true,
  });
  const sort = sorts.find((each) => each === named);
  const navigate = useNavigate();
  const [wanted] = useDebouncedValue(find, DEBOUNCE);
  const change = (part: Readonly<Record<string, string | number | undefined>>): void => {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, page: undefined, ...part }),
      replace: true,
    });
  };
  const order: TableSort | null = sort === undefined ? null : { id: sort, desc: desc === 'true' };
  return {
    change,
    page,
    find: {
      value: find,
      onChange: (text: string) => change({ find: text === '' ? undefined : text }),
    },
    sort: order,
    onSort: (next: TableSort | null) =>
      change({ sort: next?.id, desc: next?.desc === true ? 'true' : undefined }),
    onPage: (next: number) => change({ page: next }),
    /** The part of the call's query that says this. */
    query: {
      ...(wanted === '' ? {} : { find: wanted }),
      ...(sort === undefined ? {} : { sort }),
      ...(desc === undefined ? {} : { desc }),
      offset: (page - 1) * size,
      limit: size,
    },
  };
}
