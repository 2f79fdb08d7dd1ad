/** The import that a person has under way in a workspace, and its past loads. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { IMPORT_DRAFT_BYTES, KeptImport, SaveImport } from '../import-draft.ts';
import { PastLoad } from '../past-loads.ts';
import { WorkspaceParams, workspacePath } from './parameters.ts';

const path = `${workspacePath}/import-draft`;
const tag = 'imports';
const permission = 'import.use';

export const importCalls = {
  getImportDraft: route({
    method: 'GET',
    path,
    tag,
    permission,
    summary: "The caller's import under way in the workspace, whether that runs or not",
    params: WorkspaceParams,
    result: KeptImport,
  }),
  saveImportDraft: route({
    method: 'PUT',
    path,
    tag,
    permission,
    summary: "Save the caller's import over the version that If-Match names; else 412 with what is there",
    ifMatch: true,
    bodyBytes: IMPORT_DRAFT_BYTES,
    params: WorkspaceParams,
    body: SaveImport,
    result: KeptImport.pick({ version: true }),
  }),
  listPastLoads: route({
    method: 'GET',
    path: `${workspacePath}/loads`,
    tag,
    permission: 'load.read',
    summary: 'The newest loads of the workspace as it last told of them, whether it runs or not',
    params: WorkspaceParams,
    result: z.array(PastLoad),
  }),
} as const;
