/**
 * An import that is under way: its files, the proposal as it was edited, and how far the graph was built. Kept in the
 * browser for its person and workspace, so that a reload or another visit goes on.
 */
import { ParsingOptions, WireProposal } from '@acacia/contract';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import type { EditedProposal } from '../ingestion/proposal.ts';

const DraftFile = z.object({
  name: z.string(),
  path: z.string(),
  size: z.number(),
  columns: z.number(),
  options: ParsingOptions,
});
export type DraftFile = z.infer<typeof DraftFile>;

const ImportDraft = z.object({
  consent: z.boolean(),
  files: z.array(DraftFile),
  /** Names of files that the person leaves out. */
  leftOut: z.array(z.string()),
  /** The proposal as edited, with the sources that it was made for as JSON; null: none yet. */
  proposal: z
    .object({ sources: z.string(), edited: WireProposal.extend({ leftOut: z.array(z.string()) }) })
    .nullable(),
  /** Id of the provider whose language model is asked; '': none. */
  provider: z.string().default(''),
  /** Result of asking it, for people; '': it was not asked. */
  said: z.string().default(''),
  /** Name of the graph that is built. */
  graph: z.string(),
  /** Id of the load that fills the graph; null: none was begun. */
  load: z.string().nullable(),
});
type ImportDraft = z.infer<typeof ImportDraft>;

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

const importKey = (userId: string, workspaceId: string): string => `acacia.import.${userId}.${workspaceId}`;

/** The import under a key; an empty one where there is none that can be read. */
function readImport(key: string): ImportDraft {
  try {
    return ImportDraft.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? NO_IMPORT;
  } catch (error) {
    if (error instanceof SyntaxError) return NO_IMPORT;
    throw error;
  }
}

export interface Import {
  readonly draft: ImportDraft;
  readonly change: (patch: Partial<ImportDraft>) => void;
  /** Begins anew. */
  readonly forget: () => void;
}

export function useImport(userId: string, workspaceId: string): Import {
  const key = importKey(userId, workspaceId);
  const [draft, setDraft] = useState(() => readImport(key));
  const change = useCallback(
    (patch: Partial<ImportDraft>) => {
      const next = { ...readImport(key), ...patch };
      localStorage.setItem(key, JSON.stringify(next));
      setDraft(next);
    },
    [key],
  );
  const forget = useCallback(() => {
    localStorage.removeItem(key);
    setDraft(NO_IMPORT);
  }, [key]);
  return { draft, change, forget };
}

/** The files that are imported. */
export const importedFiles = ({ files, leftOut }: ImportDraft): readonly DraftFile[] =>
  files.filter(({ name }) => !leftOut.includes(name));

export const sourcesKey = (draft: ImportDraft): string => JSON.stringify(importSources(draft));

/** The files as the workspace is asked for a schema. */
export const importSources = (draft: ImportDraft) =>
  importedFiles(draft).map(({ path, options }) => ({ file: path, options }));

/** The edited proposal of the files as they are chosen now; null where there is none. */
export const editedOf = (draft: ImportDraft): EditedProposal | null =>
  draft.proposal === null || draft.proposal.sources !== sourcesKey(draft)
    ? null
    : { ...draft.proposal.edited, leftOut: new Set(draft.proposal.edited.leftOut) };

export const keptProposal = (sources: string, edited: EditedProposal): ImportDraft['proposal'] => ({
  sources,
  edited: { ...edited, leftOut: [...edited.leftOut] },
});
