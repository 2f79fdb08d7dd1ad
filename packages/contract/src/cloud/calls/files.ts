/** Files of the query editor (specification part 4, sections 3 and 4). Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import {
  CreateFile,
  FileEntry,
  FileList,
  FileShare,
  FileWithText,
  FoundFile,
  LeftFiles,
  SaveFile,
  ShareFile,
  UpdateFile,
} from '../files.ts';
import { Nothing } from './parameters.ts';

const FileParams = z.object({ file_id: z.string().max(100) });
const OwnerParams = z.object({ user_id: z.string().max(100) });
const path = '/v2/files/:file_id';
const tag = 'files';

export const filesCalls = {
  listFiles: route({
    method: 'GET',
    path: '/v2/files',
    tag,
    permission: 'file.use',
    summary: 'Files and folders that the caller may open, without their texts',
    result: FileList,
  }),
  awaitFiles: route({
    method: 'GET',
    path: '/v2/files/changes',
    tag,
    permission: 'file.use',
    people: true,
    summary:
      'Waits until the files that the caller may open are others than at a version; gives the version now',
    query: z.object({
      /** Version of the previous answer; without it the present version is returned at once. */
      after: z.string().max(100).optional(),
      /** Seconds, at most. */
      wait: z.coerce.number().int().min(0).max(25).default(20),
    }),
    result: z.object({ version: z.string() }),
  }),
  createFile: route({
    method: 'POST',
    path: '/v2/files',
    tag,
    permission: 'file.use',
    summary: "Create a file or folder; in somebody's shared folder it becomes theirs",
    body: CreateFile,
    result: FileEntry,
  }),
  searchFiles: route({
    method: 'GET',
    path: '/v2/files/search',
    tag,
    permission: 'file.use',
    summary: 'Files whose name or text holds some words, ignoring case',
    heavy: true,
    query: z.object({ text: z.string().trim().min(1, 'required').max(200) }),
    result: z.array(FoundFile),
  }),
  listLeftFiles: route({
    method: 'GET',
    path: '/v2/files/left',
    tag,
    permission: 'file.manage',
    summary: 'People who have left the organisation and whose files are still there',
    result: z.array(LeftFiles),
  }),
  takeOverLeftFiles: route({
    method: 'POST',
    path: '/v2/files/left/:user_id/take-over',
    tag,
    permission: 'file.manage',
    summary: 'Make the files of a person who has left your own, in a folder of their own',
    params: OwnerParams,
    result: FileEntry,
  }),
  deleteLeftFiles: route({
    method: 'DELETE',
    path: '/v2/files/left/:user_id',
    tag,
    permission: 'file.manage',
    summary: 'Delete the files of a person who has left',
    params: OwnerParams,
    result: z.object({ deleted: z.number().int() }),
  }),
  getFile: route({
    method: 'GET',
    path,
    tag,
    permission: 'file.use',
    summary: 'One file with its text; to those who may not open it the refusal says whose it is',
    params: FileParams,
    result: FileWithText,
  }),
  saveFile: route({
    method: 'PUT',
    path: `${path}/text`,
    tag,
    permission: 'file.use',
    summary: 'Save a text over the version that If-Match names; else 412 with the text that is there',
    ifMatch: true,
    params: FileParams,
    body: SaveFile,
    result: FileEntry,
  }),
  updateFile: route({
    method: 'PATCH',
    path,
    tag,
    permission: 'file.use',
    summary: 'Rename a file or folder, or move it to another folder of the same owner (null: the top)',
    params: FileParams,
    body: UpdateFile,
    result: FileEntry,
  }),
  deleteFile: route({
    method: 'DELETE',
    path,
    tag,
    permission: 'file.use',
    summary: 'Delete a file, or a folder with all that is in it',
    params: FileParams,
    result: z.object({ deleted: z.number().int() }),
  }),
  listFileShares: route({
    method: 'GET',
    path: `${path}/shares`,
    tag,
    permission: 'file.use',
    summary: 'Whom a file of the caller is shared with',
    params: FileParams,
    result: z.array(FileShare),
  }),
  shareFile: route({
    method: 'PUT',
    path: `${path}/shares`,
    tag,
    permission: 'file.use',
    summary: 'Share a file of the caller with a person or the organisation, give it away, or end a share',
    params: FileParams,
    body: ShareFile,
    result: Nothing,
  }),
} as const;
