/** The main navigation: column, collapsed column, or inside the drawer. */
import { Logo, LogoMark } from '@acacia/ui';
import { ActionIcon, Kbd, ScrollArea, Tooltip, UnstyledButton } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '../data/me.ts';
import { LATER, NAVIGATION, type NavigationItem } from './navigation-items.ts';
import classes from './Navigation.module.css';
import { OrganizationMenu } from './OrganizationMenu.tsx';

export interface NavigationProps {
  readonly collapsed: boolean;
  /** Absent in the drawer, which does not collapse. */
  readonly onToggle?: () => void;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export function Navigation({ collapsed, onToggle, onSearch, onShortcuts }: NavigationProps) {
  const can = useCan();
  const os = useOs();
  const visible = (item: NavigationItem): boolean =>
    item.kind !== 'later' || item.needs === undefined || can(item.needs);
  return (
    <nav className={classes.navigation} aria-label="Main" data-collapsed={collapsed || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label="Acacia home">
          {collapsed ? <LogoMark size={26} /> : <Logo size={24} />}
        </Link>
        {onToggle !== undefined && !collapsed && <Toggle collapsed={collapsed} onToggle={onToggle} />}
      </div>
      {onToggle !== undefined && collapsed && <Toggle collapsed={collapsed} onToggle={onToggle} />}
      <Hint label="Search and commands" show={collapsed}>
        <UnstyledButton className={classes.search} onClick={onSearch} aria-label="Search and commands">
          <IconSearch size={16} stroke={1.8} />
          {!collapsed && (
            <>
              <span className={classes.searchText}>Search</span>
              <Kbd size="xs">{os === 'macos' ? '⌘' : 'Ctrl'} K</Kbd>
            </>
          )}
        </UnstyledButton>
      </Hint>
      <ScrollArea className={classes.scroll} type="auto" scrollbarSize={6}>
        {NAVIGATION.map((section) => {
          const items = section.items.filter(visible);
          if (items.length === 0) return null;
          return (
            <div key={section.label} className={classes.section} role="group" aria-label={section.label}>
              {!collapsed && (
                <p className={classes.sectionLabel} aria-hidden="true">
                  {section.label}
                </p>
              )}
              {items.map((item) => (
                <Item key={item.label} item={item} collapsed={collapsed} />
              ))}
            </div>
          );
        })}
      </ScrollArea>
      <OrganizationMenu collapsed={collapsed} onShortcuts={onShortcuts} />
    </nav>
  );
}

function Toggle({ collapsed, onToggle }: { readonly collapsed: boolean; readonly onToggle: () => void }) {
  const label = collapsed ? 'Expand navigation' : 'Collapse navigation';
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={onToggle}
        size={32}
        className={classes.toggle}
      >
        {collapsed ? (
          <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
        ) : (
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

function Hint({
  label,
  show,
  children,
}: {
  readonly label: string;
  readonly show: boolean;
  readonly children: ReactNode;
}) {
  return show ? (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  ) : (
    children
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
  if (item.kind === 'later') {
    return (
      <Tooltip label={collapsed ? `${item.label}: ${LATER.toLowerCase()}` : LATER} position="right">
        <span
          role="link"
          aria-disabled="true"
          tabIndex={0}
          aria-label={item.label}
          aria-description={LATER}
          className={classes.item}
        >
          {content}
        </span>
      </Tooltip>
    );
  }
  const shared = {
    className: classes.item,
    'aria-label': item.label,
    activeProps: { 'data-active': true, 'aria-current': 'page' as const },
  };
  return (
    <Hint label={item.label} show={collapsed}>
      {item.kind === 'tool' ? (
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
      )}
    </Hint>
  );
}
