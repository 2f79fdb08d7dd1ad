/**
 * Runs of the editor (specification part 4, sections 3 and 4: command, command result): started under an id that the
 * client chooses, attached to, left, cancelled; their results are read by pages.
 */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';
import { QueryProfileStep } from './queries.ts';

/** Bounds of runs that clients show or rely on. */
export const RUN_BOUNDS = {
  /** A run without a limit of its own, or with a longer one, is stopped after this time: a day. */
  ceilingMs: 24 * 60 * 60 * 1000,
  /** Runs of one person that have not ended. */
  atOnce: 16,
  /** Ended runs of one person whose output and results are kept. */
  kept: 50,
  /** Milliseconds for which results are kept after their run. */
  keptMs: 24 * 60 * 60 * 1000,
  /** Bytes of an answer up to which it can be read whole, as JSON. */
  wholeBytes: 4 * 2 ** 20,
  /** Rows and columns of a page. */
  pageRows: 500,
  pageColumns: 200,
  /** Characters of a text in a page; the rest is read by its cell. */
  cellCharacters: 500,
  /** Filters of a table at a time, and values of one of them. */
  filters: 10,
  filterValues: 50,
  /** Rows and bytes that are copied: more are better saved. */
  copiedRows: 5000,
  copiedBytes: 16 * 2 ** 20,
  /** Bars of a chart, and its steps of time at most. */
  chartBars: 30,
  chartSteps: 120,
  /** Rows of a table that is compared, and columns that are. */
  comparedRows: 1_000_000,
  comparedColumns: 200,
  /** Pinned runs of one person, and the bytes of their results. */
  pinned: 10,
  pinnedBytes: 2 ** 30,
} as const;

export const RunFileFormat = z.enum(['csv', 'json', 'parquet']);
export type RunFileFormat = z.infer<typeof RunFileFormat>;

export const RunType = z.enum(['GSQL', 'Query', 'API']);
export type RunType = z.infer<typeof RunType>;

/** `interrupted`: the workspace stopped or died before the run had ended. */
export const RunState = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);
export type RunState = z.infer<typeof RunState>;

/** Where the text of a run stands: the result belongs to that file, and the server's errors to its lines. */
export const RunOrigin = z.object({
  /** Id of the file. */
  file: z.string().max(200),
  /** Lines of the file before the text that was sent; null: the text is not from the file. */
  firstLine: z.number().int().min(0).nullable(),
  /** Characters that were inserted into the first line of the text that was sent. */
  moved: z.number().int().optional(),
});
export type RunOrigin = z.infer<typeof RunOrigin>;

const limit = (name: string) =>
  z.number(`${name} must be a number`).int().min(0, `${name} must be 0 or more`).default(0);

/** Limits of a run; 0: none of its own, so that the workspace's hold. */
export const RunLimits = z.object({
  /** Milliseconds for the run as a whole. */
  timeMs: limit('limits.timeMs'),
  /** Megabytes for each query of the run. */
  memoryMb: limit('limits.memoryMb'),
});
export type RunLimits = z.infer<typeof RunLimits>;

const ofEvery = {
  /** The graph in use; null: the global scope. */
  graph: z.string().min(1).nullable(),
  limits: RunLimits.default({ timeMs: 0, memoryMb: 0 }),
  origin: RunOrigin.nullable().default(null),
  /** Each printed list is written into a file, and is not a table. Null: results are shown. */
  toFile: RunFileFormat.nullable().default(null),
};

/** A path of an endpoint of RESTPP with encoded parts; none of them is one that means a step between folders. */
const EndpointPath = z
  .string()
  .max(4000, 'path has more than 4,000 characters')
  .regex(
    /^(?:\/api\/encoded-twice)?\/restpp(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w.~!$&'()*+,;=:@%-]+)+$/i,
    'path must be that of an endpoint below /restpp/, with encoded parts and without parameters',
  );

export const EndpointMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE']);

/** PUT /api/runs/{id}. */
export const StartRun = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('GSQL'),
    ...ofEvery,
    text: z.string().refine((text) => text.trim() !== '', 'The text is empty.'),
    /** The query that the text stores, if it still has the version that was read; null: if there is none. */
    over: z.strictObject({ query: z.string().min(1).max(500), version: z.string().nullable() }).optional(),
  }),
  z.strictObject({
    type: z.literal('Query'),
    ...ofEvery,
    /** Name of the installed query; of a text it is the title alone. */
    query: z.string().min(1).max(500),
    /** Runs this text in interpreted mode, in place of the installed query. */
    text: z.string().optional(),
    parameters: recordOf(z.unknown()).default({}),
    profile: z.boolean().default(false),
  }),
  /** A call of an endpoint of RESTPP, with the rights of the caller; by GET alone where the workspace is read-only. */
  z.strictObject({
    type: z.literal('API'),
    ...ofEvery,
    method: EndpointMethod,
    path: EndpointPath,
    /** Parameters in the address. */
    params: recordOf(z.array(z.string())).default({}),
    /** Body; of a GET none is sent. */
    payload: z.string().nullable().default(null),
    profile: z.boolean().default(false),
  }),
]);
export type StartRun = z.infer<typeof StartRun>;
export type StartRunInput = z.input<typeof StartRun>;

/** A list that a run printed, as a table. */
export const RunTable = z.object({
  /** Place among the tables of the run. */
  table: z.number(),
  name: z.string(),
  rows: z.number(),
  columns: z.number(),
  /** Whether a row is so long that the table can be read, but not sorted, filtered, measured or saved as CSV and Parquet. */
  unsortable: z.boolean(),
});
export type RunTable = z.infer<typeof RunTable>;

/** One answer of a query; a run of GSQL text may have several. */
export const RunAnswer = z.object({
  /** Place among the answers of the run. */
  answer: z.number(),
  /** Bytes of its results as JSON. */
  bytes: z.number(),
  /** Whether its results can be read whole. */
  whole: z.boolean(),
  /** Why rows are missing at its end; null: none are. */
  cut: z.string().nullable(),
  tables: z.array(RunTable),
});
export type RunAnswer = z.infer<typeof RunAnswer>;

/** A printed list that a run wrote into a file. */
export const RunFile = z.object({
  /** Place among the files of the run. */
  file: z.number(),
  /** Name for a download. */
  name: z.string(),
  bytes: z.number(),
  rows: z.number(),
  /** Why rows are missing at its end; null: none are. */
  cut: z.string().nullable(),
});
export type RunFile = z.infer<typeof RunFile>;

export const WireRun = z.object({
  id: z.string(),
  type: RunType,
  /** Name of the person whose run it is. */
  owner: z.string(),
  graph: z.string().nullable(),
  /** The first line of its text, or the query's name; '' in the list of other people's runs. */
  title: z.string(),
  origin: RunOrigin.nullable(),
  state: RunState,
  startedAt: z.iso.datetime(),
  /** Milliseconds since then, by the workspace's clock: the client's may be another. */
  ageMs: z.number(),
  /** Null while it runs. */
  endedAt: z.iso.datetime().nullable(),
  /** The limits that hold for it. */
  limits: RunLimits,
  /** Why it failed or was stopped; null: neither. */
  error: z.string().nullable(),
  /** Of GSQL text, once it has ended: 0 is a success. */
  returnCode: z.number().nullable(),
  /** The graph in use at the end; null: the global scope. */
  graphAfter: z.string().nullable(),
  rows: z.number(),
  answers: z.array(RunAnswer),
  toFile: RunFileFormat.nullable(),
  files: z.array(RunFile),
  /** Whether its results are kept as long as the workspace runs and has room. */
  pinned: z.boolean(),
  /** Number of its events so far. */
  events: z.number(),
  /** Whether its events and results can still be read. */
  kept: z.boolean(),
});
export type WireRun = z.infer<typeof WireRun>;

/** PUT /api/runs/{id}/pin. */
export const RunPin = z.strictObject({ pinned: z.boolean() });

/** GET /api/runs: the caller's, newest first; with `all=true` everybody's, for superusers. */
export const RunListParameters = z.object({ all: z.stringbool().default(false) });

/** GET /api/runs/{id}/events: one JSON object a line; blank lines keep the connection open. */
export const RunEventsParameters = z.object({ from: z.coerce.number().int().min(0).default(0) });

export const RunEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('output'), number: z.number(), text: z.string() }),
  z.object({ kind: z.literal('answer'), number: z.number(), answer: RunAnswer }),
  /** The step that a run is at. */
  z.object({ kind: z.literal('progress'), number: z.number(), text: z.string() }),
  /** Events up to this number are no longer kept. */
  z.object({ kind: z.literal('lost'), number: z.number() }),
  /** The last event. */
  z.object({ kind: z.literal('end'), number: z.number(), run: WireRun }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** GET /api/runs/{id}/answers/{answer}. */
export const RunAnswerContent = z.object({
  message: z.string(),
  warnings: z.array(z.string()),
  profile: z.array(QueryProfileStep),
  /** Null where it is too large to be read whole. */
  results: z.array(recordOf(z.unknown())).nullable(),
});
export type RunAnswerContent = z.infer<typeof RunAnswerContent>;

const filterText = z.string().max(500);
const ofFilter = {
  /** Place of the column. */
  column: z.number().int().min(0),
  /** Keeps the rows that the filter would leave out, and the other way round. */
  not: z.boolean().default(false),
};
/** A condition on one column. Numbers in texts stand for the numbers of a column, by their value. */
export const RunFilter = z.discriminatedUnion('kind', [
  /** Whatever the case. */
  z.strictObject({ kind: z.literal('contains'), ...ofFilter, text: filterText.min(1) }),
  z.strictObject({ kind: z.literal('equals'), ...ofFilter, value: filterText }),
  /** Both ends belong to it. Two numbers compare numbers; other texts compare texts, such as dates. */
  z
    .strictObject({
      ...{ kind: z.literal('range'), ...ofFilter },
      ...{ from: filterText.nullable(), to: filterText.nullable() },
    })
    .refine(({ from, to }) => from !== null || to !== null, 'A range needs a lower or an upper end.'),
  /** No value, or an empty text. */
  z.strictObject({ kind: z.literal('empty'), ...ofFilter }),
  z.strictObject({
    ...{ kind: z.literal('oneOf'), ...ofFilter },
    values: z.array(filterText).min(1).max(RUN_BOUNDS.filterValues),
  }),
]);
export type RunFilter = z.infer<typeof RunFilter>;

/** Filters as JSON in a parameter of the address. */
const RunFilters = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue('The filters are not JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.array(RunFilter).max(RUN_BOUNDS.filters));

/** Which rows of a table, and in which order. */
const view = {
  /** Place of the column to sort by. */
  sort: z.coerce.number().int().min(0).optional(),
  descending: z.stringbool().default(false),
  /** Rows that hold this text in one of the first columns of a page's width, whatever its case. */
  search: z.string().max(500).default(''),
  /** All of them hold. */
  filters: RunFilters,
};
const columnsOfView = {
  /** The first column, and how many. */
  column: z.coerce.number().int().min(0).default(0),
  columns: z.coerce.number().int().min(1).max(RUN_BOUNDS.pageColumns).default(RUN_BOUNDS.pageColumns),
};

/** GET /api/runs/{id}/tables/{table}/rows. */
export const RunPageParameters = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  rows: z.coerce.number().int().min(1).max(RUN_BOUNDS.pageRows).default(100),
  ...columnsOfView,
  ...view,
});
export type RunPageRequest = Partial<z.output<typeof RunPageParameters>>;

/** GET /api/runs/{id}/tables/{table}/selection: cells next to one another in a view. */
export const RunSelectionParameters = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  rows: z.coerce.number().int().min(1),
  ...columnsOfView,
  ...view,
});
export type RunSelectionRequest = Partial<z.output<typeof RunSelectionParameters>>;

/** Statistics of selected cells. */
export const RunSelection = z.object({
  rows: z.number(),
  cells: z.number(),
  /** Cells without a value, or with an empty text. */
  empty: z.number(),
  /** Number of different values, without empty ones. */
  distinct: z.number(),
  /** Of the values that are numbers; null where there are none. */
  numbers: z
    .object({ count: z.number(), sum: z.number(), least: z.number(), most: z.number(), mean: z.number() })
    .nullable(),
});
export type RunSelection = z.infer<typeof RunSelection>;

/** GET /api/runs/{id}/tables/{table}/copy: selected cells as text, whole. */
export const RunCopyParameters = RunSelectionParameters.extend({ format: z.enum(['tsv', 'csv', 'json']) });
export type RunCopyFormat = z.infer<typeof RunCopyParameters>['format'];

export const RunAggregate = z.enum(['count', 'sum', 'mean', 'min', 'max']);
export type RunAggregate = z.infer<typeof RunAggregate>;

/** `bars`: an aggregate for each value; `histogram`: rows by a number's size; `time`: an aggregate for each step of time. */
export const RunChartKind = z.enum(['bars', 'histogram', 'time']);
export type RunChartKind = z.infer<typeof RunChartKind>;

/** GET /api/runs/{id}/tables/{table}/chart: of the rows that search and filters leave. */
export const RunChartParameters = z
  .object({
    kind: RunChartKind,
    /** Place of the column of values, numbers or times. */
    by: z.coerce.number().int().min(0),
    aggregate: RunAggregate.default('count'),
    /** Place of the column that is aggregated; the count of rows needs none. */
    of: z.coerce.number().int().min(0).optional(),
    search: view.search,
    filters: view.filters,
  })
  .refine(({ kind, aggregate, of }) => kind === 'histogram' || aggregate === 'count' || of !== undefined, {
    path: ['of'],
    message: 'Choose the column to aggregate.',
  });
export type RunChartRequest = z.output<typeof RunChartParameters>;

export const RunChart = z.object({
  points: z.array(
    z.object({
      /** The value of a bar, cut to 200 characters; of a bucket or a step of time the text of its beginning. */
      label: z.string(),
      /** Null: no row of it has a number. */
      value: z.number().nullable(),
      rows: z.number(),
    }),
  ),
  /** Width of a bucket, or the step of time, such as `day`; null for bars. */
  step: z.string().nullable(),
  /** Rows that search and filters leave. */
  rows: z.number(),
  /** Rows among them without a value, number or time to draw by. */
  without: z.number(),
  /** Different values, of which the largest are drawn; of others the number of points. */
  groups: z.number(),
});
export type RunChart = z.infer<typeof RunChart>;

export const RunPageCell = z.union([z.string(), z.number(), z.bigint(), z.boolean(), z.null()]);
export type RunPageCell = z.infer<typeof RunPageCell>;

export const RunPage = z.object({
  /** Names of the columns of the page. */
  columns: z.array(z.string()),
  /** Rows of the table that the search leaves. */
  total: z.number(),
  /** May be fewer than were asked for, where they are large. */
  rows: z.array(
    z.object({
      /** Place in the table, from 0. */
      row: z.number(),
      /** Texts are cut; lists and objects are JSON. */
      cells: z.array(RunPageCell),
      /** Length of each text that is cut, by the place of its cell. */
      cut: z.record(z.string(), z.number()),
    }),
  ),
});
export type RunPage = z.infer<typeof RunPage>;

const Place = z.coerce.number().int().min(0);

/** GET /api/runs/{id}/tables/{table}/compare: with a table of another run of the caller. */
export const RunCompareParameters = z.object({
  /** The earlier run, and its table. */
  run: z.uuid(),
  table: Place,
  /** Places of the columns, in this table, whose values name a row; separated by commas. */
  key: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,9}$/, 'Name one to ten columns by their places, separated by commas.')
    .transform((text) => text.split(',').map(Number)),
  kind: z.enum(['added', 'removed', 'changed']),
  offset: Place.default(0),
  rows: z.coerce.number().int().min(1).max(RUN_BOUNDS.pageRows).default(100),
});
export interface RunCompareRequest {
  readonly run: string;
  readonly table: number;
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly offset?: number;
  readonly rows?: number;
}

export const RunComparison = z.object({
  /** Rows that this table alone has, that the earlier one alone has, and that both have with other values or the same. */
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  same: z.number(),
  /** Keys that stand in several rows of a table: these rows are left out. */
  repeated: z.number(),
  /** Names of the columns, of both tables. */
  columns: z.array(z.string()),
  /** Columns that are left out, because there are too many. */
  columnsLeftOut: z.number(),
  /** Rows of the kind that was asked for. */
  rows: z.array(
    z.object({
      /** Cells by the columns; null: the table has no such row. */
      before: z.array(RunPageCell).nullable(),
      after: z.array(RunPageCell).nullable(),
    }),
  ),
});
export type RunComparison = z.infer<typeof RunComparison>;

/** GET /api/runs/{id}/tables/{table}/columns/{column}: of the rows that search and filters leave. */
export const RunColumnParameters = z.object({ search: view.search, filters: view.filters });
export type RunColumnRequest = Partial<z.output<typeof RunColumnParameters>>;

export const RunColumn = z.object({
  name: z.string(),
  rows: z.number(),
  empty: z.number(),
  /** Number of different values, without null. */
  distinct: z.number(),
  /** Of the values that are numbers; null where there are none. */
  numbers: z.object({ count: z.number(), least: z.number(), most: z.number(), mean: z.number() }).nullable(),
  /** The most frequent values, cut. */
  top: z.array(z.object({ value: z.string(), count: z.number() })),
});
export type RunColumn = z.infer<typeof RunColumn>;

/** GET /api/runs/{id}/tables/{table}/file: all rows, or those of a view in its order. */
export const RunFileParameters = z.object({ format: RunFileFormat, ...view });
export type RunViewRequest = Partial<Pick<z.output<typeof RunFileParameters>, keyof typeof view>>;

/** GET /api/run-history: the caller's, newest first. */
export const RunHistoryParameters = z.object({
  /** Text in the title, the text, the graph or the parameters, whatever its case. */
  search: z.string().max(500).default(''),
  /** Of one query, and of one graph. */
  query: z.string().max(500).optional(),
  graph: z.string().max(500).optional(),
  state: RunState.optional(),
  offset: z.coerce.number().int().min(0).default(0),
  rows: z.coerce.number().int().min(1).max(200).default(50),
});
export type RunHistoryRequest = Partial<z.output<typeof RunHistoryParameters>>;

export const RunHistoryEntry = WireRun.pick({
  ...{ id: true, type: true, graph: true, title: true, origin: true, state: true, startedAt: true },
  ...{ endedAt: true, limits: true, error: true, rows: true },
}).extend({
  /** Text in which secrets are masked; of a call its method and path; null: an installed query was run. */
  text: z.string().nullable(),
  query: z.string().nullable(),
  /** JSON in which secrets are masked, of a call its `params` and `payload`; null: none, or too long to be kept. */
  parameters: z.string().nullable(),
  /** Why it cannot be run again from here; null: it can. */
  incomplete: z.string().nullable(),
});
export type RunHistoryEntry = z.infer<typeof RunHistoryEntry>;

export const RunHistoryPage = z.object({ total: z.number(), entries: z.array(RunHistoryEntry) });
export type RunHistoryPage = z.infer<typeof RunHistoryPage>;

/** GET /api/runs/limits: what holds for a run with the given limits. */
export const RunLimitsParameters = z.object({
  timeMs: z.coerce.number().int().min(0).default(0),
  memoryMb: z.coerce.number().int().min(0).default(0),
});
