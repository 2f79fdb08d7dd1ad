/** Reads the audit log: pages of entries, one entry, and the whole as a file. */
import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditFilter, type AuditFormat } from '@acacia/contract';
import { download } from '@acacia/ui';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type InfiniteData,
} from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';
import type { AuditSearch } from './search.ts';

export function filterOf({ entry: _entry, ...filter }: AuditSearch): AuditFilter {
  return filter;
}

/** Entries, newest first, a page at a time. */
export function useAuditLog(filter: AuditFilter, enabled: boolean) {
  const { cloud } = useServices();
  return useInfiniteQuery({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      cloud.listAuditEntries({ query: { ...filter, before: pageParam, limit: AUDIT_PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: readonly AuditEntry[]) =>
      page.length < AUDIT_PAGE_SIZE ? undefined : page.at(-1)?.id,
    select: ({ pages }: InfiniteData<readonly AuditEntry[]>) => pages.flat(),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** One entry, which need not be in the list: undefined while it loads, null when there is none with the id. */
export function useAuditEntry(id: string, listed: AuditEntry | undefined) {
  const { cloud } = useServices();
  const query = useQuery({
    queryKey: ['audit', 'entry', id],
    queryFn: async ({ signal }) => {
      const query = { before: String(BigInt(id) + 1n), limit: 1 };
      const [found] = await cloud.listAuditEntries({ query, signal });
      return found?.id === id ? found : null;
    },
    enabled: listed === undefined,
  });
  return { ...query, entry: listed ?? query.data };
}

export function useAuditExport(filter: AuditFilter) {
  const { cloud } = useServices();
  return useMutation({
    mutationFn: async (format: AuditFormat) =>
      download(`audit-log.${format}`, await cloud.exportAuditEntries({ query: { ...filter, format } })),
  });
}
