/** The main navigation (specification part 1, section 2.2) and the page titles of the mobile header (2.9). */
import { t } from '@acacia/texts';
import type { Permission } from '@acacia/contract';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconListDetails,
  IconPackage,
  IconPuzzle,
  IconReceipt,
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
    | '/admin/bills'
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
    label: t`Data`,
    items: [
      { kind: 'tool', to: '/design-schema', label: t`Design schema`, icon: IconSchema },
      { kind: 'tool', to: '/ingestion', label: t`Load data`, icon: IconDatabaseImport },
      { kind: 'tool', to: '/editor', label: t`Query editor`, icon: IconCode },
      { kind: 'tool', to: '/explore', label: t`Explore graph`, icon: IconBinaryTree2 },
    ],
  },
  {
    label: t`Manage`,
    items: [
      { kind: 'page', to: '/groups', label: t`Workgroups`, icon: IconServer2 },
      { kind: 'page', to: '/marketplace/solutions', label: t`Solutions`, icon: IconPackage },
      { kind: 'page', to: '/marketplace/addons', label: t`Add-ons`, icon: IconPuzzle },
    ],
  },
  {
    label: t`Administer`,
    items: [
      { kind: 'page', to: '/admin/users', label: t`Users`, icon: IconUsers, needs: 'user.manage' },
      {
        kind: 'page',
        to: '/admin/audit-log',
        label: t`Audit log`,
        icon: IconListDetails,
        needs: 'audit.read',
      },
      { kind: 'page', to: '/admin/bills', label: t`Billing`, icon: IconReceipt, needs: 'billing.read' },
      { kind: 'page', to: '/admin/settings', label: t`Settings`, icon: IconSettings, needs: 'org.update' },
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
  [/^\/$/, t`Home`],
  [/^\/editor/, t`Query editor`],
  [/^\/design-schema/, t`Design schema`],
  [/^\/ingestion/, t`Load data`],
  [/^\/explore/, t`Explore graph`],
  [/^\/groups/, t`My workgroups`],
  [/^\/marketplace\/solutions/, t`Solutions`],
  [/^\/marketplace\/addons/, t`Addons`],
  [/^\/admin\/users/, t`Users`],
  [/^\/admin\/audit-log/, t`Audit log`],
  [/^\/admin\/bills/, t`Billing`],
  [/^\/admin\/settings/, t`Settings`],
  [/^\/admin-portal/, t`Admin Portal`],
  [/^\/guides/, t`Guides`],
  [/^\/dashboard/, t`Dashboard`],
];

export function pageTitle(pathname: string): string {
  return TITLES.find(([pattern]) => pattern.test(pathname))?.[1] ?? t`Page`;
}
