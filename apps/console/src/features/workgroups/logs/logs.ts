/** Calls of the collected logs. */
import { asError } from '@acacia/base';
import { LOG_PAGE_SIZE, type LogEntry, type Workspace } from '@acacia/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices } from '../../../services/services.ts';
import type { TimeRange } from './time-range.ts';

export interface LogFilter {
  readonly query: string;
  readonly hosts: readonly string[];
  readonly components: readonly string[];
}

const paramsOf = ({ workgroup_id, workspace_id }: Workspace) => ({ workgroup_id, workspace_id });

/** Hosts and components that have written. */
export function useLogSources(workspace: Workspace) {
  const { cloud } = useServices();
  const params = paramsOf(workspace);
  const { data: hosts = [] } = useQuery({
    queryKey: ['logs', workspace.workspace_id, 'hosts'],
    queryFn: ({ signal }) => cloud.listLogHosts({ params, signal }),
  });
  const { data: components = [] } = useQuery({
    queryKey: ['logs', workspace.workspace_id, 'components'],
    queryFn: ({ signal }) => cloud.listLogComponents({ params, signal }),
  });
  return { hosts, components };
}

export function useLogPage(workspace: Workspace, filter: LogFilter, range: TimeRange, page: number) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['logs', workspace.workspace_id, 'page', filter, range, page],
    queryFn: ({ signal }) =>
      cloud.searchLogs({
        params: paramsOf(workspace),
        body: {
          query: filter.query,
          hosts: [...filter.hosts],
          components: [...filter.components],
          ...range,
          pageNumber: page,
          pageSize: LOG_PAGE_SIZE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Lines of a tail that stay in the page. */
const KEPT = 10_000;
/** Milliseconds before a tail that broke off is taken up again. */
const AGAIN = 3_000;

export interface Tail {
  readonly lines: readonly LogEntry[];
  /** Why nothing comes at the moment; it is tried again. */
  readonly problem: Error | null;
}

/** Lines as they come. A new filter begins anew. */
export function useLogTail(workspace: Workspace, filter: LogFilter): Tail {
  const { cloud } = useServices();
  const [tail, setTail] = useState<Tail>({ lines: [], problem: null });
  const { workgroup_id, workspace_id } = workspace;
  const hosts = filter.hosts.join(',');
  const components = filter.components.join(',');
  const { query } = filter;
  useEffect(() => {
    const leave = new AbortController();
    let after: string | undefined;
    const follow = async (): Promise<void> => {
      const answer = await cloud.tailLogs({
        params: { workgroup_id, workspace_id },
        query: { query, hosts, components, ...(after === undefined ? {} : { after }) },
        signal: leave.signal,
      });
      const first = after === undefined;
      after = answer.next;
      setTail(({ lines }) => ({
        lines: first ? answer.logs : [...lines, ...answer.logs].slice(-KEPT),
        problem: null,
      }));
    };
    const run = async (): Promise<void> => {
      while (!leave.signal.aborted) {
        try {
          await follow();
        } catch (error) {
          if (leave.signal.aborted) return;
          const problem = asError(error);
          setTail(({ lines }) => ({ lines, problem }));
          await new Promise((resolve) => setTimeout(resolve, AGAIN));
        }
      }
    };
    void run();
    return () => leave.abort();
  }, [cloud, workgroup_id, workspace_id, query, hosts, components]);
  return tail;
}
