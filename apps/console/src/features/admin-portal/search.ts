import { z } from 'zod';

export const PORTAL_TABS = ['overview', 'queries', 'logs', 'users', 'health'] as const;
export type PortalTab = (typeof PORTAL_TABS)[number];

const text = z.string().optional().catch(undefined);

/** Search parameters of the admin portal's address. */
export const portalSearch = z.object({
  workspace_id: text,
  tab: z.enum(PORTAL_TABS).default('overview').catch('overview'),
  /** Search of the log; components are joined by commas. */
  query: text,
  components: text,
});
