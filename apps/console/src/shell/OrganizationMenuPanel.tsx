/** The menu behind the organisation's button; loaded on the first hover or focus. */
import { hasDashboard } from '@acacia/contract';
import { isLanguage, LANGUAGES, language, setLanguage, t } from '@acacia/texts';
import '@acacia/ui/controls';
import { Avatar, toast } from '@acacia/ui';
import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconBook2,
  IconDeviceDesktop,
  IconDevices,
  IconGauge,
  IconFileText,
  IconHeartbeat,
  IconKey,
  IconKeyboard,
  IconLifebuoy,
  IconLock,
  IconLogout,
  IconMessage,
  IconMoon,
  IconRoute,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react';
import { useServices } from '../services/services.ts';
import { useMe } from '../data/me.ts';
import type { HTMLAttributes } from 'react';
import { OrganizationButton } from './OrganizationButton.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';
import { LinkMenuItem } from './LinkMenuItem.tsx';
import { useNarrow } from './narrow.ts';
import classes from './OrganizationMenu.module.css';
import { takeTour } from './tour/take-tour.ts';

const THEMES: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'auto', label: t`System theme`, icon: IconDeviceDesktop },
  { value: 'light', label: t`Light theme`, icon: IconSun },
  { value: 'dark', label: t`Dark theme`, icon: IconMoon },
];

const isScheme = (value: string): value is MantineColorScheme =>
  THEMES.some((theme) => theme.value === value);

/** The page is drawn anew: its texts were read when it was loaded. */
function speak(code: string): void {
  if (!isLanguage(code) || code === language) return;
  setLanguage(code);
  window.location.reload();
}

/**
 * Mantine gives the dropdown the role of a menu, which must not hold a search box: a group holds the box and the menus.
 */
const asGroup = (props: HTMLAttributes<HTMLDivElement>) => (
  <div {...props} role="group" aria-orientation={undefined} />
);

export interface OrganizationMenuProps {
  readonly collapsed: boolean;
  readonly onShortcuts: () => void;
  readonly onPassword: () => void;
  readonly onSessions: () => void;
  readonly onSecurity: () => void;
  readonly onAgreement: () => void;
  readonly onFeedback: () => void;
  readonly onContact: () => void;
}

export default function OrganizationMenuPanel(props: OrganizationMenuProps) {
  const { collapsed, onShortcuts, onPassword, onSessions, onSecurity, onAgreement, onFeedback, onContact } =
    props;
  const { session, config } = useServices();
  const user = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  /** The tour leads over the navigation, which stands in a drawer there. */
  const mobile = useNarrow();

  const copyToken = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText((await session.getToken()) ?? '');
      toast.success(t`Access token copied. It is valid for up to ten minutes; treat it like a password.`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Menu width={264} position="top-start" defaultOpened>
      <Menu.Target>
        <OrganizationButton collapsed={collapsed} />
      </Menu.Target>
      <Menu.Dropdown renderRoot={asGroup}>
        <div className={classes.who}>
          <span aria-hidden="true">
            <Avatar person={user.email} />
          </span>
          <div className={classes.names}>
            <div className={classes.name}>{user.name}</div>
            <div className={classes.person}>{user.email}</div>
          </div>
        </div>
        <OrganizationSwitcher />
        <Menu.Divider />
        <div role="menu" aria-label="Account and help">
          <Menu.RadioGroup value={colorScheme} onChange={(value) => isScheme(value) && setColorScheme(value)}>
            {THEMES.map((each) => (
              <Menu.RadioItem
                key={each.value}
                value={each.value}
                rightSection={<each.icon size={16} stroke={1.6} />}
              >
                {each.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.RadioGroup value={language} onChange={speak} aria-label="Language">
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <Menu.RadioItem key={code} value={code} lang={code}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {hasDashboard(user.permissions) && (
            <LinkMenuItem
              to="/dashboard/$"
              params={{ _splat: 'workspace' }}
              leftSection={<IconGauge size={16} stroke={1.6} />}
            >
              Operator&apos;s dashboard
            </LinkMenuItem>
          )}
          <Menu.Item leftSection={<IconKey size={16} stroke={1.6} />} onClick={() => void copyToken()}>
            Copy access token
          </Menu.Item>
          <LinkMenuItem to="/guides" leftSection={<IconBook2 size={16} stroke={1.6} />}>
            Guides
          </LinkMenuItem>
          <Menu.Item
            leftSection={<IconApi size={16} stroke={1.6} />}
            component="a"
            href="/api/docs"
            target="_blank"
            rel="noreferrer"
          >
            API reference
          </Menu.Item>
          {!mobile && (
            <Menu.Item leftSection={<IconRoute size={16} stroke={1.6} />} onClick={takeTour}>
              Product tour
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={onShortcuts}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item leftSection={<IconMessage size={16} stroke={1.6} />} onClick={onFeedback}>
            Give feedback
          </Menu.Item>
          <Menu.Item leftSection={<IconLifebuoy size={16} stroke={1.6} />} onClick={onContact}>
            Contact support
          </Menu.Item>
          <LinkMenuItem to="/status" leftSection={<IconHeartbeat size={16} stroke={1.6} />}>
            Status
          </LinkMenuItem>
          <Menu.Item leftSection={<IconFileText size={16} stroke={1.6} />} onClick={onAgreement}>
            Terms and conditions
          </Menu.Item>
          <Menu.Divider />
          {config.mode === 'local' && (
            <>
              <Menu.Item leftSection={<IconLock size={16} stroke={1.6} />} onClick={onPassword}>
                Change password
              </Menu.Item>
              <Menu.Item leftSection={<IconShieldLock size={16} stroke={1.6} />} onClick={onSecurity}>
                Security
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconDevices size={16} stroke={1.6} />} onClick={onSessions}>
            Sessions
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} />}
            onClick={() => void session.signOut().catch(toast.error)}
          >
            Sign out
          </Menu.Item>
        </div>
        <div className={classes.version}>Version {config.app_version}</div>
      </Menu.Dropdown>
    </Menu>
  );
}
