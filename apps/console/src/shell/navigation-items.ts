/** The main navigation (specification part 1, section 2.2) and the page titles of the mobile header (2.9). */
import type { Permission } from '@acacia/contract';
import {
  IconApps,
  IconBinaryTree2,
  IconClipboardList,
  IconCode,
  IconCreditCard,
  IconDatabaseImport,
  IconPackage,
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
  readonly to: '/groups';
}
/** A page that does not exist yet: shown with the reason, never as a dead link. */
export interface LaterItem extends Item {
  readonly kind: 'later';
  readonly needs?: Permission;
}
export type NavigationItem = ToolItem | PageItem | LaterItem;

export const LATER = 'Comes with a later release';

export interface NavigationSection {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

export const NAVIGATION: readonly NavigationSection[] = [
  {
    label: 'Data',
    items: [
      { kind: 'tool', to: '/design-schema', label: 'Design Schema', icon: IconSchema },
      { kind: 'tool', to: '/ingestion', label: 'Load Data', icon: IconDatabaseImport },
      { kind: 'tool', to: '/editor', label: 'Query Editor', icon: IconCode },
      { kind: 'tool', to: '/explore', label: 'Explore Graph', icon: IconBinaryTree2 },
    ],
  },
  { label: 'Manage', items: [{ kind: 'page', to: '/groups', label: 'Workgroups', icon: IconServer2 }] },
  {
    label: 'Marketplace',
    items: [
      { kind: 'later', label: 'Solutions', icon: IconPackage },
      { kind: 'later', label: 'Add-ons', icon: IconApps },
    ],
  },
  {
    label: 'Administration',
    items: [
      { kind: 'later', label: 'Users', icon: IconUsers, needs: 'workgroup.create' },
      { kind: 'later', label: 'Audit Log', icon: IconClipboardList, needs: 'audit.read' },
      { kind: 'later', label: 'Billing', icon: IconCreditCard, needs: 'workgroup.create' },
      { kind: 'later', label: 'Settings', icon: IconSettings, needs: 'workgroup.create' },
    ],
  },
];

const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'Home'],
  [/^\/editor/, 'Query Editor'],
  [/^\/design-schema/, 'Design Schema'],
  [/^\/ingestion/, 'Load Data'],
  [/^\/explore/, 'Explore Graph'],
  [/^\/groups/, 'My Workgroups'],
  [/^\/guides/, 'Guides'],
  [/^\/marketplace\/solutions/, 'Solutions'],
  [/^\/marketplace\/addons/, 'Addons'],
  [/^\/admin\/settings/, 'Settings'],
  [/^\/admin\/users/, 'Users'],
  [/^\/admin\/bills/, 'Billing'],
  [/^\/admin\/audit-log/, 'Audit Log'],
];

export function pageTitle(pathname: string): string {
  return TITLES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'Page';
}
