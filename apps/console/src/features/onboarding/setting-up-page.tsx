/** `/onboarding/setting-up-workspace`: the first workspace of an organisation, made without any question. */
import { t } from '@acacia/texts';
import { Card, ErrorState, PageHeader } from '@acacia/ui';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useCan } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { NoPermissionPage } from '../../shell/full-page/NoPermissionPage.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { acquireWorkspace } from './acquire-workspace.ts';
import classes from './onboarding.module.css';

/** Pages that come next, by `source`. */
const NEXT: Readonly<Record<string, '/onboarding/view-sample-data' | '/onboarding/import-csv'>> = {
  fraud: '/onboarding/view-sample-data',
  files: '/onboarding/import-csv',
};

export function Page() {
  useDocumentTitle(t`Setting up your workspace`);
  const services = useServices();
  const { source } = useSearch({ from: '/onboarding' });
  const may = useCan()('workgroup.create');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['first-workspace'],
    queryFn: ({ signal }) => acquireWorkspace(services, signal),
    enabled: may,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (!may) return <NoPermissionPage />;
  if (data !== undefined) {
    const search = { workspace_id: data.workspace_id, source };
    return <Navigate to={NEXT[source ?? ''] ?? '/onboarding/choose'} search={search} replace />;
  }
  return (
    <>
      <PageHeader
        title="Setting up your workspace"
        description="A workgroup, a database and a read-write workspace are made for you. It takes some seconds."
      />
      <Card>
        {error !== null && !isFetching ? (
          <ErrorState
            title="Failed to acquire workspace."
            error={error}
            onRetry={() => void refetch()}
            compact
          />
        ) : (
          <p role="status" className={classes.phase} data-state="present">
            <Loader size="sm" /> Setting up your workspace …
          </p>
        )}
      </Card>
      <div className={classes.actions}>
        <LinkButton to="/groups/new" variant="default">
          Choose region and size myself
        </LinkButton>
      </div>
    </>
  );
}
