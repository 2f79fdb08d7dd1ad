/** Every call of the cloud API. Paths are below `/api`. */
import { backupsCalls } from './calls/backups.ts';
import { extrasCalls } from './calls/extras.ts';
import { organizationCalls } from './calls/organization.ts';
import { watchingCalls } from './calls/watching.ts';
import { workgroupsCalls } from './calls/workgroups.ts';
import { workspacesCalls } from './calls/workspaces.ts';

export const cloudApi = {
  ...organizationCalls,
  ...workgroupsCalls,
  ...workspacesCalls,
  ...watchingCalls,
  ...backupsCalls,
  ...extrasCalls,
} as const;

export type CloudApi = typeof cloudApi;
export type CloudCall = keyof CloudApi;
