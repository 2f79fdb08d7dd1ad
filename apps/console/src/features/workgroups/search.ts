import { WorkspaceStatus } from '@acacia/contract';
import { z } from 'zod';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Asks a workgroup's page not to say that the workgroup is empty (specification part 2, section 2). */
    readonly skipEmptyState?: boolean;
  }
}

export const WORKGROUP_TABS = [
  'general',
  'workspaces',
  'databases',
  'monitor',
  'solution',
  'dataprofiles',
  'access_management',
  'backup_and_restore',
  'log',
  'network_access',
] as const;
export type WorkgroupTab = (typeof WORKGROUP_TABS)[number];

export const CONFIGURATION_TABS = ['general', 'advanced', 'addons', 'alerts', 'graph_admin'] as const;
export type ConfigurationTab = (typeof CONFIGURATION_TABS)[number];

export const WORKSPACE_ORDERS = ['newest', 'name', 'status'] as const;
export type WorkspaceOrder = (typeof WORKSPACE_ORDERS)[number];

const text = z.string().optional().catch(undefined);

/** What the address of a workgroup holds. */
export const workgroupSearch = z.object({
  tab: z.enum(WORKGROUP_TABS).default('general').catch('general'),
  /** The workspace that a tab is about. */
  space_id: text,
  /** The open tab of that workspace's configuration. */
  configure: z.enum(CONFIGURATION_TABS).optional().catch(undefined),
  /** The task of a restore that is being watched. */
  restore: text,
  /** Which workspaces the Workspaces tab shows, and in which order. */
  find: text,
  status: WorkspaceStatus.optional().catch(undefined),
  order: z.enum(WORKSPACE_ORDERS).optional().catch(undefined),
  /** The graph of a data profile. */
  graph_name: text,
  /** The time that the Monitor tab shows, and how often it looks again; read by monitor/ranges.ts. */
  range: text,
  refresh: text,
  /** Of the Monitor and the Log tab, in ISO 8601. */
  from: text,
  to: text,
  /** What the logs are searched for; hosts and components are joined by commas. */
  query: text,
  hosts: text,
  components: text,
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** Log lines as they come, in place of a search. */
  live: z.literal('true').optional().catch(undefined),
});
