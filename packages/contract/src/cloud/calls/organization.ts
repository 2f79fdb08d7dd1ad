/** What the console needs before sign-in, the signed-in person, their organisation and what it may use. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { AuditEntry } from '../audit.ts';
import { OrgQuota, Platform, WorkspaceMeta, WorkspaceType } from '../catalog.ts';
import { ClientConfig, Organization, User, UserMetadataPatch } from '../identity.ts';
import { OrgUser } from '../members.ts';

export const organizationCalls = {
  getClientConfig: route({
    method: 'GET',
    path: '/config/client',
    tag: 'config',
    permission: 'public',
    summary: 'What the console needs before sign-in',
    result: ClientConfig,
  }),
  getMe: route({
    method: 'GET',
    path: '/users/me',
    tag: 'identity',
    permission: 'self.read',
    summary: 'The signed-in user',
    result: User,
  }),
  updateMyMetadata: route({
    method: 'PATCH',
    path: '/users/me/metadata',
    tag: 'identity',
    permission: 'self.update',
    summary: 'Change what is remembered about the signed-in user',
    body: UserMetadataPatch,
    result: z.object({ user_metadata: UserMetadataPatch }),
  }),
  getMyOrganization: route({
    method: 'GET',
    path: '/orgs/self',
    aliases: ['/v2/org/self'],
    tag: 'identity',
    permission: 'org.read',
    summary: 'The organisation of the signed-in user',
    result: Organization,
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
    query: z.object({ platform: Platform.default('AWS'), region: z.string().default('us-east-1') }),
    result: z.array(WorkspaceType),
  }),
  listUsers: route({
    method: 'GET',
    path: '/users',
    tag: 'members',
    permission: 'user.list',
    summary: 'People of the organisation',
    result: z.array(OrgUser),
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
