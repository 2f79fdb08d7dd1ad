/** Workspaces of a workgroup, and what may be done with them. */
import type { Call, HandlersOf } from '../../http/call.ts';
import { begin, type LifecycleAction } from './lifecycle.ts';
import { createWorkspace, updateWorkspace, type Places } from './service.ts';
import { workspaceById, workspacesOf } from './store.ts';

type Actions = 'pauseWorkspace' | 'resumeWorkspace' | 'stopWorkspace' | 'deleteWorkspace';
type Calls = 'listWorkspaces' | 'createWorkspace' | 'getWorkspace' | 'updateWorkspace' | Actions;

/** @param publicHost name under which the ports of workspaces are reached */
export function workspaceHandlers(publicHost: string, places: Places): HandlersOf<Calls> {
  const act = async (call: Call<Actions>, action: LifecycleAction) => {
    const { params, actor, db, changed } = call;
    const { before, after } = await begin(db, params.workspace_id, action, actor.email);
    changed({ resource: `workspace/${params.workspace_id}`, before, after });
    return workspaceById(db, call, params.workspace_id, publicHost);
  };
  return {
    listWorkspaces: (call) => workspacesOf(call.db, call, [call.params.workgroup_id], publicHost),

    createWorkspace: async (call) => {
      const { params, body, actor, db, changed } = call;
      const id = await createWorkspace(db, actor, params.workgroup_id, body, places);
      changed({ resource: `workspace/${id}`, after: body });
      return workspaceById(db, call, id, publicHost);
    },

    getWorkspace: (call) => workspaceById(call.db, call, call.params.workspace_id, publicHost),

    updateWorkspace: async (call) => {
      const { params, body, db, changed } = call;
      const { before, after } = await updateWorkspace(db, params.workspace_id, body);
      changed({ resource: `workspace/${params.workspace_id}`, before, after });
      return workspaceById(db, call, params.workspace_id, publicHost);
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
