/** Names of roles in the API, and their labels (specification part 3, section 3). */
import type { RoleName } from '../policy.ts';

/**
 * The one map of role names: the policy's, and those of the API. The API's role `users` is no grant: a member of the
 * organisation without another role, and 'Not Specified' elsewhere.
 */
export const ROLE_IN_API = {
  'org-admins': 'super-admins',
  'billing-admins': 'billing-admins',
  'billing-viewers': 'billing-viewers',
  'workgroup-admins': 'workgroup-admins',
  'workspace-admins': 'workspace-admins',
  'workspace-users': 'workspace-users',
} as const satisfies Record<RoleName, string>;
export const NO_ROLE_IN_API = 'users';

/** Labels of roles, the most powerful first; `users` is a member of the organisation without a role. */
export const ROLE_LABELS = {
  'org-admins': 'Organization Admin',
  'billing-admins': 'Billing Admin',
  'billing-viewers': 'Billing Viewer',
  'workgroup-admins': 'Workgroup Admin',
  'workspace-admins': 'Workspace Admin',
  'workspace-users': 'Workspace Member',
  users: 'Organization Member',
} as const satisfies Record<RoleName | typeof NO_ROLE_IN_API, string>;
export type ListedRole = keyof typeof ROLE_LABELS;
export const LISTED_ROLES = Object.keys(ROLE_LABELS) as readonly ListedRole[];
