/** The remaining actions on a workspace. */
import { SUSPENDING, type Workspace } from '@acacia/contract';
import { ActionMenuItem } from '@acacia/ui';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowBarToUp,
  IconDots,
  IconPlayerStop,
  IconSettings,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { useWorkspaceActions } from '../../../shell/useWorkspaceActions.ts';
import { TerminateDialog } from './TerminateDialog.tsx';
import { UpgradeDialog } from './UpgradeDialog.tsx';

interface WorkspaceMenuProps {
  readonly workspace: Workspace;
  readonly actions: ReturnType<typeof useWorkspaceActions>;
  /** Why its configuration cannot be opened. */
  readonly configurationRefusal: string | undefined;
  readonly onConfigure: () => void;
  /** Why who has access cannot be managed. */
  readonly accessRefusal: string | undefined;
  readonly onAccess: () => void;
}

export function WorkspaceMenu(props: WorkspaceMenuProps) {
  const { workspace, actions, configurationRefusal, onConfigure, accessRefusal, onAccess } = props;
  const [dialog, setDialog] = useState<'terminate' | 'upgrade' | null>(null);
  const version = workspace.upgrade_available;
  const close = (): void => setDialog(null);
  return (
    <>
      <Menu width={240}>
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
            disabledReason={configurationRefusal}
            onClick={onConfigure}
          >
            Configuration
          </ActionMenuItem>
          <ActionMenuItem
            icon={<IconUsers size={16} stroke={1.6} />}
            disabledReason={accessRefusal}
            onClick={onAccess}
          >
            Manage access
          </ActionMenuItem>
          <ActionMenuItem
            icon={<IconPlayerStop size={16} stroke={1.6} />}
            disabledReason={actions.refusal('stop')}
            about={SUSPENDING.stop}
            onClick={actions.stop}
          >
            Stop
          </ActionMenuItem>
          {version !== null && (
            <ActionMenuItem
              icon={<IconArrowBarToUp size={16} stroke={1.6} />}
              disabledReason={actions.refusal('upgrade')}
              onClick={() => setDialog('upgrade')}
            >
              {`Upgrade to ${version}`}
            </ActionMenuItem>
          )}
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
      <TerminateDialog workspace={workspace} opened={dialog === 'terminate'} onClose={close} />
      {version !== null && (
        <UpgradeDialog
          workspace={workspace}
          version={version}
          opened={dialog === 'upgrade'}
          onClose={close}
        />
      )}
    </>
  );
}
