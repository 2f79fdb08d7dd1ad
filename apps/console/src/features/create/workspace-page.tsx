/** `/groups/{groupID}/spaces/config`: a new workspace in an existing workgroup. */
import { CloudError } from '@acacia/api-client';
import { ErrorState, PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermissionPage } from '../../shell/full-page/NoPermissionPage.tsx';
import { NotFoundPage } from '../../shell/full-page/NotFoundPage.tsx';
import { useCan, useMe } from '../../data/me.ts';
import { useRegionName } from '../../data/regions.ts';
import { useWorkgroup } from '../../data/workgroups.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { NewWorkspace } from './NewWorkspace.tsx';

export function Page() {
  useDocumentTitle('Create workspace');
  const { groupID } = useParams({ from: '/shell/groups/$groupID/spaces/config' });
  const { solution } = useSearch({ from: '/shell/groups/$groupID/spaces/config' });
  const navigate = useNavigate({ from: '/groups/$groupID/spaces/config' });
  const group = useWorkgroup(groupID);
  const regionName = useRegionName();
  const me = useMe();
  const can = useCan();
  if (group.data === undefined && group.error instanceof CloudError && group.error.status === 404) {
    return <NotFoundPage />;
  }
  if (me.data !== undefined && !can('workspace.create', { workgroup_id: groupID }))
    return <NoPermissionPage />;
  return (
    <PageBody width="form">
      <PageHeader
        title="Create workspace"
        description={
          group.data === undefined
            ? 'A workspace is a server with its own address for the data of one database.'
            : `In ${group.data.name} · ${group.data.cloud_provider_name} · ${regionName(group.data.region)}`
        }
      />
      {group.data !== undefined ? (
        <NewWorkspace
          key={groupID}
          platform={group.data.platform}
          region={group.data.region}
          providerId={group.data.cloud_provider_id}
          workgroup={{ id: groupID }}
          providerStatus={group.data.cloud_provider_status}
          databases={group.data.tg_databases}
          workspaces={group.data.workspaces}
          solutionId={solution}
          onBack={() =>
            void navigate({ to: '/groups/$groupID', params: { groupID }, search: { tab: 'workspaces' } })
          }
        />
      ) : group.error === null ? (
        <PageSkeleton label="Loading workgroup" />
      ) : (
        <ErrorState what="The workgroup" error={group.error} onRetry={() => void group.refetch()} />
      )}
    </PageBody>
  );
}
