/** What a person has chosen to load into a graph, as the workspace keeps it: it outlives the page and the browser. */
import { ParsingOptions, type StoredDocument } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { z } from 'zod';
import type { ChosenFile } from './loader-state.ts';
import { NO_SOURCE, slotsOf, type Mapping } from './mapping.ts';

const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), index: z.number().int().min(0) }),
  z.object({ kind: z.literal('literal'), text: z.string() }),
  z.object({ kind: z.literal('none') }),
]);

const Target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vertex'), type: z.string() }),
  z.object({
    kind: z.literal('edge'),
    type: z.string(),
    pair: z.object({ from: z.string(), to: z.string() }),
  }),
]);

const LoadDraft = z.object({
  files: z.array(z.object({ name: z.string(), options: ParsingOptions })),
  mappings: z.array(
    z.object({
      file: z.string(),
      target: Target,
      /** By the name of the slot; others have none. */
      sources: z.record(z.string(), Source),
      endsMustExist: z.boolean(),
    }),
  ),
});
export type LoadDraft = z.infer<typeof LoadDraft>;

export const NO_DRAFT: LoadDraft = { files: [], mappings: [] };

const keyOf = (userId: string): string => `draft:${userId}`;

/** The draft of a person in the document of a graph; none where it has none, or one of another version. */
export function draftIn(document: StoredDocument, userId: string): LoadDraft {
  const read = LoadDraft.safeParse(document[keyOf(userId)]);
  return read.success ? read.data : NO_DRAFT;
}

/** The document with a person's draft; without one that is empty. */
export function withDraft(document: StoredDocument, userId: string, draft: LoadDraft): StoredDocument {
  const { [keyOf(userId)]: _old, ...others } = document;
  return draft.files.length === 0 ? others : { ...others, [keyOf(userId)]: draft };
}

export function draftOf(files: readonly ChosenFile[], mappings: readonly Mapping[]): LoadDraft {
  return {
    files: files.map(({ file, options }) => ({ name: file.name, options })),
    mappings: mappings.map(({ file, target, slots, endsMustExist }) => ({
      file,
      target,
      sources: Object.fromEntries(
        slots.flatMap(({ name, source }) => (source.kind === 'none' ? [] : [[name, source]])),
      ),
      endsMustExist,
    })),
  };
}

/** The mappings of a draft to the types that are there now; those of types that are gone are left out. */
export const mappingsIn = ({ mappings }: LoadDraft, schema: GraphSchema): Omit<Mapping, 'key'>[] =>
  mappings.flatMap(({ file, target, sources, endsMustExist }) => {
    const slots = slotsOf(schema, target);
    return slots.length === 0
      ? []
      : [
          {
            file,
            target,
            endsMustExist,
            slots: slots.map((slot) => ({ ...slot, source: sources[slot.name] ?? NO_SOURCE })),
          },
        ];
  });
