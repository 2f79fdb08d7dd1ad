/** `/`: where to begin, and where the person was. */
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
    <PageBody width={1120}>
      <PageHeader
        title="Welcome to the graph platform"
        description="Create a workspace, give it a schema and data, and ask it questions."
      />
      <Stack gap="lg">
        <QuickStart workspaces={workspaces} />
        <Card title="Recent Workspaces" flush>
          {error === null ? (
            <RecentWorkspaces workspaces={workspaces} />
          ) : (
            <ErrorState compact title="Server error:" error={error} onRetry={refetch} />
          )}
        </Card>
      </Stack>
    </PageBody>
  );
}
