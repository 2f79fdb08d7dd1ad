/** `/`: the home page, with ways to start and recent workspaces. */
import { t } from '@acacia/texts';
import { Card, PageBody, PageHeader, TableSkeleton } from '@acacia/ui';
import { Skeleton, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, type ReactNode } from 'react';
import { tasksQuery } from '../../data/onboarding.ts';
import { workgroupsQuery, workspacesOf } from '../../data/workgroups.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { Drawn, Settled } from '../../shell/useSettled.ts';
import { LeftSurvey } from './LeftSurvey.tsx';
import { QuickStart } from './QuickStart.tsx';
import { RECENT, RecentWorkspaces } from './RecentWorkspaces.tsx';
import classes from './home.module.css';

const Cockpit = lazyPart(async () => (await import('./Cockpit.tsx')).default);
const FirstChoices = lazyPart(async () => (await import('./FirstChoices.tsx')).default);
const AddonsGrid = lazyPart(async () => (await import('./AddonsGrid.tsx')).default);
const ToDo = lazyPart(async () => (await import('./ToDo.tsx')).default);
const TutorialChapters = lazyPart(async () => (await import('./TutorialChapters.tsx')).default);

/** Rows of the skeleton of the to-do list (specification part 1, section 9). */
const TASK_ROWS = 5;
/** Pixels of the tutorials on a wide page. */
const TUTORIALS_HEIGHT = 104;

/**
 * The ways to a first graph, or nothing once there is a workspace. The page counts as drawn once this or `AtAGlance` is:
 * the code of either comes after the list of workspaces.
 */
function Beginning() {
  const { data: groups } = useQuery(workgroupsQuery(useServices()));
  if (groups === undefined || workspacesOf(groups).length > 0) return null;
  return (
    <LoadBoundary compact what="This part" skeleton={null}>
      <FirstChoices />
      <Drawn />
    </LoadBoundary>
  );
}

/** Nothing without workspaces. */
function AtAGlance() {
  const { data: groups, isPending } = useQuery(workgroupsQuery(useServices()));
  const workspaces = groups === undefined ? undefined : workspacesOf(groups);
  const has = workspaces === undefined ? undefined : workspaces.length > 0;
  const [had, setHad] = useLocalStorage({
    key: 'acacia.home.glance',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    if (has !== undefined) setHad(has);
  }, [has, setHad]);
  // Keeps its place, so that nothing below it moves: also of the last visit's, until it is known what there is.
  const coming = <Skeleton height={164} radius="md" />;
  if (isPending) return had ? coming : null;
  if (workspaces === undefined) return <Drawn />;
  if (workspaces.length === 0) return null;
  return (
    <LoadBoundary compact what="This part" skeleton={coming}>
      <Cockpit workspaces={workspaces} />
      <Drawn />
    </LoadBoundary>
  );
}

interface BelowProps {
  readonly what: string;
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** A part that lies below the first screen: it is fetched once that stands. */
function Below({ what, skeleton, children }: BelowProps) {
  const settled = use(Settled);
  return (
    <LoadBoundary compact what={what} skeleton={skeleton}>
      {settled ? children : skeleton}
    </LoadBoundary>
  );
}

/** The to-do list until all of it is done. */
function Tasks() {
  const { data: tasks, isPending } = useQuery(tasksQuery(useServices()));
  const coming = (
    <Card flush>
      <div className={classes.coming}>
        <TableSkeleton rows={TASK_ROWS} label="Loading the to-do list" />
      </div>
    </Card>
  );
  if (isPending) return coming;
  // The parts below say that the server is away: hints need no failure of their own.
  if (tasks === undefined || tasks.every(({ completed }) => completed)) return null;
  return (
    <Below what="The to-do list" skeleton={coming}>
      <ToDo tasks={tasks} />
    </Below>
  );
}

export function Page() {
  useDocumentTitle(t`Home`);
  return (
    <PageBody>
      <PageHeader
        title="Welcome to the graph platform"
        description="Create a workspace, give it a schema and data, and ask it questions."
      />
      <Stack gap="lg">
        <LeftSurvey />
        <Beginning />
        <QuickStart />
        <AtAGlance />
        <Below what="The add-ons" skeleton={<TableSkeleton rows={1} label="Loading add-ons" />}>
          <AddonsGrid />
        </Below>
        <Tasks />
        <Below what="The tutorials" skeleton={<Skeleton height={TUTORIALS_HEIGHT} radius="md" />}>
          <TutorialChapters />
        </Below>
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
