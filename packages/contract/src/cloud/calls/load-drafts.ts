/** The caller's drafts of loads into a workspace's graphs, whether that runs or not. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { KeptLoadDraft, LOAD_DRAFT_LIMITS, LoadDraftEntry, SaveLoadDraft } from '../load-draft.ts';
import { WorkspaceParams, workspacePath } from './parameters.ts';

const list = `${workspacePath}/load-drafts`;
const path = `${list}/:graph`;
const params = WorkspaceParams.extend({ graph: z.string().min(1).max(256) });
const tag = 'imports';
const permission = 'load.draft';

export const loadDraftCalls = {
  listLoadDrafts: route({
    method: 'GET',
    path: list,
    tag,
    permission,
    summary: "The caller's unfinished loads into graphs of the workspace, those changed last first",
    params: WorkspaceParams,
    result: z.array(LoadDraftEntry),
  }),
  getLoadDraft: route({
    method: 'GET',
    path,
    tag,
    permission,
    summary: "The caller's unfinished load into a graph: files, mappings and the load that was begun last",
    params,
    result: KeptLoadDraft,
  }),
  saveLoadDraft: route({
    method: 'PUT',
    path,
    tag,
    permission,
    summary:
      "Save the caller's unfinished load over the version that If-Match names; else 412 with what is there",
    ifMatch: true,
    bodyBytes: LOAD_DRAFT_LIMITS.bytes,
    params,
    body: SaveLoadDraft,
    result: KeptLoadDraft.pick({ version: true }),
  }),
  deleteLoadDraft: route({
    method: 'DELETE',
    path,
    tag,
    permission,
    summary:
      "Delete the caller's unfinished load of the version that If-Match names; else 412 with what is there",
    ifMatch: true,
    params,
    result: KeptLoadDraft.pick({ version: true }),
  }),
} as const;
