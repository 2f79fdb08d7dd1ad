/** `/groups/new/spaces/config`: the second step, the first workspace of a workgroup that is made with it. */
import type { CloudProvider } from '@acacia/contract';
import { ErrorState, PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useCatalog } from '../../data/catalog.ts';
import { useRegionName } from '../../data/regions.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { NewWorkspace } from './NewWorkspace.tsx';

export function Page() {
  useDocumentTitle('Create workspace');
  const search = useSearch({ from: '/shell/groups/new/spaces/config' });
  const navigate = useNavigate({ from: '/groups/new/spaces/config' });
  const catalog = useCatalog();
  const regionName = useRegionName();
  const { name, region, cloud_provider_id: providerId, enable_application_log: log } = search;
  if (name === undefined || region === undefined || providerId === undefined) {
    return <Navigate to="/groups/new" search={search} replace />;
  }
  const provider: CloudProvider | undefined = catalog.data?.cloudProviders.find(
    (each) => each.id === providerId,
  );
  if (catalog.data !== undefined && provider === undefined) {
    return <Navigate to="/groups/new" search={search} replace />;
  }
  return (
    <PageBody width="form">
      <PageHeader
        title="Create workspace"
        description={`Step 2 of 2: the first workspace of ${name} · ${provider?.name ?? ''} · ${regionName(region)}`}
      />
      {provider !== undefined ? (
        <NewWorkspace
          platform={provider.platform}
          region={region}
          providerId={provider.id}
          workgroup={{
            create: {
              name,
              region,
              cloud_provider_id: provider.id,
              platform: provider.platform,
              enable_application_log: log === 'true',
            },
          }}
          providerStatus={provider.status}
          databases={[]}
          workspaces={[]}
          solutionId={search.solution}
          onBack={() => void navigate({ to: '/groups/new', search })}
        />
      ) : catalog.error === null ? (
        <PageSkeleton label="Loading sizes" />
      ) : (
        <ErrorState what="The form" error={catalog.error} onRetry={() => void catalog.refetch()} />
      )}
    </PageBody>
  );
}
