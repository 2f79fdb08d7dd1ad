/** Handlers of calls on the query editor's files. The audit log gets names and versions, never texts. */
import type { HandlersOf } from '../../http/call.ts';
import { ownerName } from '../sharing/shares.ts';
import { audienceOf, heldFile, type FileRow } from './rights.ts';
import {
  createFile,
  deleteFile,
  deleteLeft,
  saveFile,
  shareWithAll,
  shareWithPerson,
  takeOver,
  updateFile,
} from './service.ts';
import { entryOf, leftFiles, listFiles, searchFiles, sharesOf } from './store.ts';
import { tellOfFiles, type FileWatch } from './watch.ts';

type Calls =
  | 'listFiles'
  | 'awaitFiles'
  | 'createFile'
  | 'searchFiles'
  | 'listLeftFiles'
  | 'takeOverLeftFiles'
  | 'deleteLeftFiles'
  | 'getFile'
  | 'saveFile'
  | 'updateFile'
  | 'deleteFile'
  | 'listFileShares'
  | 'shareFile';

const described = ({ name, parentId, isFolder }: FileRow) => ({
  name,
  parent_id: parentId,
  is_folder: isFolder,
});

export const fileHandlers = (watch: FileWatch): HandlersOf<Calls> => ({
  listFiles: ({ actor, db }) => listFiles(db, actor),

  awaitFiles: async ({ query, actor }) => ({
    version: await watch.wait(actor, query.after, query.wait * 1000),
  }),

  createFile: async ({ body, actor, db, changed }) => {
    const held = await createFile(db, actor, body);
    changed({ resource: `file/${held.row.id}`, after: described(held.row) });
    await tellOfFiles(db, actor.orgId);
    return entryOf(db, actor, held);
  },

  searchFiles: ({ query, actor, db }) => searchFiles(db, actor, query.text),

  listLeftFiles: ({ actor, db }) => leftFiles(db, actor.orgId),

  takeOverLeftFiles: async ({ params, actor, db, changed }) => {
    const { held, email } = await takeOver(db, actor, params.user_id);
    changed({ resource: `file/${held.row.id}`, before: { owner: email }, after: described(held.row) });
    await tellOfFiles(db, actor.orgId);
    return entryOf(db, actor, held);
  },

  deleteLeftFiles: async ({ params, actor, db, changed }) => {
    const { email, deleted } = await deleteLeft(db, actor, params.user_id);
    changed({ resource: `leftFiles/${params.user_id}`, before: { owner: email, files: deleted } });
    await tellOfFiles(db, actor.orgId);
    return { deleted };
  },

  getFile: async ({ params, actor, db }) => {
    const held = await heldFile(db, actor, params.file_id, 'view');
    const { content, updatedBy } = held.row;
    const updated_by = updatedBy === null ? '' : await ownerName(db, updatedBy);
    return { ...(await entryOf(db, actor, held)), version: held.row.version, content, updated_by };
  },

  saveFile: async ({ params, body, version, actor, db, changed }) => {
    const { held, before, quiet } = await saveFile(db, actor, params.file_id, version, body.content);
    changed({
      resource: `file/${params.file_id}`,
      before: { version: before.version },
      after: { version: held.row.version },
      ...(quiet ? { quiet } : {}),
    });
    await tellOfFiles(db, actor.orgId, await audienceOf(db, params.file_id));
    return entryOf(db, actor, held);
  },

  updateFile: async ({ params, body, actor, db, changed }) => {
    const { before, held } = await updateFile(db, actor, params.file_id, body);
    changed({ resource: `file/${params.file_id}`, before: described(before), after: described(held.row) });
    await tellOfFiles(db, actor.orgId);
    return entryOf(db, actor, held);
  },

  deleteFile: async ({ params, actor, db, changed }) => {
    const { before, deleted } = await deleteFile(db, actor, params.file_id);
    changed({ resource: `file/${params.file_id}`, before: { ...described(before), deleted } });
    await tellOfFiles(db, actor.orgId);
    return { deleted };
  },

  listFileShares: async ({ params, actor, db }) =>
    sharesOf(db, actor.orgId, await heldFile(db, actor, params.file_id, 'owner')),

  shareFile: async ({ params, body, actor, db, changed }) => {
    const { type, target, permission } = body;
    const resource = `file/${params.file_id}`;
    if (type === 'org') {
      const { before } = await shareWithAll(db, actor, params.file_id, permission);
      changed({ resource, before: { organization: before }, after: { organization: permission } });
      await tellOfFiles(db, actor.orgId);
    } else {
      const { email, before } = await shareWithPerson(db, actor, params.file_id, target, permission);
      changed({ resource, before: { [email]: before }, after: { [email]: permission } });
      await tellOfFiles(db, actor.orgId);
    }
    return {};
  },
});
