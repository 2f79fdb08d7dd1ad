/** `/groups/{groupID}/spaces/config`: a new workspace in an existing workgroup. */
import { t } from '@acacia/texts';
import { PageBody, PageHeader } from '@acacia/ui';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermissionPage } from '../../shell/full-page/NoPermissionPage.tsx';
import { useCan } from '../../data/me.ts';
import { useRegionName } from '../../data/regions.ts';
import { useWorkgroup } from '../../data/workgroups.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { NewWorkspace } from './NewWorkspace.tsx';

export function Page() {
  useDocumentTitle(t`Create workspace`);
  const { groupID } = useParams({ from: '/shell/groups/$groupID/spaces/config' });
  const { solution } = useSearch({ from: '/shell/groups/$groupID/spaces/config' });
  const navigate = useNavigate({ from: '/groups/$groupID/spaces/config' });
  const group = useWorkgroup(groupID);
  const regionName = useRegionName();
  const can = useCan();
  if (!can('workspace.create', { workgroup_id: groupID })) return <NoPermissionPage />;
  return (
    <PageBody width="form">
      <PageHeader
        title="Create workspace"
        description={`In ${group.name} · ${group.cloud_provider_name} · ${regionName(group.region)}`}
      />
      <NewWorkspace
        key={groupID}
        platform={group.platform}
        region={group.region}
        providerId={group.cloud_provider_id}
        workgroup={{ id: groupID }}
        providerStatus={group.cloud_provider_status}
        databases={group.tg_databases}
        workspaces={group.workspaces}
        solutionId={solution}
        onBack={() =>
          void navigate({ to: '/groups/$groupID', params: { groupID }, search: { tab: 'workspaces' } })
        }
      />
    </PageBody>
  );
}
