/** Members of a workgroup or workspace and their roles (specification part 2, section 6). */
import { z } from 'zod';
import { RoleName } from '../policy.ts';

export const Member = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: RoleName,
    /** Where the role was granted; it also holds for everything inside. */
    scope: z.enum(['organization', 'workgroup', 'workspace']),
    /** The roles inside the database that come with it. */
    database_role: z.enum(['superuser', 'globalobserver']),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

export const WorkgroupMemberRole = z.enum(['workgroup-admins']);
export const WorkspaceMemberRole = z.enum(['workspace-admins', 'workspace-users']);

const email = z.email('Please enter a valid email address');
export const SetWorkgroupRole = z
  .object({ email, role: WorkgroupMemberRole })
  .strict()
  .meta({ id: 'SetWorkgroupRole' });
export const SetWorkspaceRole = z
  .object({ email, role: WorkspaceMemberRole })
  .strict()
  .meta({ id: 'SetWorkspaceRole' });
