/** A person's import under way: its files, the proposal as it was edited, and how far the graph was built. */
import { z } from 'zod';
import { ParsingOptions, WireProposal } from '../workspace/sampling.ts';

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
export const SaveImport = z.object({ draft: ImportDraft.nullable() }).meta({ id: 'SaveImport' });
