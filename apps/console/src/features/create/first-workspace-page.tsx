/** `/groups/new/spaces/config`: the second step, the first workspace of a workgroup that is made with it. */
import { t } from '@acacia/texts';
import { PageBody, PageHeader } from '@acacia/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { catalogQuery } from '../../data/catalog.ts';
import { useRegionName } from '../../data/regions.ts';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { NewWorkspace } from './NewWorkspace.tsx';
import { workgroupBody } from './workgroup-draft.ts';

export function Page() {
  useDocumentTitle(t`Create workspace`);
  const search = useSearch({ from: '/shell/groups/new/spaces/config' });
  const navigate = useNavigate({ from: '/groups/new/spaces/config' });
  const { data: catalog } = useSuspenseQuery(catalogQuery(useServices()));
  const regionName = useRegionName();
  const { name, region, cloud_provider_id: providerId, enable_application_log: log } = search;
  if (name === undefined || region === undefined || providerId === undefined) {
    return <Navigate to="/groups/new" search={search} replace />;
  }
  const provider = catalog.cloudProviders.find((each) => each.id === providerId);
  if (provider === undefined) {
    return <Navigate to="/groups/new" search={search} replace />;
  }
  return (
    <PageBody width="form">
      <PageHeader
        title="Create workspace"
        description={`Step 2 of 2: the first workspace of ${name} · ${provider.name} · ${regionName(region)}`}
      />
      <NewWorkspace
        platform={provider.platform}
        region={region}
        providerId={provider.id}
        workgroup={{
          create: workgroupBody(provider, { name, region, log: log === 'true' }),
        }}
        providerStatus={provider.status}
        databases={[]}
        workspaces={[]}
        solutionId={search.solution}
        onBack={() => void navigate({ to: '/groups/new', search })}
      />
    </PageBody>
  );
}
