import { WorkspaceStatus } from '@acacia/contract';
import { z } from 'zod';
import { CONFIGURATION_TABS } from '../configuration/tabs.ts';
import { ACCESS_TABS } from './access/tabs.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on navigation to hide the message that the workgroup is empty (specification part 2, section 2). */
    readonly skipEmptyState?: boolean;
    /** The workspace that was just created: the page says how to go on with it. */
    readonly createdWorkspace?: string;
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

export const WORKSPACE_ORDERS = ['newest', 'name', 'status'] as const;
export type WorkspaceOrder = (typeof WORKSPACE_ORDERS)[number];

const text = z.string().optional().catch(undefined);

/** Search parameters of a workgroup's address. */
export const workgroupSearch = z.object({
  tab: z.enum(WORKGROUP_TABS).default('general').catch('general'),
  /** The workspace that a tab is about. */
  space_id: text,
  /** The same, as addresses of the data profile have it. */
  workspace_id: text,
  /** The open tab of that workspace's configuration. */
  configure: z.enum(CONFIGURATION_TABS).optional().catch(undefined),
  /** The open tab of who has access to that workspace. */
  access: z.enum(ACCESS_TABS).optional().catch(undefined),
  /** The task of a restore that is being watched. */
  restore: text,
  /** Search text, status and order of the Workspaces tab. */
  find: text,
  status: WorkspaceStatus.optional().catch(undefined),
  order: z.enum(WORKSPACE_ORDERS).optional().catch(undefined),
  /** The graph of a data profile. */
  graph_name: text,
  /** The time that the Monitor tab shows, and how often it looks again; read by monitor/ranges.ts. */
  range: text,
  refresh: text,
  /** Range of the Monitor and the Log tab, in ISO 8601. */
  from: text,
  to: text,
  /** Search of the logs; hosts and components are joined by commas. */
  query: text,
  hosts: text,
  components: text,
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** Log lines as they come, in place of a search. */
  live: z.literal('true').optional().catch(undefined),
});
