/** Handlers of calls on schedules. */
import type { HandlersOf } from '../../http/call.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { createSchedule, deleteSchedule, presentSchedule, schedulesOf, updateSchedule } from './service.ts';

type Calls = 'listSchedules' | 'createSchedule' | 'updateSchedule' | 'deleteSchedule';

export const scheduleHandlers = (catalog: Catalog): HandlersOf<Calls> => ({
  listSchedules: ({ params, db }) => schedulesOf(db, params.workspace_id),

  createSchedule: async ({ params, body, actor, db, changed }) => {
    const row = await createSchedule(db, catalog, actor, params.workspace_id, body);
    changed({ resource: `schedule/${row.id}`, after: presentSchedule(row) });
    return presentSchedule(row);
  },

  updateSchedule: async ({ params, body, actor, db, changed }) => {
    const { workspace_id, schedule_id } = params;
    const { before, after } = await updateSchedule(db, catalog, actor, workspace_id, schedule_id, body);
    const shown = presentSchedule(after);
    changed({ resource: `schedule/${schedule_id}`, before: presentSchedule(before), after: shown });
    return shown;
  },

  deleteSchedule: async ({ params, db, changed }) => {
    const before = await deleteSchedule(db, params.workspace_id, params.schedule_id);
    changed({ resource: `schedule/${params.schedule_id}`, before: presentSchedule(before) });
    return {};
  },
});
