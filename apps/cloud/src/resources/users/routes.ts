/** Handlers of calls on the people of an organisation and their roles. */
import { API_KEY_USERS, type RoleName } from '@acacia/contract';
import { notFound } from '../../errors/problem.ts';
import type { Call, HandlersOf } from '../../http/call.ts';
import { assignRoles, revokeRoles, setRolesAt } from './assignments.ts';
import { invitePeople, resendTo, type Inviter } from './invitations.ts';
import { audited, removeMember, setOrganizationRole, signOutMember } from './people.ts';
import { resetFactors, type FactorSetting } from './reset-factors.ts';
import { keyUsersFor, usersFor } from './store.ts';
import { unusedRoles } from './unused-roles.ts';

type InWorkgroup = 'addWorkgroupAdmins' | 'removeWorkgroupAdmins';
type InWorkspace = 'addWorkspaceAdmins' | 'addWorkspaceUsers' | 'removeWorkspaceRoles';

async function inWorkgroup(call: Call<InWorkgroup>, role: RoleName | null) {
  const { workgroup_id } = call.params;
  const change = await setRolesAt(call.db, call.actor, { workgroup_id }, call.body.userEmails, role);
  call.changed({ resource: `workgroup/${workgroup_id}`, ...change });
  return {};
}

async function inWorkspace(call: Call<InWorkspace>, role: RoleName | null) {
  const { workgroup_id, workspace_id } = call.params;
  const place = { workgroup_id, workspace_id };
  const change = await setRolesAt(call.db, call.actor, place, call.body.userEmails, role);
  call.changed({ resource: `workspace/${workspace_id}`, ...change });
  return {};
}

async function changeRoles<K extends 'assignRoles' | 'revokeRoles'>(
  { changed }: Pick<Call<K>, 'changed'>,
  work: ReturnType<typeof assignRoles>,
) {
  const { before, after } = await work;
  changed({ resource: `user/${before.account.id}`, before: audited(before), after: audited(after) });
  return {};
}

export const userHandlers = (
  inviter: Inviter,
  factors: FactorSetting,
): HandlersOf<
  | 'listUsers'
  | 'listUnusedRoles'
  | 'inviteUsers'
  | 'resendInvitation'
  | 'deleteUser'
  | 'setUserRoles'
  | 'resetUserFactors'
  | 'signOutUser'
  | 'assignRoles'
  | 'revokeRoles'
  | InWorkgroup
  | InWorkspace
> => ({
  listUsers: ({ actor, query, db }) =>
    query.path === API_KEY_USERS ? keyUsersFor(db, actor) : usersFor(db, actor),

  listUnusedRoles: ({ actor, query, db }) => unusedRoles(db, actor.orgId, query.days),

  inviteUsers: async ({ actor, body, db, changed }) => {
    const outcomes = await invitePeople(db, actor, body.users, inviter);
    const invited = outcomes.filter((outcome) => outcome.invited).map(({ email }) => email);
    changed({ resource: `organization/${actor.orgId}`, after: { invited } });
    return outcomes;
  },

  resendInvitation: async ({ actor, params, body, db, changed }) => {
    if (params.org_id !== actor.orgId) throw notFound('organisation');
    const id = await resendTo(db, actor, body.email, inviter);
    changed({ resource: `user/${id}`, after: { invited: [body.email] } });
    return {};
  },

  deleteUser: async ({ actor, params, db, changed }) => {
    const before = await removeMember(db, actor, params.user_id);
    changed({ resource: `user/${params.user_id}`, before: audited(before) });
    return {};
  },

  resetUserFactors: async ({ actor, params, db, changed }) => {
    const before = await resetFactors(db, actor, params.user_id, factors);
    changed({ resource: `user/${params.user_id}`, before, after: { app: false, passkeys: 0 } });
    return {};
  },

  signOutUser: async ({ actor, params, db, changed }) => {
    const { member, ended } = await signOutMember(db, actor, params.user_id);
    changed({
      resource: `user/${params.user_id}`,
      before: { email: member.account.email },
      after: { ended },
    });
    return { ended };
  },

  setUserRoles: async ({ actor, params, body, db, changed }) => {
    const { before, after } = await setOrganizationRole(db, actor, params.user_id, body.roles[0]);
    changed({ resource: `user/${params.user_id}`, before: audited(before), after: audited(after) });
    return {};
  },

  assignRoles: (call) => changeRoles(call, assignRoles(call.db, call.actor.orgId, call.body)),
  revokeRoles: (call) => changeRoles(call, revokeRoles(call.db, call.actor.orgId, call.body)),

  addWorkgroupAdmins: (call) => inWorkgroup(call, 'workgroup-admins'),
  removeWorkgroupAdmins: (call) => inWorkgroup(call, null),
  addWorkspaceAdmins: (call) => inWorkspace(call, 'workspace-admins'),
  addWorkspaceUsers: (call) => inWorkspace(call, 'workspace-users'),
  removeWorkspaceRoles: (call) => inWorkspace(call, null),
});
