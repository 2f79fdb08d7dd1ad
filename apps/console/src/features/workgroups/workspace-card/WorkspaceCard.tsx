/** One workspace: its identity, status and actions. */
import { t } from '@acacia/texts';
import { costPerHour, SUSPENDING, type Workspace } from '@acacia/contract';
import {
  ActionButton,
  CopyButton,
  formatCompact,
  formatCostPerHour,
  formatNumber,
  InlineRename,
  RelativeTime,
  Tag,
} from '@acacia/ui';
import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconRefreshAlert } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { accessWord } from '../../../data/access-words.ts';
import { toolsAddress, UNUSABLE_HOST } from '../../../data/addons.ts';
import { useBlocked } from '../../../data/current-ip.ts';
import { useDenied } from '../../../data/me.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { sizeText } from '../../../data/workspace-types.ts';
import { idsOf, useUpdateWorkspace } from '../../../data/workspaces.ts';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { WorkspaceStatusBadge } from '../../../shell/WorkspaceStatusBadge.tsx';
import { RunsWith } from '../../../shell/RunsWith.tsx';
import { ConnectMenu } from './ConnectMenu.tsx';
import type { ConfigurationTab } from '../../configuration/tabs.ts';
import type { AccessTab } from '../access/tabs.ts';
import { SolutionStatusBadge } from '../solutions/SolutionStatusBadge.tsx';
import { UpdateSnapshotButton } from './UpdateSnapshotButton.tsx';
import { useWorkspaceActions } from '../../../shell/useWorkspaceActions.ts';
import classes from './WorkspaceCard.module.css';
import { WorkspaceCondition } from './WorkspaceCondition.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';
import { WorkspacePopover } from './WorkspacePopover.tsx';
import { WorkspaceProgress } from './WorkspaceProgress.tsx';

const ConfigurationDialog = lazyPart(
  async () => (await import('../../configuration/ConfigurationDialog.tsx')).ConfigurationDialog,
);

const AccessDialog = lazyPart(async () => (await import('../access/AccessDialog.tsx')).AccessDialog);

export interface WorkspaceCardProps {
  readonly workspace: Workspace;
  /** Names of the other workspaces of the workgroup. */
  readonly others: readonly string[];
}

const resumable = new Set(['Idle', 'Stopped', 'Error']);

interface OpenTabs {
  readonly configure?: ConfigurationTab | undefined;
  readonly access?: AccessTab | undefined;
}

/** The open tab of the workspace's configuration or access, as the address has it. */
function useDialogs({ workspace_id }: Workspace) {
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const configure = useSearch({
    from: '/shell/groups/$groupID',
    select: (search) => (search.space_id === workspace_id ? search.configure : undefined),
  });
  const access = useSearch({
    from: '/shell/groups/$groupID',
    select: (search) => (search.space_id === workspace_id ? search.access : undefined),
  });
  const isOpen = configure !== undefined || access !== undefined;
  const open = (tabs: OpenTabs): void =>
    void navigate({ search: { tab: 'workspaces', space_id: workspace_id, ...tabs }, replace: isOpen });
  const close = (): void => void navigate({ search: { tab: 'workspaces' }, replace: true });
  return { configure, access, open, close };
}

export function WorkspaceCard({ workspace, others }: WorkspaceCardProps) {
  const actions = useWorkspaceActions(workspace);
  const update = useUpdateWorkspace(workspace);
  const blocked = useBlocked(workspace);
  const denied = useDenied();
  const dialogs = useDialogs(workspace);
  const connectRefusal = blocked ?? actions.refusal('connect');
  const configurationRefusal = denied('workspace.update', idsOf(workspace));
  const accessRefusal = denied('workspaceMember.update', idsOf(workspace));
  return (
    <article className={classes.card} aria-label={workspace.name}>
      <div className={classes.top}>
        <div className={classes.identity}>
          <InlineRename
            value={workspace.name}
            what="workspace"
            validate={(name) => nameProblem(name, others)}
            onSave={(name) => update.mutateAsync({ workspace_name: name })}
            disabledReason={actions.refusal('rename')}
          >
            <h2 className={classes.name}>{workspace.name}</h2>
          </InlineRename>
          <Tag title={workspace.is_rw ? 'Read-write' : 'Read-only'}>{accessWord(workspace)}</Tag>
          <WorkspaceStatusBadge status={workspace.status} />
          {blocked !== undefined && <Blocked reason={blocked} />}
          {workspace.restarts > 0 && <Restarts count={workspace.restarts} />}
          <WorkspacePopover workspace={workspace} refusal={connectRefusal} />
        </div>
        <div className={classes.actions}>
          <ConnectMenu workspace={workspace} refusal={connectRefusal} />
          {!workspace.is_rw && (
            <UpdateSnapshotButton
              workspace={workspace}
              refusal={actions.refusal('refresh')}
              refreshing={actions.refreshing}
              onUpdate={actions.refresh}
            />
          )}
          {resumable.has(workspace.status) ? (
            <ActionButton
              variant="default"
              leftSection={<IconPlayerPlay size={15} stroke={1.8} />}
              disabledReason={actions.refusal('resume')}
              loading={actions.busy}
              onClick={actions.resume}
            >
              Resume
            </ActionButton>
          ) : (
            <ActionButton
              variant="default"
              leftSection={<IconPlayerPause size={15} stroke={1.8} />}
              disabledReason={actions.refusal('pause')}
              about={SUSPENDING.pause}
              loading={actions.busy}
              onClick={actions.pause}
            >
              Pause
            </ActionButton>
          )}
          <WorkspaceMenu
            workspace={workspace}
            actions={actions}
            configurationRefusal={configurationRefusal}
            onConfigure={() =>
              dialogs.open({ configure: workspace.status === 'Active' ? 'general' : 'advanced' })
            }
            accessRefusal={accessRefusal}
            onAccess={() => dialogs.open({ access: 'users' })}
          />
        </div>
      </div>

      <WorkspaceProgress workspace={workspace} />
      <WorkspaceCondition workspace={workspace} />
      <WorkspaceFacts workspace={workspace} />
      <div className={classes.runs}>
        <RunsWith sentence={workspace.runs_with} />
      </div>
      {dialogs.configure !== undefined && configurationRefusal === undefined && (
        <Suspense fallback={null}>
          <ConfigurationDialog
            workspace={workspace}
            others={others}
            tab={dialogs.configure}
            onTab={(configure) => dialogs.open({ configure })}
            onClose={dialogs.close}
          />
        </Suspense>
      )}
      {dialogs.access !== undefined && accessRefusal === undefined && (
        <Suspense fallback={null}>
          <AccessDialog
            workspace={workspace}
            tab={dialogs.access}
            onTab={(access) => dialogs.open({ access })}
            onClose={dialogs.close}
          />
        </Suspense>
      )}
    </article>
  );
}

function WorkspaceFacts({ workspace }: { readonly workspace: Workspace }) {
  const { workspace_type: size } = workspace;
  const cost = formatCostPerHour(costPerHour(size, workspace.enable_ha));
  return (
    <dl className={classes.facts}>
      <Fact label={t.of('workspace')`Size`}>
        {sizeText(size)}
        {workspace.enable_ha && ' · HA'}
      </Fact>
      <Fact label="Cost">
        {workspace.status === 'Active' ? cost : <>Nothing now, {cost} while it is Active</>}
      </Fact>
      <Fact label="Database">{workspace.database_name}</Fact>
      {workspace.snapshot_time !== null && (
        <Fact label="Snapshot">
          <RelativeTime at={workspace.snapshot_time} />
        </Fact>
      )}
      {workspace.vertex_count !== null && workspace.edge_count !== null && (
        <Fact label="Data">
          <span
            title={`${formatNumber(workspace.vertex_count)} vertices, ${formatNumber(workspace.edge_count)} edges`}
          >
            {formatCompact(workspace.vertex_count)} vertices, {formatCompact(workspace.edge_count)} edges
          </span>
        </Fact>
      )}
      {workspace.solution_status !== null && (
        <Fact label="Solution">
          <Link
            to="/groups/$groupID"
            params={{ groupID: workspace.workgroup_id }}
            search={{ tab: 'solution', space_id: workspace.workspace_id }}
            className={classes.link}
          >
            <SolutionStatusBadge status={workspace.solution_status} />
          </Link>
        </Fact>
      )}
      <Fact label="Host">
        {toolsAddress(workspace.nginx_host, '') === '' ? (
          UNUSABLE_HOST
        ) : (
          <>
            <span className={classes.host}>{workspace.nginx_host}</span>
            <CopyButton
              value={workspace.nginx_host}
              label="workspace host"
              copiedMessage="Workspace host url copied successfully."
            />
          </>
        )}
      </Fact>
      <Fact label="Suspends">
        {workspace.auto_stop_minutes === 0 ? 'Never' : `After ${workspace.auto_stop_minutes} min`}
        {workspace.enable_auto_start ? '' : ', resumed by hand'}
      </Fact>
      <Fact label="Version">
        {workspace.tg_version}
        {workspace.upgrade_available !== null && (
          <Tag title={`Version ${workspace.upgrade_available} can be upgraded to`}>
            {workspace.upgrade_available} available
          </Tag>
        )}
      </Fact>
      <Fact label="Created">
        <span title={`by ${workspace.creator}`}>
          <RelativeTime at={workspace.created_at} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The person's address is not let through to the data. */
function Blocked({ reason }: { readonly reason: string }) {
  return (
    <Tooltip label={reason}>
      <span className={classes.warning} role="img" aria-label={reason} tabIndex={0}>
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      </span>
    </Tooltip>
  );
}

/** Number of restarts after the server died, where there were any. */
function Restarts({ count }: { readonly count: number }) {
  const text =
    count === 1
      ? t`The server of this workspace ended by itself and was started again once since it was last resumed. Nothing that it acknowledged was lost.`
      : t`The server of this workspace ended by itself and was started again ${count} times since it was last resumed. Nothing that it acknowledged was lost.`;
  return (
    <Tooltip label={text}>
      <span className={classes.warning} tabIndex={0}>
        <IconRefreshAlert size={14} stroke={1.8} aria-hidden="true" />
        {count === 1 ? '1 restart' : `${count} restarts`}
      </span>
    </Tooltip>
  );
}
