/** Shows a tool once a workspace answers; until then the way there: pick, create, resume, wake. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { workspaceCan, type Workspace } from '@acacia/contract';
import { ActionButton, EmptyState, ErrorState, Notice, toast } from '@acacia/ui';
import { Button, Loader } from '@mantine/core';
import { IconDatabaseOff, IconMoon, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useServices } from '../../services/services.ts';
import { useDenied, useElsewhere } from '../../data/me.ts';
import { useSelectedWorkspace } from '../../data/selected-workspace.ts';
import { useWorkspaces, workgroupKeys, workgroupsQuery, workspacesOf } from '../../data/workgroups.ts';
import { useWorkspaceClient } from '../../data/workspace-client.ts';
import { IP_NOT_ALLOWED } from '../../shell/WorkspaceSelector.tsx';
import { InAnotherOrganization } from '../../shell/InAnotherOrganization.tsx';
import { ResumeDialog } from '../../shell/ResumeDialog.tsx';

export interface ReadyWorkspace {
  readonly workspace: Workspace;
  readonly client: WorkspaceClient;
  /** Why the workspace cannot be used now, and the way back, above a tool that is shown all the same; else undefined. */
  readonly away?: ReactNode;
}

export interface ToolGateProps {
  /**
   * The tool has something of its own to show while the workspace cannot be used: always, or once it is open, such as
   * changes that are not saved.
   */
  readonly whileAway?: boolean | 'once open';
  /** An idle workspace is woken when the tool is opened; default: true. */
  readonly wakes?: boolean;
  /** Shown while a workspace is being chosen: the tool's skeleton. */
  readonly skeleton: ReactNode;
  /** The frame of the message in the tool's place: the workspace selector stays available. */
  readonly around: (content: ReactNode) => ReactNode;
  readonly children: (ready: ReadyWorkspace) => ReactNode;
}

export function ToolGate({ whileAway = false, wakes = true, skeleton, around, children }: ToolGateProps) {
  const { workspace, workspaceId } = useSelectedWorkspace();
  const workspaces = useWorkspaces();
  if (workspace === undefined) {
    // The selector is about to choose one by itself.
    const choosing = workspaceId === undefined && workspaces.some(canBeUsed);
    if (choosing) return skeleton;
    if (workspaceId === undefined) return around(<NoWorkspace any={workspaces.some(canBeUsed)} />);
    return <UnknownWorkspace key={workspaceId} id={workspaceId} skeleton={skeleton} around={around} />;
  }
  return (
    <Gate key={workspace.workspace_id} {...{ workspace, whileAway, wakes, around }}>
      {children}
    </Gate>
  );
}

interface GateProps extends Required<Omit<ToolGateProps, 'skeleton'>> {
  readonly workspace: Workspace;
}

function Gate({ workspace, whileAway, around, ...tool }: GateProps) {
  const isUsable = canBeUsed(workspace);
  const [wasUsable, setWasUsable] = useState(isUsable);
  if (isUsable && !wasUsable) setWasUsable(true);
  const whole = around(<NotUsable workspace={workspace} asNotice={false} />);
  if (!isUsable && whileAway !== true && !(wasUsable && whileAway === 'once open')) return whole;
  const away = isUsable ? undefined : <NotUsable workspace={workspace} asNotice />;
  return (
    <Awake
      workspace={workspace}
      away={away}
      asleep={away !== undefined && whileAway !== true ? whole : undefined}
      around={around}
      {...tool}
    />
  );
}

const canBeUsed = (workspace: Workspace): boolean =>
  workspace.canAccess && workspaceCan('connect', workspace).allowed;

interface UnknownWorkspaceProps {
  readonly id: string;
  readonly skeleton: ReactNode;
  readonly around: (content: ReactNode) => ReactNode;
}

/** A workspace that is not in the list: of another organisation of the person, or of none that they may see. */
function UnknownWorkspace({ id, skeleton, around }: UnknownWorkspaceProps) {
  const elsewhere = useElsewhere(id);
  if (elsewhere) return around(<InAnotherOrganization organization={elsewhere} />);
  return (
    <>
      {skeleton}
      {elsewhere === null && <Missing id={id} />}
    </>
  );
}

/** Leaves for the home page, unless the workspace has come since the list was read (specification part 4, section 8). */
function Missing({ id }: { readonly id: string }) {
  const services = useServices();
  const navigate = useNavigate();
  useEffect(() => {
    let here = true;
    const judge = async () => {
      const groups = await services.queryClient.fetchQuery({ ...workgroupsQuery(services), staleTime: 0 });
      if (!here || workspacesOf(groups).some(({ workspace_id }) => workspace_id === id)) return;
      toast.error(t`Workspace not found`);
      await navigate({ to: '/', replace: true });
    };
    judge().catch(toast.error);
    return () => {
      here = false;
    };
  }, [services, navigate, id]);
  return null;
}

function NoWorkspace({ any }: { readonly any: boolean }) {
  const denied = useDenied();
  const mayCreate = denied('workspace.create') === undefined;
  return (
    <EmptyState
      icon={<IconDatabaseOff size={22} stroke={1.6} />}
      title={any ? 'Pick a workspace' : 'No workspace is active'}
      description={
        any
          ? 'Choose one in the selector above. Idle workspaces wake with the first request.'
          : mayCreate
            ? 'Create a workspace, or resume one, to query and explore a graph.'
            : 'Please contact your administrator to create a workspace.'
      }
      action={
        mayCreate ? (
          <Button component={Link} to="/groups/new" variant={any ? 'default' : 'filled'}>
            Create a workspace
          </Button>
        ) : undefined
      }
    />
  );
}

interface NotUsableProps {
  readonly workspace: Workspace;
  readonly asNotice: boolean;
}

function NotUsable({ workspace, asNotice }: NotUsableProps) {
  const [resuming, setResuming] = useState(false);
  const verdict = workspaceCan('connect', workspace);
  const resumable = workspaceCan('resume', workspace).allowed;
  const { workgroup_id, workspace_id } = workspace;
  const denied = useDenied()('workspace.resume', { workgroup_id, workspace_id });
  const reason = verdict.allowed
    ? IP_NOT_ALLOWED
    : resumable && denied !== undefined
      ? t`It cannot be used now. ${denied}`
      : said(verdict.reason);
  const title = verdict.allowed
    ? t`Your address is not allowed`
    : t`${workspace.name} is ${workspace.status}`;
  const resume = resumable && (
    <ActionButton
      size={asNotice ? 'compact-sm' : 'sm'}
      disabledReason={denied}
      onClick={() => setResuming(true)}
    >
      Resume
    </ActionButton>
  );
  const dialog = resuming && <ResumeDialog workspace={workspace} onClose={() => setResuming(false)} />;
  if (asNotice) {
    return (
      <>
        <Notice tone="warning" title={title} action={resume}>
          {reason}
        </Notice>
        {dialog}
      </>
    );
  }
  return (
    <>
      <EmptyState
        icon={<IconPlugConnectedX size={22} stroke={1.6} />}
        title={title}
        description={reason}
        action={
          <>
            {resume}
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/groups/$groupID"
                  params={{ groupID: workgroup_id }}
                  search={{ tab: 'workspaces', space_id: workspace_id }}
                />
              )}
            >
              Show the workspace
            </Button>
          </>
        }
      />
      {dialog}
    </>
  );
}

interface AwakeProps extends Omit<GateProps, 'whileAway'> {
  readonly away: ReactNode;
  /** Shown in place of a tool that was not open yet when the workspace went; undefined: it has not gone. */
  readonly asleep: ReactNode;
}

/** Sends the first request, which wakes an idle workspace, and shows that meanwhile. */
function Awake({ workspace, away, asleep, wakes, around, children }: AwakeProps) {
  const client = useWorkspaceClient(workspace);
  const { queryClient } = useServices();
  const [idle] = useState(wakes && workspace.status === 'Idle');
  const wake = useQuery({
    queryKey: ['workspace', workspace.workspace_id, 'wake'],
    queryFn: async ({ signal }) => {
      await client.ping({ signal });
      await queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      return true;
    },
    enabled: idle,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isAway = away !== undefined;
  const wasAway = useRef(isAway);
  useEffect(() => {
    // Restored, or changed by somebody else first: what the tool knows of it may be old.
    if (wasAway.current && !isAway)
      void queryClient.invalidateQueries({ queryKey: ['workspace', workspace.workspace_id] });
    wasAway.current = isAway;
  }, [isAway, queryClient, workspace.workspace_id]);
  if (!idle || wake.isSuccess) return children({ workspace, client, away });
  if (asleep !== undefined) return asleep;
  return around(
    wake.isError ? (
      <ErrorState
        title={`${workspace.name} could not be woken`}
        error={wake.error}
        onRetry={() => void wake.refetch()}
      />
    ) : (
      <div role="status">
        <EmptyState
          icon={<IconMoon size={22} stroke={1.6} />}
          title={`Waking ${workspace.name} …`}
          description="It was idle. Your data is being opened."
          action={<Loader size="sm" />}
        />
      </div>
    ),
  );
}
