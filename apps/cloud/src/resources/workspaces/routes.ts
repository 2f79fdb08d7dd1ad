/** Handlers of calls on workspaces. */
import type { Call, HandlersOf } from '../../http/call.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import { writeAddons } from '../addons/turn-on.ts';
import { createWorkspace, type Places } from './create.ts';
import { begin, type LifecycleAction } from './lifecycle.ts';
import { refreshWorkspace } from './refresh.ts';
import { workspaceById, workspacesOf, type Setting } from './store.ts';
import { updateWorkspace } from './update.ts';

type Actions = 'pauseWorkspace' | 'resumeWorkspace' | 'stopWorkspace' | 'deleteWorkspace';
type Calls =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'updateWorkspace'
  | 'updateWorkspaceAddons'
  | 'refreshWorkspace'
  | Actions;

export function workspaceHandlers(setting: Setting, places: Places): HandlersOf<Calls> {
  const act = async (call: Call<Actions>, action: LifecycleAction) => {
    const { params, actor, db, changed } = call;
    const { before, after } = await begin(db, params.workspace_id, action, actor.email);
    changed({ resource: `workspace/${params.workspace_id}`, before, after });
    return workspaceById(db, call, params.workspace_id, setting);
  };
  return {
    listWorkspaces: (call) => workspacesOf(call.db, call, call.params.workgroup_id, setting),

    createWorkspace: async (call) => {
      const { params, body, actor, db, changed } = call;
      const id = await createWorkspace(db, setting.catalog, actor, params.workgroup_id, body, places);
      changed({ resource: `workspace/${id}`, after: body });
      return workspaceById(db, call, id, setting);
    },

    getWorkspace: (call) => workspaceById(call.db, call, call.params.workspace_id, setting),

    updateWorkspace: async (call) => {
      const { params, body, actor, db, changed } = call;
      const changer = { orgId: actor.orgId, name: actor.email };
      const { before, after } = await updateWorkspace(
        db,
        setting.catalog,
        changer,
        params.workspace_id,
        body,
      );
      changed({ resource: `workspace/${params.workspace_id}`, before, after });
      return workspaceById(db, call, params.workspace_id, setting);
    },

    updateWorkspaceAddons: async (call) => {
      const { params, body, actor, db, changed } = call;
      const id = params.workspace_id;
      const row = await lockWorkspace(db, id);
      demand('configure', row);
      const before = await workspaceById(db, call, id, setting);
      await writeAddons(db, { orgId: actor.orgId, workspaceId: id, isRw: row.isRw }, body.addons);
      const after = await workspaceById(db, call, id, setting);
      changed({
        resource: `workspace/${id}`,
        before: { addons: before.addons },
        after: { addons: after.addons },
      });
      return after;
    },

    refreshWorkspace: async (call) => {
      const { params, actor, db, changed } = call;
      const { before, after } = await refreshWorkspace(db, params.workspace_id, actor.email);
      changed({ resource: `workspace/${params.workspace_id}`, before, after });
      return workspaceById(db, call, params.workspace_id, setting);
    },

    pauseWorkspace: (call) => act(call, 'pause'),
    resumeWorkspace: (call) => act(call, 'resume'),
    stopWorkspace: (call) => act(call, 'stop'),

    deleteWorkspace: async (call) => {
      await act(call, 'terminate');
      return {};
    },
  };
}
