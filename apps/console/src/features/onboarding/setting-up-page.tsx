/** `/onboarding/setting-up-workspace`: the first workspace of an organisation, made without any question. */
import { t } from '@acacia/texts';
import { Card, ErrorState, PageHeader } from '@acacia/ui';
import { Loader } from '@mantine/core';
import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCan } from '../../data/me.ts';
import { NoPermissionPage } from '../../shell/full-page/NoPermissionPage.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { FRAUD_GUIDE } from '../explore/investigation/fraud.ts';
import classes from './onboarding.module.css';
import { useFirstWorkspace } from './useFirstWorkspace.ts';

/** The page that comes next, by `source`, and without one. */
const CHOOSE = '/onboarding/choose';
const NEXT: Readonly<Record<string, '/onboarding/view-sample-data' | '/onboarding/import-csv'>> = {
  fraud: '/onboarding/view-sample-data',
  files: '/onboarding/import-csv',
};

/** Fetches the code of the pages that come next while the workspace is being made. */
function useWarmUp(source: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    const next = NEXT[source ?? ''] ?? CHOOSE;
    const coming: readonly (typeof next | '/explore')[] =
      source === FRAUD_GUIDE ? [next, '/explore'] : [next];
    for (const path of coming) {
      // Where it fails, the page itself tries again and says so.
      router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined);
    }
  }, [router, source]);
}

export function Page() {
  useDocumentTitle(t`Setting up your workspace`);
  const { source } = useSearch({ from: '/onboarding' });
  useWarmUp(source);
  const may = useCan()('workgroup.create');
  const { workspace, error, retry } = useFirstWorkspace(source === FRAUD_GUIDE, may);
  if (!may) return <NoPermissionPage />;
  if (workspace !== undefined) {
    const search = { workspace_id: workspace.workspace_id, source };
    return <Navigate to={NEXT[source ?? ''] ?? CHOOSE} search={search} replace />;
  }
  return (
    <>
      <PageHeader
        title="Setting up your workspace"
        description="A workgroup, a database and a read-write workspace are made for you. It takes some seconds."
      />
      <Card>
        {error !== null ? (
          <ErrorState title="Failed to acquire workspace." error={error} onRetry={retry} compact />
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
