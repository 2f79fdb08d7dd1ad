/** `/`: the home page, with ways to start and recent workspaces. */
import { Card, ErrorState, PageBody, PageHeader } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useWorkspaces } from '../../data/workgroups.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { QuickStart } from './QuickStart.tsx';
import { RecentWorkspaces } from './RecentWorkspaces.tsx';

export function Page() {
  useDocumentTitle('Home');
  const { workspaces, error, refetch } = useWorkspaces();
  return (
    <PageBody>
      <PageHeader
        title="Welcome to the graph platform"
        description="Create a workspace, give it a schema and data, and ask it questions."
      />
      <Stack gap="lg">
        <QuickStart workspaces={workspaces} />
        <Card title="Recent workspaces" flush>
          {error === null ? (
            <RecentWorkspaces workspaces={workspaces} />
          ) : (
            <ErrorState compact what="Your workspaces" error={error} onRetry={refetch} />
          )}
        </Card>
      </Stack>
    </PageBody>
  );
}
