/** A person's import under way: its files, the proposal as it was edited, and how far the graph was built. */
import { z } from 'zod';
import { ParsingOptions, WireProposal } from '../workspace/sampling.ts';
import { IMPORT_COLUMNS } from './survey.ts';

/** Bytes of a draft in UTF-8. */
export const IMPORT_DRAFT_BYTES = 4 * 1024 * 1024;

const Name = z.string().max(1000);

export const ImportFile = z
  .object({
    name: Name,
    path: z.string().max(10_000),
    size: z.number().min(0),
    columns: z.number().min(0),
    options: ParsingOptions,
  })
  .meta({ id: 'ImportFile' });
export type ImportFile = z.infer<typeof ImportFile>;

export const ImportDraft = z
  .object({
    consent: z.boolean(),
    files: z.array(ImportFile).max(1000),
    /** Names of files that the person leaves out. */
    leftOut: z.array(Name).max(1000),
    /** The proposal as edited, with the sources that it was made for as JSON; null: none yet. */
    proposal: z
      .object({
        sources: z.string().max(1_000_000),
        edited: WireProposal.extend({ leftOut: z.array(z.string()) }),
      })
      .nullable(),
    /** Id of the provider whose language model is asked; '': none. */
    provider: z.string().max(100).default(''),
    /** Result of asking it, for people; '': it was not asked. */
    said: z.string().max(10_000).default(''),
    /** Name of the graph that is built. */
    graph: z.string().max(256),
    /** Id of the load that fills the graph; null: none was begun. */
    load: z.string().max(1000).nullable(),
  })
  .meta({ id: 'ImportDraft' });
export type ImportDraft = z.infer<typeof ImportDraft>;

/** The files that are imported. */
export const importedFiles = ({ files, leftOut }: ImportDraft): readonly ImportFile[] =>
  files.filter(({ name }) => !leftOut.includes(name));

/** The files as the workspace is asked for a schema. */
export const importSources = (draft: ImportDraft) =>
  importedFiles(draft).map(({ path, options }) => ({ file: path, options }));

/** The sources of a proposal that is made for the files as they are chosen now. */
export const importSourcesKey = (draft: ImportDraft): string => JSON.stringify(importSources(draft));

/** Why a file's columns are too many for an import, with those of the files before it. */
const tooManyColumnsTogether = (file: string, columns: number): string =>
  `With ${file} the files have ${columns.toLocaleString('en')} columns together, of which at most ${IMPORT_COLUMNS} can be imported at once. Leave it out, or use Load data.`;

const Sources = z.array(z.object({ file: z.string() }));

/** Paths of the files that a proposal was made for; null where its sources cannot be read. */
function proposedPaths({ proposal }: ImportDraft): string[] | null {
  if (proposal === null) return null;
  try {
    return Sources.parse(JSON.parse(proposal.sources)).map(({ file }) => file);
  } catch {
    return null;
  }
}

/** The first file of an import whose columns are too many; null: none. While files are chosen, anything is kept. */
function fileBeyondColumns(draft: ImportDraft): { file: ImportFile; columns: number } | null {
  const files = importedFiles(draft);
  if (JSON.stringify(proposedPaths(draft)) !== JSON.stringify(files.map(({ path }) => path))) return null;
  let columns = 0;
  for (const file of files) {
    columns += file.columns;
    if (columns > IMPORT_COLUMNS) return { file, columns };
  }
  return null;
}

/** The draft of the caller in a workspace; null: none, or one of another version of Acacia. */
export const KeptImport = z
  .object({
    /** Goes up with each save; 0: nothing was ever saved. */
    version: z.number(),
    draft: ImportDraft.nullable(),
  })
  .meta({ id: 'KeptImport' });
export type KeptImport = z.infer<typeof KeptImport>;

/** @property draft null: the import begins anew */
export const SaveImport = z
  .object({ draft: ImportDraft.nullable() })
  .superRefine(({ draft }, context) => {
    const beyond = draft === null ? null : fileBeyondColumns(draft);
    if (draft === null || beyond === null) return;
    context.addIssue({
      code: 'custom',
      path: ['draft', 'files', draft.files.indexOf(beyond.file)],
      message: tooManyColumnsTogether(beyond.file.name, beyond.columns),
    });
  })
  .meta({ id: 'SaveImport' });
