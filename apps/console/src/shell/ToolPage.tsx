/** The frame of a data tool: its title, the workspace selector, and the tool once a workspace can be used. */
import { can, workspaceCan, type Workspace } from '@acacia/contract';
import type { WorkspaceClient } from '@acacia/api-client';
import { Button } from '@mantine/core';
import { IconPlus, IconServer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, ErrorState, PageSkeleton } from '@acacia/ui';
import type { ReactNode } from 'react';
import { useMe } from '../data/me.ts';
import { useSelectedWorkspace } from '../data/selected-workspace.ts';
import { useWorkspaceClient } from '../data/workspace-client.ts';
import { useWorkspaces } from '../data/workgroups.ts';
import classes from './ToolPage.module.css';
import { useDocumentTitle } from './useDocumentTitle.ts';
import { WorkspaceSelector } from './WorkspaceSelector.tsx';

export interface ToolPageProps {
  readonly title: string;
  /** What stands right of the selector. */
  readonly actions?: ReactNode;
  readonly children: (workspace: Workspace, client: WorkspaceClient) => ReactNode;
}

export function ToolPage({ title, actions, children }: ToolPageProps) {
  useDocumentTitle(title);
  return (
    <div className={classes.tool}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        <WorkspaceSelector />
        <span className={classes.spacer} />
        {actions}
      </header>
      <div className={classes.body}>
        <UsableWorkspace>{children}</UsableWorkspace>
      </div>
    </div>
  );
}

function UsableWorkspace({ children }: Pick<ToolPageProps, 'children'>) {
  const { workspaces, error, refetch } = useWorkspaces();
  const { workspace, workspaceId } = useSelectedWorkspace();
  const client = useWorkspaceClient(workspace);
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (workspaces === undefined) return <PageSkeleton />;
  if (workspace === undefined || client === undefined) {
    return <NoWorkspace none={workspaces.length === 0} unknown={workspaceId !== undefined} />;
  }
  const verdict = workspaceCan('connect', workspace);
  if (!verdict.allowed) {
    return (
      <EmptyState
        icon={<IconServer size={22} stroke={1.6} />}
        title={`${workspace.name} is ${workspace.status}`}
        description={verdict.reason}
        action={
          <Button component={Link} to={`/groups/${workspace.workgroup_id}`} variant="default">
            Open its workgroup
          </Button>
        }
      />
    );
  }
  return children(workspace, client);
}

/** Nothing to work on: pick one, create one, or ask someone who can (specification part 4, section 2). */
function NoWorkspace({ none, unknown }: { readonly none: boolean; readonly unknown: boolean }) {
  const { data: me } = useMe();
  const mayCreate = me !== undefined && can(me.roles, 'workgroup.create');
  const title = unknown ? 'Workspace not found' : none ? 'There is no workspace yet' : 'Select a workspace';
  const description = !none
    ? 'Choose an active or idle workspace above.'
    : mayCreate
      ? 'Create a workspace; it is ready in seconds.'
      : 'Please contact your administrator to create a workspace.';
  return (
    <EmptyState
      icon={<IconServer size={22} stroke={1.6} />}
      title={title}
      description={description}
      action={
        none && mayCreate ? (
          <Button component={Link} to="/groups/new" leftSection={<IconPlus size={15} />}>
            Create workspace
          </Button>
        ) : undefined
      }
    />
  );
}
