/** Saved explorations of a workspace's graphs. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import {
  AddComment,
  CreateExploration,
  EXPLORATION_LIMITS,
  ExplorationComment,
  ExplorationEntry,
  ExplorationStyles,
  ExplorationWithDocument,
  RenameExploration,
  SaveExploration,
} from '../explorations.ts';
import { FileShare, ShareFile } from '../files.ts';
import { Nothing, WorkspaceParams, workspacePath } from './parameters.ts';

const ExplorationParams = WorkspaceParams.extend({ exploration_id: z.string().max(100) });
const StylesParams = WorkspaceParams.extend({ graph: z.string().max(256) });
const list = `${workspacePath}/explorations`;
const path = `${list}/:exploration_id`;
const tag = 'explorations';
const permission = 'exploration.use';
/** The envelope around a document, and the name of a new one. */
const bodyBytes = EXPLORATION_LIMITS.bytes + 4096;

export const explorationCalls = {
  listExplorations: route({
    method: 'GET',
    path: list,
    tag,
    permission,
    summary: 'Saved explorations of the workspace that the caller may open, those saved last first',
    params: WorkspaceParams,
    result: z.array(ExplorationEntry),
  }),
  createExploration: route({
    method: 'POST',
    path: list,
    tag,
    permission,
    summary: 'Save an exploration as a new one',
    bodyBytes,
    params: WorkspaceParams,
    body: CreateExploration,
    result: ExplorationEntry,
  }),
  getExploration: route({
    method: 'GET',
    path,
    tag,
    permission,
    summary: 'One exploration; to those who may not open it the refusal says whose it is',
    params: ExplorationParams,
    result: ExplorationWithDocument,
  }),
  saveExploration: route({
    method: 'PUT',
    path: `${path}/document`,
    tag,
    permission,
    summary: 'Save over the version that If-Match names; else 412 with what is there',
    ifMatch: true,
    bodyBytes,
    params: ExplorationParams,
    body: SaveExploration,
    result: ExplorationEntry,
  }),
  renameExploration: route({
    method: 'PATCH',
    path,
    tag,
    permission,
    summary: 'Rename an exploration of the caller',
    params: ExplorationParams,
    body: RenameExploration,
    result: ExplorationEntry,
  }),
  deleteExploration: route({
    method: 'DELETE',
    path,
    tag,
    permission,
    summary:
      'Delete an exploration of the caller, or, by an admin of the workspace, of somebody who has left',
    params: ExplorationParams,
    result: Nothing,
  }),
  listExplorationShares: route({
    method: 'GET',
    path: `${path}/shares`,
    tag,
    permission,
    summary: 'Whom an exploration of the caller is shared with',
    params: ExplorationParams,
    result: z.array(FileShare),
  }),
  shareExploration: route({
    method: 'PUT',
    path: `${path}/shares`,
    tag,
    permission,
    summary: 'Share an exploration with a person or everybody of the workspace, give it away, or end a share',
    params: ExplorationParams,
    body: ShareFile,
    result: Nothing,
  }),
  listExplorationComments: route({
    method: 'GET',
    path: `${path}/comments`,
    tag,
    permission,
    summary: 'Comments on an exploration, the oldest first',
    params: ExplorationParams,
    result: z.array(ExplorationComment),
  }),
  addExplorationComment: route({
    method: 'POST',
    path: `${path}/comments`,
    tag,
    permission,
    summary: 'Comment on an exploration that the caller may open',
    params: ExplorationParams,
    body: AddComment,
    result: ExplorationComment,
  }),
  deleteExplorationComment: route({
    method: 'DELETE',
    path: `${path}/comments/:comment_id`,
    tag,
    permission,
    summary: 'Delete a comment of the caller, or any on an exploration of theirs',
    params: ExplorationParams.extend({ comment_id: z.string().max(100) }),
    result: Nothing,
  }),
  getExplorationStyles: route({
    method: 'GET',
    path: `${workspacePath}/exploration-styles/:graph`,
    tag,
    permission,
    people: true,
    summary: 'How the caller has the vertices of a graph drawn; null: as everybody',
    params: StylesParams,
    result: ExplorationStyles.nullable(),
  }),
  saveExplorationStyles: route({
    method: 'PUT',
    path: `${workspacePath}/exploration-styles/:graph`,
    tag,
    permission,
    people: true,
    summary: "Keep the caller's own styles of a graph; null forgets them",
    params: StylesParams,
    body: z.object({ styles: ExplorationStyles.nullable() }).strict(),
    result: Nothing,
  }),
} as const;
