import { z } from 'zod';

export const WORKGROUP_TABS = ['general', 'workspaces', 'databases'] as const;
export type WorkgroupTab = (typeof WORKGROUP_TABS)[number];

/** What the address of a workgroup holds. */
export const workgroupSearch = z.object({
  tab: z.enum(WORKGROUP_TABS).default('general').catch('general'),
  space_id: z.string().optional().catch(undefined),
});
