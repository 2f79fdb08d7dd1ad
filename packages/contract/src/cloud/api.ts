/** Every call of the cloud API. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../route.ts';
import { WorkspaceMeta } from './catalog.ts';
import { ClientConfig, Organization, User, UserMetadataPatch } from './identity.ts';
import {
  CreateDatabase,
  CreateWorkgroup,
  CreateWorkspace,
  Database,
  UpdateDatabase,
  UpdateWorkgroup,
  UpdateWorkspace,
  Workgroup,
  Workspace,
} from './resources.ts';

const WorkgroupParams = z.object({ workgroup_id: z.string() });
const DatabaseParams = WorkgroupParams.extend({ database_id: z.string() });
const WorkspaceParams = WorkgroupParams.extend({ workspace_id: z.string() });
const Nothing = z.object({});

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    resource: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    outcome: z.enum(['ok', 'failed']),
    message: z.string(),
  })
  .meta({ id: 'AuditEntry' });

export const cloudApi = {
  getClientConfig: route({
    method: 'GET', path: '/config/client', tag: 'config', permission: 'public',
    summary: 'What the console needs before sign-in',
    result: ClientConfig,
  }),
  getMe: route({
    method: 'GET', path: '/users/me', tag: 'identity', permission: 'self.read',
    summary: 'The signed-in user',
    result: User,
  }),
  updateMyMetadata: route({
    method: 'PATCH', path: '/users/me/metadata', tag: 'identity', permission: 'self.update',
    summary: 'Change what is remembered about the signed-in user',
    body: UserMetadataPatch,
    result: z.object({ user_metadata: UserMetadataPatch }),
  }),
  getMyOrganization: route({
    method: 'GET', path: '/orgs/self', aliases: ['/v2/org/self'], tag: 'identity', permission: 'org.read',
    summary: 'The organisation of the signed-in user',
    result: Organization,
  }),
  getWorkspaceMeta: route({
    method: 'GET', path: '/v2/workspaces/meta', tag: 'catalog', permission: 'workspaceMeta.read',
    summary: 'Regions, versions and sizes to choose from',
    result: WorkspaceMeta,
  }),

  listWorkgroups: route({
    method: 'GET', path: '/v2/workgroups', tag: 'workgroups', permission: 'workgroup.list',
    summary: 'Workgroups that the caller can see, with databases and workspaces',
    result: z.array(Workgroup),
  }),
  createWorkgroup: route({
    method: 'POST', path: '/v2/workgroups', tag: 'workgroups', permission: 'workgroup.create',
    summary: 'Create a workgroup',
    body: CreateWorkgroup, result: Workgroup,
  }),
  getWorkgroup: route({
    method: 'GET', path: '/v2/workgroups/:workgroup_id', tag: 'workgroups', permission: 'workgroup.read',
    summary: 'One workgroup',
    params: WorkgroupParams, result: Workgroup,
  }),
  updateWorkgroup: route({
    method: 'PUT', path: '/v2/workgroups/:workgroup_id', tag: 'workgroups', permission: 'workgroup.update',
    summary: 'Rename a workgroup or change its log collection',
    params: WorkgroupParams, body: UpdateWorkgroup, result: Workgroup,
  }),
  deleteWorkgroup: route({
    method: 'DELETE', path: '/v2/workgroups/:workgroup_id', tag: 'workgroups', permission: 'workgroup.delete',
    summary: 'Delete a workgroup that holds no workspace, with its databases',
    params: WorkgroupParams, result: Nothing,
  }),

  listDatabases: route({
    method: 'GET', path: '/v2/workgroups/:workgroup_id/databases', tag: 'databases', permission: 'database.read',
    summary: 'Databases of a workgroup',
    params: WorkgroupParams, result: z.array(Database),
  }),
  createDatabase: route({
    method: 'POST', path: '/v2/workgroups/:workgroup_id/databases', tag: 'databases', permission: 'database.create',
    summary: 'Create an empty database',
    params: WorkgroupParams, body: CreateDatabase, result: Database,
  }),
  getDatabase: route({
    method: 'GET', path: '/v2/workgroups/:workgroup_id/databases/:database_id', tag: 'databases', permission: 'database.read',
    summary: 'One database',
    params: DatabaseParams, result: Database,
  }),
  updateDatabase: route({
    method: 'PUT', path: '/v2/workgroups/:workgroup_id/databases/:database_id', tag: 'databases', permission: 'database.update',
    summary: 'Rename a database',
    params: DatabaseParams, body: UpdateDatabase, result: Database,
  }),
  deleteDatabase: route({
    method: 'DELETE', path: '/v2/workgroups/:workgroup_id/databases/:database_id', tag: 'databases', permission: 'database.delete',
    summary: 'Delete a database that no workspace uses, and its data',
    params: DatabaseParams, result: Nothing,
  }),

  listWorkspaces: route({
    method: 'GET', path: '/v2/workgroups/:workgroup_id/workspaces', tag: 'workspaces', permission: 'workgroup.read',
    summary: 'Workspaces of a workgroup that the caller can see',
    params: WorkgroupParams, result: z.array(Workspace),
  }),
  createWorkspace: route({
    method: 'POST', path: '/v2/workgroups/:workgroup_id/workspaces', tag: 'workspaces', permission: 'workspace.create',
    summary: 'Create a workspace; it is Pending until it is Active',
    params: WorkgroupParams, body: CreateWorkspace, result: Workspace,
  }),
  getWorkspace: route({
    method: 'GET', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id', tag: 'workspaces', permission: 'workspace.read',
    summary: 'One workspace',
    params: WorkspaceParams, result: Workspace,
  }),
  updateWorkspace: route({
    method: 'PUT', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id', tag: 'workspaces', permission: 'workspace.update',
    summary: 'Rename a workspace or change its suspension',
    params: WorkspaceParams, body: UpdateWorkspace, result: Workspace,
  }),
  pauseWorkspace: route({
    method: 'POST', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id/pause', tag: 'workspaces', permission: 'workspace.pause',
    summary: 'Suspend a workspace until the next request wakes it (Idle)',
    params: WorkspaceParams, result: Workspace,
  }),
  resumeWorkspace: route({
    method: 'POST', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id/resume', tag: 'workspaces', permission: 'workspace.resume',
    summary: 'Start an idle or stopped workspace',
    params: WorkspaceParams, result: Workspace,
  }),
  stopWorkspace: route({
    method: 'POST', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id/stop', tag: 'workspaces', permission: 'workspace.stop',
    summary: 'Stop a workspace until someone resumes it; turns auto-resume off',
    params: WorkspaceParams, result: Workspace,
  }),
  deleteWorkspace: route({
    method: 'DELETE', path: '/v2/workgroups/:workgroup_id/workspaces/:workspace_id', tag: 'workspaces', permission: 'workspace.terminate',
    summary: 'Terminate a workspace; its database stays',
    params: WorkspaceParams, result: Nothing,
  }),

  listAuditEntries: route({
    method: 'GET', path: '/v2/audit-logs', tag: 'audit', permission: 'audit.read',
    summary: 'What was changed, by whom, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    result: z.array(AuditEntry),
  }),
} as const;

export type CloudApi = typeof cloudApi;
export type CloudCall = keyof CloudApi;
