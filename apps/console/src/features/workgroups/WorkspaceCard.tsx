/** One workspace: what it is, how it is doing, what can be done with it. */
import type { Workspace } from '@acacia/contract';
import {
  ActionButton,
  ActionMenuItem,
  CopyButton,
  formatCostPerHour,
  InlineRename,
  Notice,
  RelativeTime,
  StatusBadge,
  Tag,
  toast,
} from '@acacia/ui';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefreshAlert,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { nameProblem } from '../../data/name-rules.ts';
import { useUpdateWorkspace } from '../../data/workspaces.ts';
import { WORKSPACE_TONE } from '../../shell/workspace-tone.ts';
import { ConnectMenu } from './ConnectMenu.tsx';
import { TerminateDialog } from './TerminateDialog.tsx';
import { useWorkspaceActions } from './useWorkspaceActions.ts';
import classes from './WorkspaceCard.module.css';
import { WorkspaceProgress } from './WorkspaceProgress.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

export interface WorkspaceCardProps {
  readonly workspace: Workspace;
  /** Names of the other workspaces of the workgroup. */
  readonly others: readonly string[];
}

const resumable = new Set(['Idle', 'Stopped', 'Error']);

export function WorkspaceCard({ workspace, others }: WorkspaceCardProps) {
  const actions = useWorkspaceActions(workspace);
  const update = useUpdateWorkspace(workspace);
  const [dialog, setDialog] = useState<'settings' | 'terminate' | null>(null);
  const { workspace_type: size } = workspace;
  const showsResume = resumable.has(workspace.status);
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
          <Tag title={workspace.is_rw ? 'Read-write' : 'Read-only'}>{workspace.is_rw ? 'R/W' : 'R/O'}</Tag>
          <StatusBadge tone={WORKSPACE_TONE[workspace.status]}>{workspace.status}</StatusBadge>
          {workspace.restarts > 0 && <Restarts count={workspace.restarts} />}
        </div>
        <div className={classes.actions}>
          <ConnectMenu workspace={workspace} refusal={actions.refusal('connect')} />
          {showsResume ? (
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
              loading={actions.busy}
              onClick={actions.pause}
            >
              Pause
            </ActionButton>
          )}
          <Menu width={220}>
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`More actions on ${workspace.name}`}
                disabled={workspace.status === 'Terminating'}
              >
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <ActionMenuItem
                icon={<IconSettings size={16} stroke={1.6} />}
                disabledReason={actions.refusal('configure')}
                onClick={() => setDialog('settings')}
              >
                Settings
              </ActionMenuItem>
              <ActionMenuItem
                icon={<IconPlayerStop size={16} stroke={1.6} />}
                disabledReason={actions.refusal('stop')}
                onClick={actions.stop}
              >
                Stop
              </ActionMenuItem>
              <Menu.Item
                leftSection={<IconCopy size={16} stroke={1.6} />}
                onClick={() => {
                  navigator.clipboard.writeText(workspace.workspace_id).then(
                    () => toast.success('workspace ID copied successfully.'),
                    (error: unknown) => toast.error(error),
                  );
                }}
              >
                Copy workspace ID
              </Menu.Item>
              <Menu.Divider />
              <ActionMenuItem
                icon={<IconTrash size={16} stroke={1.6} />}
                destructive
                disabledReason={actions.refusal('terminate')}
                onClick={() => setDialog('terminate')}
              >
                Terminate
              </ActionMenuItem>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>

      <WorkspaceProgress workspace={workspace} />
      {workspace.err_message !== '' && (
        <div className={classes.error}>
          <Notice
            tone="negative"
            title={workspace.status === 'Error' ? 'This workspace failed' : 'The last action failed'}
          >
            {workspace.err_message}
          </Notice>
        </div>
      )}

      <dl className={classes.facts}>
        <Fact label="Size">
          {size.typeName} · {size.cpu} CPU · {size.memory} GB
        </Fact>
        <Fact label="Cost">
          {formatCostPerHour(workspace.enable_ha ? size.cost_per_hour_with_ha : size.cost_per_hour)}
        </Fact>
        <Fact label="Database">{workspace.database_name}</Fact>
        <Fact label="Host">
          <span className={classes.host}>{workspace.nginx_host}</span>
          <CopyButton
            value={workspace.nginx_host}
            label="workspace host"
            copiedMessage="Workspace host url copied successfully."
          />
        </Fact>
        <Fact label="Suspends">
          {workspace.auto_stop_minutes === 0 ? 'Never' : `After ${workspace.auto_stop_minutes} min`}
          {workspace.enable_auto_start ? '' : ', resumed by hand'}
        </Fact>
        <Fact label="Version">{workspace.tg_version}</Fact>
        <Fact label="Created">
          <span title={`by ${workspace.creator}`}>
            <RelativeTime at={workspace.created_at} />
          </span>
        </Fact>
      </dl>
      <WorkspaceSettings
        workspace={workspace}
        opened={dialog === 'settings'}
        onClose={() => setDialog(null)}
      />
      <TerminateDialog
        workspace={workspace}
        opened={dialog === 'terminate'}
        onClose={() => setDialog(null)}
      />
    </article>
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

/** The server died and was started again: said, not hidden. */
function Restarts({ count }: { readonly count: number }) {
  const text = `The server of this workspace ended by itself and was started again ${count === 1 ? 'once' : `${count} times`} since it was last resumed. Nothing that it acknowledged was lost.`;
  return (
    <Tooltip label={text}>
      <span className={classes.restarts} tabIndex={0}>
        <IconRefreshAlert size={14} stroke={1.8} aria-hidden="true" />
        {count === 1 ? '1 restart' : `${count} restarts`}
      </span>
    </Tooltip>
  );
}
