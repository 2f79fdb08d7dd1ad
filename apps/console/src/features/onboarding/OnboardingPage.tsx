/** A page of the onboarding over a workspace that answers: its heading, and what stands in its place until then. */
import { said } from '@acacia/texts';
import { workspaceCan } from '@acacia/contract';
import { EmptyState, PageHeader, PageSkeleton } from '@acacia/ui';
import { IconUpload } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDenied } from '../../data/me.ts';
import { useSelectedWorkspace } from '../../data/selected-workspace.ts';
import { useWorkspaces } from '../../data/workgroups.ts';
import { idsOf } from '../../data/workspaces.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { ToolGate, type ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';

interface OnboardingPageProps {
  readonly title: string;
  readonly description: string;
  /** Whether the page changes the workspace: who may not is told so. */
  readonly writes?: boolean;
  readonly children: (ready: ReadyWorkspace) => ReactNode;
}

export function OnboardingPage({ title, description, writes = false, children }: OnboardingPageProps) {
  useDocumentTitle(title);
  const { workspaceId } = useSelectedWorkspace();
  const usable = useWorkspaces().filter(
    (workspace) => workspace.canAccess && workspaceCan('connect', workspace).allowed,
  );
  const first = usable.find(({ is_rw }) => is_rw) ?? usable[0];
  if (workspaceId === undefined && first !== undefined) {
    const { workspace_id } = first;
    return <Navigate to="." search={(before) => ({ ...before, workspace_id })} replace />;
  }
  const skeleton = <PageSkeleton label={`Loading: ${title}`} />;
  return (
    <>
      <PageHeader title={title} description={description} />
      <ToolGate skeleton={skeleton} around={(content) => content}>
        {(ready) => (
          <LoadBoundary what="The workspace" skeleton={skeleton}>
            {writes ? <Writable ready={ready}>{children}</Writable> : children(ready)}
          </LoadBoundary>
        )}
      </ToolGate>
    </>
  );
}

interface WritableProps {
  readonly ready: ReadyWorkspace;
  readonly children: (ready: ReadyWorkspace) => ReactNode;
}

function Writable({ ready, children }: WritableProps) {
  const { workspace } = ready;
  const denied = useDenied()('workspace.update', idsOf(workspace));
  const write = workspaceCan('write', workspace);
  const reason = write.allowed ? denied : said(write.reason);
  if (reason === undefined) return children(ready);
  return (
    <EmptyState
      icon={<IconUpload size={22} stroke={1.6} />}
      title={`Data cannot be imported into ${workspace.name}`}
      description={reason}
    />
  );
}
