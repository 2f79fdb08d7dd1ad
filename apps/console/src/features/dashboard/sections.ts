/** The pages of the dashboard: their addresses below `/dashboard/`, and the rights that each needs. */
import { t } from '@acacia/texts';
import type { DashboardFlags } from '@acacia/contract';

export interface Section {
  readonly path: string;
  readonly label: string;
  readonly isAllowed: (flags: DashboardFlags) => boolean;
}

export const SECTIONS = [
  { path: 'workspace', label: t`Workspaces`, isAllowed: ({ readWorkspace }) => readWorkspace },
] as const satisfies readonly Section[];
export type SectionPath = (typeof SECTIONS)[number]['path'];

/** A page of the dashboard as its address names it: a section, and the id of one thing of it. */
export interface Place {
  readonly section: Section & { readonly path: SectionPath };
  /** '' where the page is about the section as a whole. */
  readonly id: string;
}

/** @returns undefined when there is no such page */
export function placeOf(address: string): Place | undefined {
  const [path, id = '', ...rest] = address.replace(/\/$/, '').split('/');
  const section = SECTIONS.find((each) => each.path === path);
  if (section === undefined || rest.length > 0 || id !== '') return undefined;
  return { section, id };
}
