/** `/`: the home page, with ways to start and recent workspaces. */
import { Card, PageBody, PageHeader, TableSkeleton } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { FirstChoices } from './FirstChoices.tsx';
import { LeftSurvey } from './LeftSurvey.tsx';
import { QuickStart } from './QuickStart.tsx';
import { RECENT, RecentWorkspaces } from './RecentWorkspaces.tsx';
import { ToDo } from './ToDo.tsx';

export function Page() {
  useDocumentTitle('Home');
  return (
    <PageBody>
      <PageHeader
        title="Welcome to the graph platform"
        description="Create a workspace, give it a schema and data, and ask it questions."
      />
      <Stack gap="lg">
        <LeftSurvey />
        <FirstChoices />
        <QuickStart />
        <ToDo />
        <Card title="Recent workspaces" flush>
          <LoadBoundary
            compact
            what="Your workspaces"
            skeleton={<TableSkeleton rows={RECENT} label="Loading recent workspaces" />}
          >
            <RecentWorkspaces />
          </LoadBoundary>
        </Card>
      </Stack>
    </PageBody>
  );
}
