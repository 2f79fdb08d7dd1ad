/** The main navigation: column, collapsed column, or inside the drawer. */
import { t } from '@acacia/texts';
import { hint, Logo, LogoMark } from '@acacia/ui';
import { Kbd, UnstyledButton } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useCan } from '../data/me.ts';
import { navigationFor, type NavigationItem } from './navigation-items.ts';
import classes from './Navigation.module.css';
import { OrganizationMenu } from './OrganizationMenu.tsx';
import { TutorialsLauncher } from './tutorials/TutorialsLauncher.tsx';
import type { OrganizationMenuProps } from './OrganizationMenuPanel.tsx';

interface NavigationProps extends OrganizationMenuProps {
  /** Absent in the drawer, which does not collapse. */
  readonly onToggle?: () => void;
  readonly onSearch: () => void;
  readonly tutorialsOpened: boolean;
  readonly onTutorials: () => void;
}

export function Navigation(props: NavigationProps) {
  const { onToggle, onSearch, tutorialsOpened, onTutorials, ...menu } = props;
  const { collapsed } = menu;
  const os = useOs();
  const can = useCan();
  return (
    <nav className={classes.navigation} aria-label="Main" data-collapsed={collapsed || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label="Acacia home">
          {collapsed ? <LogoMark size={26} /> : <Logo size={24} />}
        </Link>
        {onToggle !== undefined && !collapsed && <Toggle collapsed={collapsed} onToggle={onToggle} />}
      </div>
      {onToggle !== undefined && collapsed && <Toggle collapsed={collapsed} onToggle={onToggle} />}

      <UnstyledButton
        className={classes.search}
        data-tour="search"
        onClick={onSearch}
        {...(collapsed ? { 'aria-label': t`Search and commands` } : {})}
        {...hint(collapsed ? t`Search and commands` : undefined, 'right')}
      >
        <IconSearch size={16} stroke={1.8} />
        {!collapsed && (
          <>
            <span className={classes.searchText}>Search</span>
            <Kbd size="xs">{os === 'macos' ? '⌘' : 'Ctrl'} K</Kbd>
          </>
        )}
      </UnstyledButton>
      <div className={classes.scroll}>
        {navigationFor(can).map((section) => (
          <div key={section.label} className={classes.section} role="group" aria-label={section.label}>
            {!collapsed && (
              <p className={classes.sectionLabel} aria-hidden="true">
                {section.label}
              </p>
            )}
            {section.items.map((item) => (
              <Item key={item.label} item={item} collapsed={collapsed} />
            ))}
          </div>
        ))}
      </div>
      <TutorialsLauncher
        collapsed={collapsed}
        inDrawer={onToggle === undefined}
        opened={tutorialsOpened}
        onOpen={onTutorials}
      />
      <OrganizationMenu {...menu} />
    </nav>
  );
}

function Toggle({ collapsed, onToggle }: { readonly collapsed: boolean; readonly onToggle: () => void }) {
  const label = collapsed ? t`Expand navigation` : t`Collapse navigation`;
  return (
    <UnstyledButton
      aria-label={label}
      aria-expanded={!collapsed}
      onClick={onToggle}
      className={classes.toggle}
      {...hint(label, 'right')}
    >
      {collapsed ? (
        <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
      ) : (
        <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
      )}
    </UnstyledButton>
  );
}

function Item({ item, collapsed }: { readonly item: NavigationItem; readonly collapsed: boolean }) {
  const workspaceId = useSearch({ strict: false, select: (search) => search.workspace_id });
  const content = (
    <>
      <item.icon size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
      {!collapsed && <span className={classes.label}>{item.label}</span>}
    </>
  );
  const shared = {
    className: classes.item,
    'aria-label': item.label,
    'data-tour': item.to,
    activeProps: { 'data-active': true, 'aria-current': 'page' as const },
    ...hint(collapsed ? item.label : undefined, 'right'),
  };
  return item.kind === 'tool' ? (
    <Link
      to={item.to}
      search={typeof workspaceId === 'string' ? { workspace_id: workspaceId } : {}}
      activeOptions={{ includeSearch: false }}
      {...shared}
    >
      {content}
    </Link>
  ) : (
    <Link to={item.to} {...shared}>
      {content}
    </Link>
  );
}
