/** The organisation's quotas and catalogs, its people, and its audit log. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { AuditEntry } from '../audit.ts';
import { OrgQuota, Platform, WorkspaceMeta, WorkspaceType } from '../catalog.ts';

export const organizationCalls = {
  getQuota: route({
    method: 'GET',
    path: '/v2/orgs/quota',
    aliases: ['/v2/org/quota'],
    tag: 'catalog',
    permission: 'quota.read',
    summary: 'What the organisation may use, and does',
    result: OrgQuota,
  }),
  getWorkspaceMeta: route({
    method: 'GET',
    path: '/v2/workspaces/meta',
    tag: 'catalog',
    permission: 'workspaceMeta.read',
    summary: 'Regions, versions and sizes to choose from',
    result: WorkspaceMeta,
  }),
  listWorkspaceTypes: route({
    method: 'GET',
    path: '/v2/workspaces/types',
    tag: 'catalog',
    permission: 'workspaceMeta.read',
    summary: 'Sizes with their prices in a region',
    query: z.object({
      platform: Platform.default('AWS'),
      region: z.string().default('us-east-1'),
      /** Absent: any provider of the platform. */
      cloud_provider_id: z.string().optional(),
    }),
    result: z.array(WorkspaceType),
  }),
  listAuditEntries: route({
    method: 'GET',
    path: '/v2/audit-logs',
    tag: 'audit',
    permission: 'audit.read',
    summary: 'What was changed, by whom, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    result: z.array(AuditEntry),
  }),
} as const;
