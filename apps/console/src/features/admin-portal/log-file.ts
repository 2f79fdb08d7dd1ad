/** Calls about the log file of a workspace, which the cloud reads without the workspace. */
import { LOG_FILE_LINES, type LogFilePage, type Workspace } from '@acacia/contract';
import { download } from '@acacia/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';

export interface LogFileFilter {
  readonly query: string;
  /** Joined by commas. */
  readonly components: string;
}

const FOLLOW = 3_000;

/** Lines that came after those that are known, behind them; the oldest make room. */
export function joined(before: LogFilePage, more: LogFilePage): LogFilePage {
  const all = [...before.logs, ...more.logs];
  const logs = all.slice(-LOG_FILE_LINES);
  return {
    logs,
    left_out: before.left_out + more.left_out + all.length - logs.length,
    components: [...new Set([...before.components, ...more.components])].sort(),
    next: more.next,
  };
}

/** The newest lines that match. @param follows reads on every three seconds */
export function useLogFile(workspace: Workspace, filter: LogFileFilter, follows: boolean) {
  const { cloud, queryClient } = useServices();
  const queryKey = ['log-file', workspace.workspace_id, filter];
  const params = idsOf(workspace);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<LogFilePage>(queryKey);
      const known = before !== undefined && before.next !== '' ? before : undefined;
      const after = known === undefined ? {} : { after: known.next };
      const page = await cloud.readLogFile({ params, query: { ...filter, ...after }, signal });
      return known === undefined ? page : joined(known, page);
    },
    refetchInterval: follows ? FOLLOW : false,
    placeholderData: keepPreviousData,
  });
}

export function useLogDownload(workspace: Workspace, filter: LogFileFilter) {
  const { cloud } = useServices();
  return useMutation({
    mutationFn: async () =>
      download(
        `${workspace.name}-log.txt`,
        await cloud.downloadLogFile({ params: idsOf(workspace), query: filter }),
      ),
  });
}
