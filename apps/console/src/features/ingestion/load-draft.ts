/** The choices of a person about a load into a graph. The workspace keeps them: they outlive the page and the browser. */
import { ParsingOptions, type StoredDocument } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { z } from 'zod';
import type { LoaderState } from './loader-state.ts';
import { slotsOf, type Mapping, type Slot } from './mapping.ts';
import { NO_SOURCE, sourceFault, type Source as SourceOfSlot } from './source.ts';
import { isUploaded } from './source-kinds.ts';
import { COMPARISONS, EVERY_ROW, UNARY_TESTS, type Where as WhereOfMapping } from './where.ts';

const index = z.number().int().min(0);
const Source: z.ZodType<SourceOfSlot> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), index }),
  z.object({ kind: z.literal('split'), index, separator: z.string() }),
  z.object({ kind: z.literal('literal'), text: z.string() }),
  z.object({
    kind: z.literal('function'),
    name: z.string().regex(/^\w+$/),
    args: z.lazy(() => z.array(Source)),
  }),
  z.object({ kind: z.literal('none') }),
]);

const Where: z.ZodType<WhereOfMapping> = z.object({
  joined: z.enum(['AND', 'OR']),
  tests: z.array(
    z.object({ source: Source, operator: z.enum([...COMPARISONS, ...UNARY_TESTS]), value: z.string() }),
  ),
});

const Target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vertex'), type: z.string() }),
  z.object({ kind: z.literal('vector'), type: z.string(), attribute: z.string() }),
  z.object({
    kind: z.literal('edge'),
    type: z.string(),
    pair: z.object({ from: z.string(), to: z.string() }),
  }),
]);

const LoadDraft = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      /** Of a source that is no uploaded file: by what it is read. Keys stay in the data source that it names. */
      path: z.string().nullable().default(null),
      options: ParsingOptions,
    }),
  ),
  mappings: z.array(
    z.object({
      file: z.string(),
      target: Target,
      /** By the name of the slot; others have none. */
      sources: z.record(z.string(), Source),
      endsMustExist: z.boolean(),
      where: Where.default(EVERY_ROW),
    }),
  ),
  /** A job that is run instead of the mappings; null: none. */
  own: z
    .object({
      text: z.string(),
      variables: z.array(z.object({ name: z.string(), hasPath: z.boolean() })).readonly(),
    })
    .nullable()
    .default(null),
  /** The last load that the page began or followed; null: none. */
  run: z.string().nullable().default(null),
});
export type LoadDraft = z.infer<typeof LoadDraft>;

export const NO_DRAFT: LoadDraft = { files: [], mappings: [], own: null, run: null };

const keyOf = (userId: string): string => `draft:${userId}`;

/** The draft of a person in the document of a graph; none where it has none, or one of another version. */
export function draftIn(document: StoredDocument, userId: string): LoadDraft {
  const read = LoadDraft.safeParse(document[keyOf(userId)]);
  return read.success ? read.data : NO_DRAFT;
}

/** A person's draft as a member of the document, which has those of others too; null where there is nothing to keep. */
export const memberOf = (userId: string, draft: LoadDraft): StoredDocument => ({
  [keyOf(userId)]: draft.files.length === 0 && draft.run === null ? null : draft,
});

export function draftOf({
  files,
  mappings,
  own,
  run,
}: Pick<LoaderState, 'files' | 'mappings' | 'own' | 'run'>): LoadDraft {
  return {
    own,
    run: run.phase === 'none' ? null : run.id,
    files: files.map(({ file: { name, path }, options }) => ({
      name,
      path: isUploaded(path) ? null : path,
      options,
    })),
    mappings: mappings.map(({ file, target, slots, endsMustExist, where }) => ({
      file,
      target,
      sources: Object.fromEntries(
        slots.flatMap(({ name, source }) => (source.kind === 'none' ? [] : [[name, source]])),
      ),
      endsMustExist,
      where,
    })),
  };
}

/**
 * The source that a slot had; none where its type has changed to one that cannot be filled from it (specification part
 * 4, section 4).
 */
const fitting = ({ form }: Slot, source: SourceOfSlot = NO_SOURCE): SourceOfSlot =>
  sourceFault(form, source, true) === undefined ? source : NO_SOURCE;

/** The mappings of a draft to the types that are there now; those of types that are gone are left out. */
export const mappingsIn = ({ mappings }: LoadDraft, schema: GraphSchema): Omit<Mapping, 'key'>[] =>
  mappings.flatMap(({ file, target, sources, endsMustExist, where }) => {
    const slots = slotsOf(schema, target);
    return slots.length === 0
      ? []
      : [
          {
            file,
            target,
            endsMustExist,
            where,
            slots: slots.map((slot) => ({ ...slot, source: fitting(slot, sources[slot.name]) })),
          },
        ];
  });
