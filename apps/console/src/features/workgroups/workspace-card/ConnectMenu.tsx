/** The tools of a workspace (specification part 4, section 2, "Workspace Connect menu"). */
import { t } from '@acacia/texts';
import { workspaceCan, type Addon, type Workspace } from '@acacia/contract';
import { ActionButton, ActionMenuItem, Tag } from '@acacia/ui';
import { Button, Menu } from '@mantine/core';
import {
  IconBinaryTree2,
  IconApi,
  IconChartBar,
  IconChevronDown,
  IconCode,
  IconDatabaseImport,
  IconKey,
  IconPackage,
  IconPlugConnected,
  IconSchema,
  IconSparkles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { addonItem, addonsQuery, toolsAddress, UNUSABLE_HOST } from '../../../data/addons.ts';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { useServices } from '../../../services/services.ts';
import { LinkMenuItem } from '../../../shell/LinkMenuItem.tsx';

const ApiDrawer = lazyPart(async () => (await import('../../editor/connect/ApiDrawer.tsx')).ApiDrawer);
const TokenDialog = lazyPart(async () => (await import('../../editor/connect/TokenDialog.tsx')).TokenDialog);

interface ConnectMenuProps {
  readonly workspace: Workspace;
  /** Why it cannot be connected to. */
  readonly refusal: string | undefined;
}

const nothing = (): void => undefined;

export function ConnectMenu({ workspace, refusal }: ConnectMenuProps) {
  const [menu, setMenu] = useState(false);
  const [open, setOpen] = useState<'api' | 'token' | null>(null);
  const { data: addons = [] } = useQuery({ ...addonsQuery(useServices()), enabled: menu });
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
  const unusable = toolsAddress(workspace.nginx_host, '/') === '' ? UNUSABLE_HOST : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <Menu width={260} opened={menu} onChange={setMenu}>
        <Menu.Target>
          <Button {...look}>Connect</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {write.allowed && (
            <LinkMenuItem
              to="/onboarding/import-csv"
              search={{ ...search, source: 'connection_menu' }}
              leftSection={<IconSparkles size={16} stroke={1.6} />}
              rightSection={<Tag>{t.of('badge')`New`}</Tag>}
            >
              BuildAI
            </LinkMenuItem>
          )}
          <LinkMenuItem
            to="/design-schema"
            search={search}
            leftSection={<IconSchema size={16} stroke={1.6} />}
          >
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
          <LinkMenuItem
            to="/explore"
            search={search}
            leftSection={<IconBinaryTree2 size={16} stroke={1.6} />}
          >
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
          <Menu.Divider />
          <ActionMenuItem
            icon={<IconApi size={16} stroke={1.6} />}
            disabledReason={unusable}
            onClick={() => setOpen('api')}
          >
            Connect from API
          </ActionMenuItem>
          <ActionMenuItem
            icon={<IconKey size={16} stroke={1.6} />}
            disabledReason={unusable}
            onClick={() => setOpen('token')}
          >
            Generate database token
          </ActionMenuItem>
          {addons.map((addon) => (
            <AddonEntry key={addon.ID} addon={addon} workspace={workspace} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'api' && <ApiDrawer workspace={workspace} onClose={close} />}
        {open === 'token' && <TokenDialog workspace={workspace} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Opens in a new tab. */
function AddonEntry({ addon, workspace }: { readonly addon: Addon; readonly workspace: Workspace }) {
  const item = addonItem(addon, workspace);
  if (item === null) return null;
  const picture = <img src={addon.WorkspaceAvatar} alt="" width={16} height={16} />;
  if (item.kind === 'disabled') {
    return (
      <ActionMenuItem icon={picture} disabledReason={item.reason} onClick={nothing}>
        {addon.Title}
      </ActionMenuItem>
    );
  }
  return (
    <Menu.Item component="a" href={item.href} target="_blank" rel="noreferrer" leftSection={picture}>
      {addon.Title}
    </Menu.Item>
  );
}
