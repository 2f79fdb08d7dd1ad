/** The organisation's quotas and catalogs, its people, and its audit log. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { AuditEntry, ExportAuditEntries, ListAuditEntries } from '../audit.ts';
import { OrgQuota, Platform, WorkspaceMeta, WorkspaceType } from '../catalog.ts';
import { Organization } from '../identity.ts';
import { MarketplaceSubscription, MarketplaceToken } from '../marketplace.ts';
import { UpdateOrganization, UpdateOrganizationSecurity } from '../organization-settings.ts';

export const organizationCalls = {
  updateOrganization: route({
    method: 'PUT',
    path: '/v2/org',
    tag: 'identity',
    permission: 'org.update',
    summary: 'Change name, display name and logo of the organisation',
    waits: true,
    heavy: true,
    body: UpdateOrganization,
    result: Organization,
  }),
  updateOrganizationSecurity: route({
    method: 'PUT',
    path: '/v2/org/security',
    tag: 'identity',
    permission: 'org.update',
    people: true,
    summary: 'Demand a second factor of the people of the organisation, or demand it no longer',
    body: UpdateOrganizationSecurity,
    result: Organization,
  }),
  associateMarketplace: route({
    method: 'POST',
    path: '/v2/billing/marketplace/:provider',
    tag: 'identity',
    permission: 'marketplace.associate',
    people: true,
    summary:
      'Record a subscription of a marketplace for the organisation; nobody asks the marketplace about it',
    params: z.object({ /** aws, azure or gcp. */ provider: z.string() }),
    body: z.object({ token: MarketplaceToken }).strict(),
    result: MarketplaceSubscription,
  }),
  listMarketplaceSubscriptions: route({
    method: 'GET',
    path: '/v2/billing/marketplace',
    tag: 'identity',
    permission: 'marketplace.read',
    summary: 'Subscriptions of marketplaces that were recorded for the organisation, newest first',
    result: z.array(MarketplaceSubscription),
  }),
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
    query: ListAuditEntries,
    result: z.array(AuditEntry),
  }),
  exportAuditEntries: route({
    method: 'GET',
    path: '/v2/audit-logs/export',
    tag: 'audit',
    permission: 'audit.read',
    summary: 'The audit log as a file: CSV, or JSON with an entry a line',
    query: ExportAuditEntries,
    heavy: true,
    download: ['text/csv', 'application/x-ndjson'],
    result: z.string(),
  }),
} as const;
