/** The main navigation (specification part 1, section 2.2) and the page titles of the mobile header (2.9). */
import type { Permission } from '@acacia/contract';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconListDetails,
  IconPackage,
  IconPuzzle,
  IconSchema,
  IconServer2,
  IconSettings,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

export type ToolPath = '/design-schema' | '/ingestion' | '/editor' | '/explore';

interface Item {
  readonly label: string;
  readonly icon: Icon;
}
export interface ToolItem extends Item {
  readonly kind: 'tool';
  readonly to: ToolPath;
}
export interface PageItem extends Item {
  readonly kind: 'page';
  readonly to:
    | '/groups'
    | '/marketplace/solutions'
    | '/marketplace/addons'
    | '/admin/users'
    | '/admin/audit-log'
    | '/admin/settings';
  /** Shown only to those who have it. */
  readonly needs?: Permission;
}
export type NavigationItem = ToolItem | PageItem;

export interface NavigationSection {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

const NAVIGATION: readonly NavigationSection[] = [
  {
    label: 'Data',
    items: [
      { kind: 'tool', to: '/design-schema', label: 'Design schema', icon: IconSchema },
      { kind: 'tool', to: '/ingestion', label: 'Load data', icon: IconDatabaseImport },
      { kind: 'tool', to: '/editor', label: 'Query editor', icon: IconCode },
      { kind: 'tool', to: '/explore', label: 'Explore graph', icon: IconBinaryTree2 },
    ],
  },
  {
    label: 'Manage',
    items: [
      { kind: 'page', to: '/groups', label: 'Workgroups', icon: IconServer2 },
      { kind: 'page', to: '/marketplace/solutions', label: 'Solutions', icon: IconPackage },
      { kind: 'page', to: '/marketplace/addons', label: 'Add-ons', icon: IconPuzzle },
    ],
  },
  {
    label: 'Administer',
    items: [
      { kind: 'page', to: '/admin/users', label: 'Users', icon: IconUsers, needs: 'user.manage' },
      {
        kind: 'page',
        to: '/admin/audit-log',
        label: 'Audit log',
        icon: IconListDetails,
        needs: 'audit.read',
      },
      { kind: 'page', to: '/admin/settings', label: 'Settings', icon: IconSettings, needs: 'org.update' },
    ],
  },
];

/** The sections that a person sees, with the items that they may open. */
export const navigationFor = (can: (permission: Permission) => boolean): readonly NavigationSection[] =>
  NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter((item) => item.kind === 'tool' || item.needs === undefined || can(item.needs)),
  })).filter(({ items }) => items.length > 0);

const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'Home'],
  [/^\/editor/, 'Query editor'],
  [/^\/design-schema/, 'Design schema'],
  [/^\/ingestion/, 'Load data'],
  [/^\/explore/, 'Explore graph'],
  [/^\/groups/, 'Workgroups'],
  [/^\/marketplace\/solutions/, 'Solutions'],
  [/^\/marketplace\/addons/, 'Addons'],
  [/^\/admin\/users/, 'Users'],
  [/^\/admin\/audit-log/, 'Audit log'],
  [/^\/admin\/settings/, 'Settings'],
  [/^\/admin-portal/, 'Admin Portal'],
  [/^\/guides/, 'Guides'],
];

export function pageTitle(pathname: string): string {
  return TITLES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'Page';
}
