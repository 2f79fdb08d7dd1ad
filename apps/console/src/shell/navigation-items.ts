/** The main navigation (specification part 1, section 2.2) and the page titles of the mobile header (2.9). */
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconSchema,
  IconServer2,
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
export type NavigationItem = ToolItem | PageItem;

export interface NavigationSection {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

export const NAVIGATION: readonly NavigationSection[] = [
  {
    label: 'Data',
    items: [
      { kind: 'tool', to: '/design-schema', label: 'Design schema', icon: IconSchema },
      { kind: 'tool', to: '/ingestion', label: 'Load data', icon: IconDatabaseImport },
      { kind: 'tool', to: '/editor', label: 'Query editor', icon: IconCode },
      { kind: 'tool', to: '/explore', label: 'Explore graph', icon: IconBinaryTree2 },
    ],
  },
  { label: 'Manage', items: [{ kind: 'page', to: '/groups', label: 'Workgroups', icon: IconServer2 }] },
];

const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'Home'],
  [/^\/editor/, 'Query editor'],
  [/^\/design-schema/, 'Design schema'],
  [/^\/ingestion/, 'Load data'],
  [/^\/explore/, 'Explore graph'],
  [/^\/groups/, 'Workgroups'],
  [/^\/guides/, 'Guides'],
];

export function pageTitle(pathname: string): string {
  return TITLES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'Page';
}
