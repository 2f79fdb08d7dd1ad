/** `/groups`: leads to the first workgroup, or offers to create one. */
import { t } from '@acacia/texts';
import { EmptyState, PageBody, PageHeader } from '@acacia/ui';
import { IconServer2 } from '@tabler/icons-react';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useWorkgroups } from '../../data/workgroups.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useDenied } from '../../data/me.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { workgroupSearch } from './search.ts';

export function Page() {
  useDocumentTitle(t`Workgroups`);
  const [first] = useWorkgroups();
  const denied = useDenied();
  // A link to a tab of no workgroup in particular, e.g. of the feed.
  const tab = useSearch({ strict: false, select: (search) => workgroupSearch.parse(search).tab });
  if (first !== undefined) {
    return (
      <Navigate to="/groups/$groupID" params={{ groupID: first.workgroup_id }} search={{ tab }} replace />
    );
  }
  return (
    <PageBody>
      <PageHeader
        title="Workgroups"
        description="A workgroup is a cloud provider and a region; it holds databases and the workspaces that serve them."
      />
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
    </PageBody>
  );
}
