/** Parameters and parts of paths that calls share. */
import { z } from 'zod';
import { AddonId } from '../addons.ts';

export const WorkgroupParams = z.object({ workgroup_id: z.string() });
export const DatabaseParams = WorkgroupParams.extend({ database_id: z.string() });
export const WorkspaceParams = WorkgroupParams.extend({ workspace_id: z.string() });
export const Nothing = z.object({});
export const workspacePath = '/v2/workgroups/:workgroup_id/workspaces/:workspace_id';
export const logPath = '/v2/log/workgroups/:workgroup_id/workspaces/:workspace_id';
export const AddonParams = z.object({ addon_id: AddonId });
export const AddonConfigParams = AddonParams.extend({ config_key: z.string() });
export const ScheduleParams = WorkspaceParams.extend({ schedule_id: z.string() });
export const AlertParams = WorkspaceParams.extend({ rule_id: z.string() });
export const AllowedIpParams = WorkgroupParams.extend({ ip_id: z.string() });
export const MemberParams = {
  workgroup: WorkgroupParams.extend({ user_id: z.string() }),
  workspace: WorkspaceParams.extend({ user_id: z.string() }),
};
export const SolutionParams = WorkspaceParams.extend({ solution_id: z.string() });
