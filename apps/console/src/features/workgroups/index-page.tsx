/** `/groups`: leads to the first workgroup, or offers to create one. */
import { EmptyState, ErrorState, PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { IconServer2 } from '@tabler/icons-react';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useWorkgroups } from '../../data/workgroups.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useDenied } from '../../data/me.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { workgroupSearch } from './search.ts';

export function Page() {
  useDocumentTitle('Workgroups');
  const { data, error, refetch } = useWorkgroups();
  const denied = useDenied();
  const first = data?.[0];
  // A link to a tab of no workgroup in particular, e.g. of the feed.
  const tab = useSearch({ strict: false, select: (search) => workgroupSearch.parse(search).tab });
  if (first !== undefined) {
    return (
      <Navigate to="/groups/$groupID" params={{ groupID: first.workgroup_id }} search={{ tab }} replace />
    );
  }
  if (data === undefined && error === null) {
    return (
      <PageBody>
        <PageSkeleton label="Loading workgroups" />
      </PageBody>
    );
  }
  return (
    <PageBody>
      <PageHeader
        title="Workgroups"
        description="A workgroup is a cloud provider and a region; it holds databases and the workspaces that serve them."
      />
      {data === undefined && error !== null && (
        <ErrorState what="Your workgroups" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <EmptyState
          icon={<IconServer2 size={22} stroke={1.6} />}
          title="No workgroups yet"
          description="Create a workgroup with its first workspace. It is ready in seconds, and empty until you load data."
          action={
            <LinkButton to="/groups/new" disabledReason={denied('workgroup.create')}>
              Create workgroup
            </LinkButton>
          }
        />
      )}
    </PageBody>
  );
}
