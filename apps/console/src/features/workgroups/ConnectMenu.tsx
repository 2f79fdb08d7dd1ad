/** The tools of a workspace (specification part 4, section 2, "Workspace Connect menu"). */
import { workspaceCan, type Workspace } from '@acacia/contract';
import { ActionButton, ActionMenuItem, Tag } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import {
  IconApps,
  IconBinaryTree2,
  IconChartBar,
  IconChevronDown,
  IconCode,
  IconDatabaseImport,
  IconPackage,
  IconPlugConnected,
  IconSchema,
  IconSparkles,
} from '@tabler/icons-react';
import { LinkMenuItem } from '../../shell/LinkMenuItem.tsx';
import { LATER } from '../../shell/navigation-items.ts';

export interface ConnectMenuProps {
  readonly workspace: Workspace;
  /** Why it cannot be connected to. */
  readonly refusal: string | undefined;
}

export function ConnectMenu({ workspace, refusal }: ConnectMenuProps) {
  const look = {
    leftSection: <IconPlugConnected size={16} stroke={1.8} />,
    rightSection: <IconChevronDown size={14} stroke={1.8} />,
  };
  const reason = workspace.canAccess ? refusal : 'Your IP is not allowed to access this workspace';
  if (reason !== undefined) {
    return (
      <ActionButton {...look} disabledReason={reason}>
        Connect
      </ActionButton>
    );
  }
  const write = workspaceCan('write', workspace);
  const search = { workspace_id: workspace.workspace_id };
  const nothing = (): void => undefined;
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button {...look}>Connect</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionMenuItem
          icon={<IconSparkles size={16} stroke={1.6} />}
          disabledReason={LATER}
          onClick={nothing}
        >
          BuildAI <Tag>New</Tag>
        </ActionMenuItem>
        <LinkMenuItem to="/design-schema" search={search} leftSection={<IconSchema size={16} stroke={1.6} />}>
          {workspace.is_rw ? 'Design Schema' : 'View Schema'}
        </LinkMenuItem>
        {write.allowed ? (
          <LinkMenuItem
            to="/ingestion"
            search={search}
            leftSection={<IconDatabaseImport size={16} stroke={1.6} />}
          >
            Load Data
          </LinkMenuItem>
        ) : (
          <ActionMenuItem
            icon={<IconDatabaseImport size={16} stroke={1.6} />}
            disabledReason={write.reason}
            onClick={nothing}
          >
            Load Data
          </ActionMenuItem>
        )}
        <LinkMenuItem to="/editor" search={search} leftSection={<IconCode size={16} stroke={1.6} />}>
          Query Editor
        </LinkMenuItem>
        <LinkMenuItem to="/explore" search={search} leftSection={<IconBinaryTree2 size={16} stroke={1.6} />}>
          Explore Graph
        </LinkMenuItem>
        <Menu.Divider />
        <ActionMenuItem
          icon={<IconChartBar size={16} stroke={1.6} />}
          disabledReason={LATER}
          onClick={nothing}
        >
          Data Profile
        </ActionMenuItem>
        {workspace.is_rw && (
          <ActionMenuItem
            icon={<IconPackage size={16} stroke={1.6} />}
            disabledReason={LATER}
            onClick={nothing}
          >
            Solution
          </ActionMenuItem>
        )}
        <ActionMenuItem icon={<IconApps size={16} stroke={1.6} />} disabledReason={LATER} onClick={nothing}>
          Add-ons
        </ActionMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
