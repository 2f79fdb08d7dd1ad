/** Handlers of calls on databases. */
import type { HandlersOf } from '../../http/call.ts';
import { createDatabase, removeDatabase, renameDatabase } from './service.ts';
import { databaseById, databasesOf } from './store.ts';

type Calls = 'listDatabases' | 'createDatabase' | 'getDatabase' | 'updateDatabase' | 'deleteDatabase';

export const databaseHandlers: HandlersOf<Calls> = {
  listDatabases: ({ params, db }) => databasesOf(db, [params.workgroup_id]),

  createDatabase: async ({ params, body, db, changed }) => {
    const id = await createDatabase(db, params.workgroup_id, body.name);
    changed({ resource: `database/${id}`, after: body });
    return databaseById(db, id);
  },

  getDatabase: ({ params, db }) => databaseById(db, params.database_id),

  updateDatabase: async ({ params, body, db, changed }) => {
    const { before } = await renameDatabase(db, params.database_id, body.tg_database_name);
    changed({
      resource: `database/${params.database_id}`,
      before: { name: before },
      after: { name: body.tg_database_name },
    });
    return databaseById(db, params.database_id);
  },

  deleteDatabase: async ({ params, actor, db, changed }) => {
    const before = await removeDatabase(db, params.database_id, actor.email);
    changed({ resource: `database/${params.database_id}`, before });
    return {};
  },
};
