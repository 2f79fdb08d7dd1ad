/** Parameters in the addresses of the dashboard's lists. */
import { OrgQuota, WorkspaceStatus } from '@acacia/contract';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Parameters that all lists have: a text to find, an order, and a page. */
const list = {
  find: text,
  sort: text,
  desc: z.literal('true').optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(40_000).optional().catch(undefined),
};

export const listSearch = z.object(list);

export const organizationsSearch = z.object({
  ...list,
  tier: OrgQuota.shape.tier.optional().catch(undefined),
});

export const ORGANIZATION_TABS = ['overview', 'people', 'workspaces', 'operations', 'billing'] as const;
export const organizationSearch = z.object({
  tab: z.enum(ORGANIZATION_TABS).catch('overview').default('overview'),
});

export const billingSearch = z.object({
  ...list,
  /** Absent: the month that runs. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
});

export const workspacesSearch = z.object({
  ...list,
  status: WorkspaceStatus.optional().catch(undefined),
});
