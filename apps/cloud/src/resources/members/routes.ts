/** Handlers of calls on members of workgroups and workspaces. */
import type { Member, RoleName } from '@acacia/contract';
import { problem } from '../../errors/problem.ts';
import type { Call, HandlersOf } from '../../http/call.ts';
import { giveRole, takeRole, type Place } from './service.ts';
import { membersOf } from './store.ts';

type Giving = 'setWorkgroupRole' | 'setWorkspaceRole';
type Taking = 'removeWorkgroupRole' | 'removeWorkspaceRole';

/** The resource in the audit row: the workspace, or else the workgroup. */
const resourceOf = ({ workgroup_id, workspace_id }: Place): string =>
  workspace_id === undefined ? `workgroup/${workgroup_id}` : `workspace/${workspace_id}`;

async function give(call: Call<Giving>, place: Place, role: RoleName): Promise<Member> {
  const { body, actor, db, changed } = call;
  const { before, member } = await giveRole(db, actor.orgId, place, body.email, role);
  changed({
    resource: resourceOf(place),
    before: { email: member.email, role: before },
    after: { email: member.email, role },
  });
  return member;
}

async function take({ params, actor, db, changed }: Call<Taking>, place: Place) {
  const before = await takeRole(db, actor.orgId, place, params.user_id);
  changed({ resource: resourceOf(place), before, after: { email: before.email, role: null } });
  return {};
}

export const memberHandlers: HandlersOf<Giving | Taking | 'listWorkgroupMembers' | 'listWorkspaceMembers'> = {
  listWorkgroupMembers: ({ params, actor, db }) =>
    membersOf(db, actor.orgId, { workgroup_id: params.workgroup_id }),
  setWorkgroupRole: (call) => give(call, { workgroup_id: call.params.workgroup_id }, call.body.role),
  removeWorkgroupRole: (call) => take(call, { workgroup_id: call.params.workgroup_id }),

  listWorkspaceMembers: ({ params, actor, db }) => membersOf(db, actor.orgId, params),
  setWorkspaceRole: (call) => give(call, placeOf(call.params), call.body.role),
  removeWorkspaceRole: async (call) => {
    if (call.params.user_id === call.actor.userId) throw problem('ownWorkspaceRole');
    return take(call, placeOf(call.params));
  },
};

const placeOf = ({ workgroup_id, workspace_id }: { workgroup_id: string; workspace_id: string }): Place => ({
  workgroup_id,
  workspace_id,
});
