/** A person's import under way in a workspace, kept in the cloud: a reload, another visit or another browser goes on. */
import { t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import {
  importSourcesKey,
  KeptImport,
  type ImportDraft,
  type ImportFile,
  type Workspace,
} from '@acacia/contract';
import { errorText, toast } from '@acacia/ui';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import type { EditedProposal } from '../ingestion/proposal.ts';

export type DraftFile = ImportFile;

const NO_IMPORT: ImportDraft = {
  consent: false,
  files: [],
  leftOut: [],
  proposal: null,
  provider: '',
  said: '',
  graph: '',
  load: null,
};

const ELSEWHERE = t`The import was changed in another window or browser. What was chosen there is shown.`;

export interface Import {
  readonly draft: ImportDraft;
  readonly change: (patch: Partial<ImportDraft>) => void;
}

export function useImport(workspace: Pick<Workspace, 'workgroup_id' | 'workspace_id'>): Import {
  const { cloud } = useServices();
  const queryClient = useQueryClient();
  const { workgroup_id, workspace_id } = idsOf(workspace);
  const queryKey = ['import-draft', workspace_id] as const;
  const { data } = useSuspenseQuery({
    queryKey,
    queryFn: ({ signal }) => cloud.getImportDraft({ params: { workgroup_id, workspace_id }, signal }),
    staleTime: Infinity,
  });
  const { mutate } = useMutation({
    // One after the other: each save is over the version of the one before.
    scope: { id: `import-draft ${workspace_id}` },
    mutationFn: async () => {
      const now = queryClient.getQueryData<KeptImport>(queryKey);
      if (now === undefined) return;
      const { version } = await cloud.saveImportDraft({
        params: { workgroup_id, workspace_id },
        version: now.version,
        body: { draft: now.draft },
      });
      queryClient.setQueryData<KeptImport>(queryKey, (latest) => latest && { ...latest, version });
    },
    onError: (error) => {
      const theirs =
        error instanceof CloudError && error.status === 412
          ? KeptImport.safeParse(error.standing).data
          : undefined;
      if (theirs !== undefined) queryClient.setQueryData(queryKey, theirs);
      toast.error(theirs === undefined ? t`The import could not be kept. ${errorText(error)}` : ELSEWHERE);
    },
  });
  const change = useCallback(
    (patch: Partial<ImportDraft>) => {
      queryClient.setQueryData<KeptImport>(
        ['import-draft', workspace_id],
        (now) => now && { ...now, draft: { ...(now.draft ?? NO_IMPORT), ...patch } },
      );
      mutate();
    },
    [queryClient, workspace_id, mutate],
  );
  return { draft: data.draft ?? NO_IMPORT, change };
}

/** The edited proposal of the files as they are chosen now; null where there is none. */
export const editedOf = (draft: ImportDraft): EditedProposal | null =>
  draft.proposal === null || draft.proposal.sources !== importSourcesKey(draft)
    ? null
    : { ...draft.proposal.edited, leftOut: new Set(draft.proposal.edited.leftOut) };

export const keptProposal = (sources: string, edited: EditedProposal): ImportDraft['proposal'] => ({
  sources,
  edited: { ...edited, leftOut: [...edited.leftOut] },
});
