/** A person's unfinished work on _Load data_ of a graph: the files, how their rows are mapped, and the load that they follow. */
import { z } from 'zod';
import { ParsingOptions } from '../workspace/sampling.ts';

/** Limits that the server holds. */
export const LOAD_DRAFT_LIMITS = {
  /** Bytes of one draft in UTF-8. */
  bytes: 4 * 1024 * 1024,
  /** Drafts of one person in a workspace: one a graph. */
  drafts: 50,
  /** Bytes of the drafts of one person in a workspace. */
  totalBytes: 16 * 1024 * 1024,
} as const;

export const LOAD_COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const;
export const LOAD_UNARY_TESTS = ['IS EMPTY', 'IS NOT EMPTY', 'IS NUMERIC', 'IS NOT NUMERIC'] as const;

/** Levels of functions in functions. A job that has more is kept as text. */
export const LOAD_FUNCTION_LEVELS = 4;

export type LoadSource =
  /** A column by its position. */
  | { readonly kind: 'column'; readonly index: number }
  /** The parts of a column's text between separators: of LIST, SET and vector attributes. */
  | { readonly kind: 'split'; readonly index: number; readonly separator: string }
  | { readonly kind: 'literal'; readonly text: string }
  /** A token function, by its name in lower case. */
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly LoadSource[] }
  /** Nothing: the default stays. */
  | { readonly kind: 'none' };

const Name = z.string().max(1000);
const Text = z.string().max(10_000);
const index = z.number().int().min(0).max(1_000_000);

const PLAIN = [
  z.object({ kind: z.literal('column'), index }),
  z.object({ kind: z.literal('split'), index, separator: z.string().max(10) }),
  z.object({ kind: z.literal('literal'), text: Text }),
  z.object({ kind: z.literal('none') }),
] as const;

/** Written out by levels: a schema that calls itself would follow a hostile draft until the stack is full. */
function sourceOf(levels: number): z.ZodType<LoadSource, LoadSource> {
  if (levels === 0) return z.discriminatedUnion('kind', PLAIN);
  const call = z.object({
    kind: z.literal('function'),
    name: z.string().regex(/^\w{1,100}$/, 'the name of a token function'),
    args: z.array(sourceOf(levels - 1)).max(100),
  });
  return z.discriminatedUnion('kind', [...PLAIN, call]);
}
const Source = sourceOf(LOAD_FUNCTION_LEVELS).meta({ id: 'LoadSource' });

/** The condition that a row must meet to be loaded. */
export interface LoadCondition {
  readonly joined: 'AND' | 'OR';
  /** None: every row is loaded. */
  readonly tests: readonly {
    readonly source: LoadSource;
    readonly operator: (typeof LOAD_COMPARISONS)[number] | (typeof LOAD_UNARY_TESTS)[number];
    /** Compared with: a number where it is written as one. Of no meaning for IS EMPTY and the like. */
    readonly value: string;
  }[];
}
const Where: z.ZodType<LoadCondition, LoadCondition> = z
  .object({
    joined: z.enum(['AND', 'OR']),
    tests: z
      .array(
        z.object({
          source: Source,
          operator: z.enum([...LOAD_COMPARISONS, ...LOAD_UNARY_TESTS]),
          value: Text,
        }),
      )
      .max(100),
  })
  .meta({ id: 'LoadCondition' });

/** A job that a person wrote, and that is run as it is written. */
export interface OwnLoadingJob {
  readonly text: string;
  /** The file variables that it defines; those without a path of their own are the chosen files'. */
  readonly variables: readonly { readonly name: string; readonly hasPath: boolean }[];
}
const OwnJob: z.ZodType<OwnLoadingJob, OwnLoadingJob> = z.object({
  text: z.string().max(1_000_000),
  variables: z.array(z.object({ name: Name, hasPath: z.boolean() })).max(1000),
});

const Target = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('vertex'), type: Name }),
    z.object({ kind: z.literal('vector'), type: Name, attribute: Name }),
    z.object({ kind: z.literal('edge'), type: Name, pair: z.object({ from: Name, to: Name }) }),
  ])
  .meta({ id: 'LoadTarget' });

export const LoadDraft = z
  .object({
    files: z
      .array(
        z.object({
          name: Name,
          /** Of a source that is no uploaded file: by what it is read. Keys stay in the data source that it names. */
          path: Text.nullable().default(null),
          options: ParsingOptions,
        }),
      )
      .max(1000),
    mappings: z
      .array(
        z.object({
          file: Name,
          target: Target,
          /** By the name of the attribute; others have none. */
          sources: z.record(Name, Source),
          /** Edges: rows whose ends do not exist are refused. */
          endsMustExist: z.boolean(),
          where: Where.default({ joined: 'AND', tests: [] }),
        }),
      )
      .max(10_000),
    /** A job that is run instead of the mappings; null: none. */
    own: OwnJob.nullable().default(null),
    /** Id of the last load that the page began or followed; null: none. */
    run: Name.nullable().default(null),
  })
  .meta({ id: 'LoadDraft' });
export type LoadDraft = z.infer<typeof LoadDraft>;

/** The caller's draft for a graph; null: none, or one of another version of Acacia. */
export const KeptLoadDraft = z
  .object({
    /** Goes up with each save; 0: nothing was ever saved. */
    version: z.number().int(),
    draft: LoadDraft.nullable(),
  })
  .meta({ id: 'KeptLoadDraft' });
export type KeptLoadDraft = z.infer<typeof KeptLoadDraft>;

export const LoadDraftEntry = z
  .object({
    graph: z.string(),
    version: z.number().int(),
    files: z.number().int(),
    mappings: z.number().int(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'LoadDraftEntry' });
export type LoadDraftEntry = z.infer<typeof LoadDraftEntry>;

export const SaveLoadDraft = z.object({ draft: LoadDraft }).strict().meta({ id: 'SaveLoadDraft' });
