/** Workgroups of the organisation. */
import type { HandlersOf } from '../../http/call.ts';
import { createWorkgroup, removeWorkgroup, updateWorkgroup } from './service.ts';
import { visibleWorkgroups, workgroupById, type Presentation } from './store.ts';

type Calls = 'listWorkgroups' | 'createWorkgroup' | 'getWorkgroup' | 'updateWorkgroup' | 'deleteWorkgroup';

export const workgroupHandlers = (how: Presentation): HandlersOf<Calls> => ({
  listWorkgroups: (call) => visibleWorkgroups(call.db, call, how),

  createWorkgroup: async (call) => {
    const { actor, body, db, changed } = call;
    const id = await createWorkgroup(db, how.catalog, actor, body);
    changed({ resource: `workgroup/${id}`, after: body });
    return workgroupById(db, call, id, how);
  },

  getWorkgroup: (call) => workgroupById(call.db, call, call.params.workgroup_id, how),

  updateWorkgroup: async (call) => {
    const { params, body, actor, db, changed } = call;
    const { before, after } = await updateWorkgroup(db, params.workgroup_id, body, actor.email);
    changed({ resource: `workgroup/${params.workgroup_id}`, before, after });
    return workgroupById(db, call, params.workgroup_id, how);
  },

  deleteWorkgroup: async ({ params, actor, db, changed }) => {
    const before = await removeWorkgroup(db, params.workgroup_id, actor.email);
    changed({ resource: `workgroup/${params.workgroup_id}`, before });
    return {};
  },
});
