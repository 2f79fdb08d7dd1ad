/** The unfinished loads of a person into graphs of a workspace. */
import type { LoadDraftEntry, Workspace } from '@acacia/contract';
import type { Services } from '../services/services.ts';
import { idsOf } from './workspaces.ts';

type Cloud = Services['cloud'];
type Place = Pick<Workspace, 'workgroup_id' | 'workspace_id'>;

const key = ({ workspace_id }: Place) => ['load-drafts', workspace_id] as const;

export const loadDraftsQuery = (cloud: Cloud, workspace: Place) => ({
  queryKey: key(workspace),
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<LoadDraftEntry[]> =>
    cloud.listLoadDrafts({ params: idsOf(workspace), signal }),
});

export const loadDraftQuery = (cloud: Cloud, workspace: Place, graph: string) => ({
  queryKey: [...key(workspace), graph] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    cloud.getLoadDraft({ params: { ...idsOf(workspace), graph }, signal }),
});

/** Deletes the caller's unfinished load into a graph that was dropped. */
export async function forgetLoadDraft(cloud: Cloud, workspace: Place, graph: string): Promise<void> {
  const params = { ...idsOf(workspace), graph };
  const { version } = await cloud.getLoadDraft({ params });
  if (version > 0) await cloud.deleteLoadDraft({ params, version });
}
