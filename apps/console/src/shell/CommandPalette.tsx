/** Every page, guide, workspace and action by a few letters (Mod+K). */
import { said, t } from '@acacia/texts';
import '@acacia/ui/controls';
import '@mantine/spotlight/styles.layer.css';
import { USER_TEXTS, workspaceCan } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconBook2,
  IconDevices,
  IconFileText,
  IconHeartbeat,
  IconHome,
  IconKeyboard,
  IconLayoutSidebar,
  IconLifebuoy,
  IconLock,
  IconLogout,
  IconMessage,
  IconMoon,
  IconPlus,
  IconRoute,
  IconSchool,
  IconSearch,
  IconServer2,
  IconShieldLock,
  IconSun,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ComponentProps } from 'react';
import type { Guide } from '../data/guides.ts';
import { useServices } from '../services/services.ts';
import { useCan } from '../data/me.ts';
import { useKnownWorkgroups } from '../data/workgroups.ts';
import classes from './CommandPalette.module.css';
import { useNarrow } from './narrow.ts';
import { navigationFor } from './navigation-items.ts';
import { takeTour } from './tour/take-tour.ts';

const [store, actions] = createSpotlight();

type ActionGroup = Extract<ComponentProps<typeof Spotlight>['actions'][number], { actions: unknown }>;

export interface CommandPaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  readonly onFeedback: () => void;
  readonly onContact: () => void;
  readonly onPassword: () => void;
  readonly onSecurity: () => void;
  readonly onSessions: () => void;
  readonly onAgreement: () => void;
  readonly onNavigation: () => void;
  readonly onTutorials: () => void;
}

/** The same however much is found, so that nothing moves while one types. */
const HEIGHT = 'min(480px, calc(100dvh - 160px))';

const TOOLS = [
  { to: '/editor', does: (name: string) => t`Query ${name}` },
  { to: '/explore', does: (name: string) => t`Explore ${name}` },
  { to: '/ingestion', does: (name: string) => t`Load data into ${name}` },
  { to: '/design-schema', does: (name: string) => t`Design the schema of ${name}` },
] as const;

const icon = (Icon: Icon) => <Icon size={18} stroke={1.6} />;

/** None until the palette was opened: their texts are heavy. */
function useGuides(opened: boolean): readonly Guide[] {
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  useEffect(() => {
    if (opened) import('../data/guides.ts').then(({ GUIDES }) => setGuides(GUIDES), toast.error);
  }, [opened]);
  return guides;
}

/** More workspaces would bury everything else below their tools. */
const FEW_WORKSPACES = 12;

export default function CommandPalette(props: CommandPaletteProps) {
  const { opened, onClose, onShortcuts, onFeedback, onContact } = props;
  const navigate = useNavigate();
  const can = useCan();
  const { session, config } = useServices();
  const guides = useGuides(opened);
  const groups = useKnownWorkgroups();
  const { setColorScheme } = useMantineColorScheme();
  const mobile = useNarrow();
  useEffect(() => (opened ? actions.open() : actions.close()), [opened]);

  const pages: ActionGroup = {
    group: t`Pages`,
    actions: [
      {
        id: 'page /',
        label: t`Home`,
        leftSection: icon(IconHome),
        onClick: () => void navigate({ to: '/' }),
      },
      ...navigationFor(can)
        .flatMap((section) => section.items)
        .map((item) => ({
          id: `page ${item.to}`,
          label: item.label,
          leftSection: icon(item.icon),
          onClick: () => void navigate({ to: item.to }),
        })),
      {
        id: 'page /guides',
        label: t`Guides`,
        leftSection: icon(IconBook2),
        onClick: () => void navigate({ to: '/guides' }),
      },
      {
        id: 'page /status',
        label: t`Status`,
        leftSection: icon(IconHeartbeat),
        onClick: () => void navigate({ to: '/status' }),
      },
    ],
  };
  const workgroups: ActionGroup = {
    group: t`Workgroups`,
    actions: groups.map((group) => ({
      id: `workgroup ${group.workgroup_id}`,
      label: group.name,
      description: `${group.platform} · ${group.region}`,
      leftSection: icon(IconServer2),
      onClick: () => void navigate({ to: '/groups/$groupID', params: { groupID: group.workgroup_id } }),
    })),
  };
  const workspaces: ActionGroup = {
    group: t`Workspaces`,
    actions: groups
      .flatMap((group) => group.workspaces)
      .map((workspace) => ({
        id: `workspace ${workspace.workspace_id}`,
        label: workspace.name,
        description: workspaceCan('connect', workspace).allowed
          ? t`${workspace.workgroup_name} · open in the query editor`
          : `${workspace.workgroup_name} · ${said(workspace.status)}`,
        leftSection: icon(IconServer2),
        onClick: () =>
          workspaceCan('connect', workspace).allowed
            ? void navigate({ to: '/editor', search: { workspace_id: workspace.workspace_id } })
            : void navigate({
                to: '/groups/$groupID',
                params: { groupID: workspace.workgroup_id },
                search: { tab: 'workspaces' },
              }),
      })),
  };
  const guidesGroup: ActionGroup = {
    group: t`Guides`,
    actions: guides.map(({ name, title }) => ({
      id: `guide ${name}`,
      label: title,
      leftSection: icon(IconBook2),
      onClick: () => void navigate({ to: '/guides/$guide', params: { guide: name } }),
    })),
  };
  const known = groups.flatMap((group) => group.workspaces);
  /** Tools of each workspace that can be used, where these are few. */
  const toolActions =
    known.length > FEW_WORKSPACES
      ? []
      : known
          .filter((workspace) => workspaceCan('connect', workspace).allowed)
          .flatMap(({ workspace_id, name }) =>
            TOOLS.map(({ to, does }) => ({
              id: `${to} ${workspace_id}`,
              label: does(name),
              leftSection: icon(IconServer2),
              onClick: () => void navigate({ to, search: { workspace_id } }),
            })),
          );
  const createActions = groups
    .filter(({ workgroup_id }) => can('workspace.create', { workgroup_id }))
    .map(({ workgroup_id: groupID, name }) => ({
      id: `create ${groupID}`,
      label: t`Create workspace in ${name}`,
      leftSection: icon(IconPlus),
      onClick: () => void navigate({ to: '/groups/$groupID/spaces/config', params: { groupID } }),
    }));
  const others: ActionGroup = {
    group: t`Actions`,
    actions: [
      ...createActions,
      ...toolActions,
      ...(can('workgroup.create')
        ? [
            {
              id: 'create',
              label: t`Create workgroup`,
              leftSection: icon(IconPlus),
              onClick: () => void navigate({ to: '/groups/new' }),
            },
          ]
        : []),
      ...(can('user.manage')
        ? [
            {
              id: 'invite',
              label: said(USER_TEXTS.invite),
              leftSection: icon(IconUserPlus),
              onClick: () => void navigate({ to: '/admin/users', search: { invite: 'true' } }),
            },
          ]
        : []),
      {
        id: 'light',
        label: t`Use light theme`,
        leftSection: icon(IconSun),
        onClick: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: t`Use dark theme`,
        leftSection: icon(IconMoon),
        onClick: () => setColorScheme('dark'),
      },
      ...(mobile
        ? []
        : [{ id: 'tour', label: t`Product tour`, leftSection: icon(IconRoute), onClick: takeTour }]),
      { id: 'tutorials', label: t`Tutorials`, leftSection: icon(IconSchool), onClick: props.onTutorials },
      {
        id: 'shortcuts',
        label: t`Keyboard shortcuts`,
        leftSection: icon(IconKeyboard),
        onClick: onShortcuts,
      },
      { id: 'feedback', label: t`Give feedback`, leftSection: icon(IconMessage), onClick: onFeedback },
      { id: 'contact', label: t`Contact support`, leftSection: icon(IconLifebuoy), onClick: onContact },
      ...(config.mode === 'local'
        ? [
            {
              id: 'password',
              label: t`Change password`,
              leftSection: icon(IconLock),
              onClick: props.onPassword,
            },
            {
              id: 'security',
              label: t`Security`,
              leftSection: icon(IconShieldLock),
              onClick: props.onSecurity,
            },
          ]
        : []),
      { id: 'sessions', label: t`Sessions`, leftSection: icon(IconDevices), onClick: props.onSessions },
      {
        id: 'agreement',
        label: t`Terms and conditions`,
        leftSection: icon(IconFileText),
        onClick: props.onAgreement,
      },
      {
        id: 'navigation',
        label: t`Collapse or expand the navigation`,
        leftSection: icon(IconLayoutSidebar),
        onClick: props.onNavigation,
      },
      { id: 'out', label: t`Sign out`, leftSection: icon(IconLogout), onClick: () => void session.signOut() },
    ],
  };
  const groupsOfActions: ActionGroup[] = [pages, workgroups, workspaces, others, guidesGroup];
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={groupsOfActions.filter((group) => group.actions.length > 0)}
      nothingFound="Nothing of that name."
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ action: classes.action }}
      attributes={{ content: { 'aria-label': t`Command palette` } }}
      scrollable
      styles={{ content: { height: HEIGHT, maxHeight: HEIGHT } }}
      onSpotlightClose={onClose}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: t`Search pages, workspaces and actions`,
        'aria-label': t`Search pages, workspaces and actions`,
      }}
    />
  );
}
