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
export const LOAD_LIST_TESTS = ['IN', 'NOT IN'] as const;
export const LOAD_RANGE_TESTS = ['BETWEEN', 'NOT BETWEEN'] as const;

/** Limits of a condition. A job that has more is kept as text. */
export const LOAD_CONDITION_LIMITS = {
  /** Levels of groups in groups. */
  levels: 4,
  /** Tests and groups side by side. */
  tests: 100,
  /** Values of a list. */
  values: 1000,
} as const;

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

/** Tests of a row, of which all or one must hold. */
export interface LoadCondition {
  readonly joined: 'AND' | 'OR';
  /** None: every row is loaded. */
  readonly tests: readonly LoadTest[];
}

/** A test of a value, or a group of tests. A value is a number where it is written as one. */
export type LoadTest =
  | {
      readonly source: LoadSource;
      readonly operator: (typeof LOAD_COMPARISONS)[number] | (typeof LOAD_UNARY_TESTS)[number];
      /** Of no meaning for IS EMPTY and the like. */
      readonly value: string;
    }
  | {
      readonly source: LoadSource;
      readonly operator: (typeof LOAD_LIST_TESTS)[number];
      readonly values: readonly string[];
    }
  | {
      readonly source: LoadSource;
      readonly operator: (typeof LOAD_RANGE_TESTS)[number];
      /** The least and the greatest value that hold. */
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly operator: 'GROUP';
      /** NOT stands before the group. */
      readonly negated: boolean;
      readonly joined: LoadCondition['joined'];
      readonly tests: readonly LoadTest[];
    };

const OF_VALUES = [
  z.object({
    source: Source,
    operator: z.enum([...LOAD_COMPARISONS, ...LOAD_UNARY_TESTS]),
    value: Text,
  }),
  z.object({
    source: Source,
    operator: z.enum(LOAD_LIST_TESTS),
    values: z.array(Text).max(LOAD_CONDITION_LIMITS.values),
  }),
  z.object({ source: Source, operator: z.enum(LOAD_RANGE_TESTS), from: Text, to: Text }),
] as const;
const joined = z.enum(['AND', 'OR']);

/** Written out by levels, like sources. */
function testsOf(levels: number): z.ZodType<readonly LoadTest[], readonly LoadTest[]> {
  const { tests } = LOAD_CONDITION_LIMITS;
  if (levels === 0) return z.array(z.discriminatedUnion('operator', OF_VALUES)).max(tests);
  const group = z.object({
    operator: z.literal('GROUP'),
    negated: z.boolean(),
    joined,
    tests: testsOf(levels - 1),
  });
  return z.array(z.discriminatedUnion('operator', [...OF_VALUES, group])).max(tests);
}
const Where: z.ZodType<LoadCondition, LoadCondition> = z
  .object({ joined, tests: testsOf(LOAD_CONDITION_LIMITS.levels) })
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
          /** Names under which columns are shown, by their positions. They say nothing about what is loaded. */
          labels: z.record(z.string().regex(/^\d{1,7}$/, 'the position of a column'), Name).optional(),
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
