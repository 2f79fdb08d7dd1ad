/** The first error of a draft, with its line. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireQueryInfo } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';
import classes from './panels.module.css';

interface DraftFaultProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly query: WireQueryInfo;
}

export function DraftFault({ client, workspaceId, query: { graph, name, code } }: DraftFaultProps) {
  const check = useQuery({
    queryKey: [...graphKeys.queries(workspaceId, graph), 'check', name, code],
    queryFn: ({ signal }) => client.checkQuery(graph, code, { signal }),
  });
  const errors = check.data?.errors ?? [];
  const [first] = errors;
  if (check.isError) return <span className={classes.fault}>Its errors could not be read.</span>;
  if (first === undefined) return null;
  const more = errors.length === 1 ? '' : t` (and ${errors.length - 1} more)`;
  const text = t`Line ${first.startLine}: ${first.msg}`;
  return (
    <span className={classes.fault} title={text}>
      {text}
      {more}
    </span>
  );
}
