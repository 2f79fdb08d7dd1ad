/** Handlers of calls on workgroups. */
import type { HandlersOf } from '../../http/call.ts';
import { createWorkgroup, removeWorkgroup, updateWorkgroup } from './service.ts';
import type { Setting } from '../workspaces/store.ts';
import type { Overview } from './overview.ts';
import { workgroupById } from './store.ts';

type Calls = 'listWorkgroups' | 'createWorkgroup' | 'getWorkgroup' | 'updateWorkgroup' | 'deleteWorkgroup';

interface Parts {
  readonly setting: Setting;
  readonly overview: Overview;
}

export const workgroupHandlers = ({ setting, overview }: Parts): HandlersOf<Calls> => ({
  listWorkgroups: (call) => overview.list(call.db, call),

  createWorkgroup: async (call) => {
    const { actor, body, db, changed } = call;
    const id = await createWorkgroup(db, setting.catalog, actor, body);
    changed({ resource: `workgroup/${id}`, after: body });
    return workgroupById(db, call, id, setting);
  },

  getWorkgroup: (call) => workgroupById(call.db, call, call.params.workgroup_id, setting),

  updateWorkgroup: async (call) => {
    const { params, body, db, changed } = call;
    const { before, after } = await updateWorkgroup(db, params.workgroup_id, body);
    changed({ resource: `workgroup/${params.workgroup_id}`, before, after });
    return workgroupById(db, call, params.workgroup_id, setting);
  },

  deleteWorkgroup: async ({ params, actor, db, changed }) => {
    const before = await removeWorkgroup(db, params.workgroup_id, actor.email);
    changed({ resource: `workgroup/${params.workgroup_id}`, before });
    return {};
  },
});
