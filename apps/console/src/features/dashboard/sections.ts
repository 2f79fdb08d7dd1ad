/** The pages of the dashboard: their addresses below `/dashboard/`, and the rights that each needs. */
import { t } from '@acacia/texts';
import type { DashboardFlags } from '@acacia/contract';

export interface Section {
  readonly path: string;
  readonly label: string;
  readonly isAllowed: (flags: DashboardFlags) => boolean;
}

const isAnyones = ({ readOrg, readWorkspace }: DashboardFlags): boolean => readOrg || readWorkspace;

export const SECTIONS = [
  { path: 'workspace', label: t`Workspaces`, isAllowed: ({ readWorkspace }) => readWorkspace },
  { path: 'org', label: t`Organizations`, isAllowed: ({ readOrg }) => readOrg },
  { path: 'billing', label: t`Billing`, isAllowed: ({ readOrgDetail }) => readOrgDetail },
  { path: 'cloud-providers', label: t`Cloud providers`, isAllowed: isAnyones },
  { path: 'grafana', label: t`Metrics`, isAllowed: isAnyones },
  { path: 'configurations', label: t`Configuration`, isAllowed: isAnyones },
] as const satisfies readonly Section[];
export type SectionPath = (typeof SECTIONS)[number]['path'];

/** Addresses of one thing of a section: `/dashboard/org/{orgId}`, `/dashboard/cloud-provider/{id}`. */
const ONE: Readonly<Record<string, SectionPath>> = { org: 'org', 'cloud-provider': 'cloud-providers' };

/** A page of the dashboard as its address names it: a section, or one thing of it. */
export interface Place {
  readonly section: Section & { readonly path: SectionPath };
  /** '' where the page is about the section as a whole. */
  readonly id: string;
}

/** @returns undefined when there is no such page */
export function placeOf(address: string): Place | undefined {
  const [first = '', id, ...rest] = address.replace(/\/$/, '').split('/');
  const path = id === undefined ? first : ONE[first];
  const section = SECTIONS.find((each) => each.path === path);
  return section === undefined || rest.length > 0 ? undefined : { section, id: id ?? '' };
}
