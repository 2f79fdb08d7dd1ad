/** The tools of a workspace (specification part 4, section 2, "Workspace Connect menu"). */
import { workspaceCan, type Addon, type Workspace } from '@acacia/contract';
import { ActionButton, ActionMenuItem } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import {
  IconBinaryTree2,
  IconChartBar,
  IconChevronDown,
  IconCode,
  IconDatabaseImport,
  IconPackage,
  IconPlugConnected,
  IconSchema,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addonAddress, addonsQuery, isAddonOn } from '../../../data/addons.ts';
import { useServices } from '../../../services/services.ts';
import { LinkMenuItem } from '../../../shell/LinkMenuItem.tsx';

interface ConnectMenuProps {
  readonly workspace: Workspace;
  /** Why it cannot be connected to. */
  readonly refusal: string | undefined;
}

const nothing = (): void => undefined;

export function ConnectMenu({ workspace, refusal }: ConnectMenuProps) {
  const { data: addons = [] } = useQuery({
    ...addonsQuery(useServices()),
    enabled: workspace.enable_copilot || workspace.addons.some(({ enable }) => enable),
  });
  const look = {
    leftSection: <IconPlugConnected size={16} stroke={1.8} />,
    rightSection: <IconChevronDown size={14} stroke={1.8} />,
  };
  if (refusal !== undefined) {
    return (
      <ActionButton {...look} disabledReason={refusal}>
        Connect
      </ActionButton>
    );
  }
  const write = workspaceCan('write', workspace);
  const search = { workspace_id: workspace.workspace_id };
  const page = { to: '/groups/$groupID', params: { groupID: workspace.workgroup_id } } as const;
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button {...look}>Connect</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LinkMenuItem to="/design-schema" search={search} leftSection={<IconSchema size={16} stroke={1.6} />}>
          {workspace.is_rw ? 'Design schema' : 'View schema'}
        </LinkMenuItem>
        {write.allowed ? (
          <LinkMenuItem
            to="/ingestion"
            search={search}
            leftSection={<IconDatabaseImport size={16} stroke={1.6} />}
          >
            Load data
          </LinkMenuItem>
        ) : (
          <ActionMenuItem
            icon={<IconDatabaseImport size={16} stroke={1.6} />}
            disabledReason={write.reason}
            onClick={nothing}
          >
            Load data
          </ActionMenuItem>
        )}
        <LinkMenuItem to="/editor" search={search} leftSection={<IconCode size={16} stroke={1.6} />}>
          Query editor
        </LinkMenuItem>
        <LinkMenuItem to="/explore" search={search} leftSection={<IconBinaryTree2 size={16} stroke={1.6} />}>
          Explore graph
        </LinkMenuItem>
        <Menu.Divider />
        <LinkMenuItem
          {...page}
          search={{ tab: 'dataprofiles', space_id: workspace.workspace_id }}
          leftSection={<IconChartBar size={16} stroke={1.6} />}
        >
          Data profile
        </LinkMenuItem>
        {workspace.is_rw && (
          <LinkMenuItem
            {...page}
            search={{ tab: 'solution' }}
            leftSection={<IconPackage size={16} stroke={1.6} />}
          >
            Solution
          </LinkMenuItem>
        )}
        {addons
          .filter((addon) => addon.UnavailableReason === '' && isAddonOn(workspace, addon.AddonsID))
          .map((addon) => (
            <AddonItem key={addon.ID} addon={addon} workspace={workspace} />
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens in a new tab. */
function AddonItem({ addon, workspace }: { readonly addon: Addon; readonly workspace: Workspace }) {
  return (
    <Menu.Item
      component="a"
      href={addonAddress(addon, workspace.workspace_id, workspace.nginx_host)}
      target="_blank"
      rel="noreferrer"
      leftSection={<img src={addon.WorkspaceAvatar} alt="" width={16} height={16} />}
    >
      {addon.Title}
    </Menu.Item>
  );
}
