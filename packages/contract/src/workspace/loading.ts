/** Uploaded files, loading jobs and the progress and results of their runs. */
import { z } from 'zod';

/** A name of an uploaded file: one path segment, not hidden. */
export const DATA_FILE_NAME = /^(?!\.)[^/\\\p{Cc}]{1,200}$/u;
export const INVALID_DATA_FILE_NAME =
  'A file name has 1 to 200 characters (255 bytes), no slash, no backslash, and does not start with a dot.';
export const DataFileName = z.string().regex(DATA_FILE_NAME, INVALID_DATA_FILE_NAME);

/** Bytes that one uploaded file may have. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;

export const DataFile = z.object({
  name: z.string(),
  size: z.number(),
  modifiedAt: z.string(),
  /** Path by which a loading job reads the file. */
  path: z.string(),
});
export type DataFile = z.infer<typeof DataFile>;

/** Part of an upload: its offset, and its SHA-256 in hexadecimal digits. */
export const UploadPart = z.object({
  id: z.uuid(),
  offset: z.coerce.number().int().min(0).max(MAX_UPLOAD_BYTES),
  hash: z.string().regex(/^[0-9a-f]{64}$/i, 'The hash is a SHA-256 in 64 hexadecimal digits.'),
});
/** Verified bytes of an upload. */
export const UploadedBytes = z.object({ received: z.number() });
/** POST /api/data-uploads/{id}: makes the upload a file. */
export const FinishUpload = z.object({ name: DataFileName, size: z.number().int().min(0) });

/**
 * Source of a value of a statement. `Params` are the arguments of a token function, or the parts of a composed value.
 */
const BaseMapping = z.object({
  Type: z.string(),
  Value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
export type WireMapping = z.infer<typeof BaseMapping> & { Params?: WireMapping[] };
export const WireMapping: z.ZodType<WireMapping> = BaseMapping.extend({
  Params: z.lazy(() => z.array(WireMapping)).optional(),
});

export const WireLoadingStatement = z.object({
  Type: z.string(),
  TargetName: z.string(),
  FromVertexType: z.string().optional(),
  ToVertexType: z.string().optional(),
  Mappings: z.array(WireMapping),
  UsingClauses: z.record(z.string(), z.string()),
  DataSource: z.object({ Type: z.string(), Value: z.string() }),
});
export type WireLoadingStatement = z.infer<typeof WireLoadingStatement>;

/** Contents of a loading job. */
export const WireLoadingJobParts = z.object({
  Headers: z.record(z.string(), z.array(z.string())),
  Filters: z.array(z.object({ Name: z.string(), Condition: z.string() })),
  LoadingStatements: z.array(WireLoadingStatement),
});
export type WireLoadingJobParts = z.infer<typeof WireLoadingJobParts>;

/** A loading job with the GSQL text that made it. */
export const WireLoadingJob = z.object({
  JobName: z.string(),
  GraphName: z.string(),
  /** File variables and the paths given to them. */
  FileNames: z.record(z.string(), z.string().nullable()),
  Code: z.string(),
});
export type WireLoadingJob = z.infer<typeof WireLoadingJob>;

export const WireDataSource = z.object({
  /** File variable of the job. */
  filename: z.string().min(1),
  /** Path of the file: an uploaded file's `path`. */
  path: z.string().optional(),
  /** A data source that the file is read from; `config` are the settings of the file. */
  name: z.string().optional(),
  config: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
});

const RunOne = z.object({
  name: z.string().min(1),
  dataSources: z.array(WireDataSource).default([]),
  /** Everything is parsed and counted, but nothing is stored. */
  dryrun: z.boolean().optional(),
  /**
   * Nothing is stored when more lines and objects than this number, or than this percentage, are rejected; -1: no
   * limit.
   */
  maxNumError: z.number().int().min(-1).optional(),
  maxPercentError: z.number().min(-1).max(100).optional(),
  /** Value of `$sys.data_root` in paths. */
  'sys.data_root': z.string().optional(),
});
/** POST /gsql/v1/loading-jobs/run: one job or a list of them. */
export const RunLoadingJobs = z.preprocess(
  (body) => (Array.isArray(body) ? (body as unknown[]) : [body]),
  z.array(RunOne).min(1, 'Name at least one loading job.'),
);

/** Stores on the network from which loading jobs read; secrets are shown as `****`. */
export const WireDataSourceEntry = z.object({
  name: z.string(),
  type: z.string(),
  /** Graphs that may read from it; null: all. */
  graphs: z.array(z.string()).nullable(),
  config: z.record(z.string(), z.string()),
  /** The same, as TigerGraph's clients look for it. */
  content: z.record(z.string(), z.string()).optional(),
  isLocal: z.boolean().optional(),
  /** Of a local one: the first of its graphs. */
  belongTo: z.string().optional(),
  /** Its secrets cannot be read, as after a backup was restored elsewhere: they must be entered again. */
  keysLost: z.boolean().default(false),
});
export type WireDataSourceEntry = z.infer<typeof WireDataSourceEntry>;

/** POST and PUT /gsql/v1/data-sources. */
export const SaveDataSource = z.object({
  name: z.string().min(1).optional(),
  config: z.union([z.string(), z.record(z.string(), z.unknown())]),
});

export const RunLoadingJobsAnswer = z.object({ message: z.string(), jobIds: z.array(z.string()) });
export type RunLoadingJobsAnswer = z.infer<typeof RunLoadingJobsAnswer>;

/** Counts of one type that a job loads into. */
export const WireTargetCounts = z.object({
  typeName: z.string(),
  validObject: z.number(),
  /** Of the valid ones: newly created. */
  newObject: z.number(),
  updatedObject: z.number(),
  /** Number of objects that a DELETE statement deleted. */
  deletedObject: z.number().default(0),
  noIdFound: z.number(),
  invalidAttribute: z.number(),
  invalidPrimaryId: z.number(),
  /** Edges dropped because an end does not exist. */
  missingEndpoint: z.number(),
  /** Vertices that were made because an edge has them as an end. */
  newEndpoint: z.number().default(0),
  failedCondition: z.number(),
});
export type WireTargetCounts = z.infer<typeof WireTargetCounts>;

export const WireFileCounts = z.object({
  filename: z.string(),
  bytes: z.number(),
  bytesRead: z.number(),
  validLine: z.number(),
  rejectLine: z.number(),
  notEnoughToken: z.number(),
  /** Lines with more tokens than the first line of the file (empty ones at its end aside): the surplus is left out. */
  surplusToken: z.number().default(0),
  invalidJson: z.number().default(0),
  oversizeToken: z.number(),
  vertex: z.array(WireTargetCounts),
  edge: z.array(WireTargetCounts),
});
export type WireFileCounts = z.infer<typeof WireFileCounts>;

export const LoadState = z.enum(['running', 'finished', 'failed', 'aborted']);
export type LoadState = z.infer<typeof LoadState>;

/** One run of a loading job. Times in milliseconds since 1970, sizes in bytes, speeds in bytes a second. */
export const WireLoadStatus = z.object({
  overall: z.object({
    id: z.string(),
    jobName: z.string(),
    graphName: z.string(),
    status: LoadState,
    /** Why it failed; null when it did not. */
    error: z.string().nullable(),
    /** 0 to 1. */
    progress: z.number(),
    startTime: z.number(),
    endTime: z.number().nullable(),
    duration: z.number(),
    size: z.number(),
    averageSpeed: z.number(),
    /** 0 when it has ended. */
    currentSpeed: z.number().default(0),
    /** Everything was read, checked and counted, and nothing is stored. */
    dryRun: z.boolean().default(false),
    /** Whether RESUME LOADING JOB can run it again. */
    resumable: z.boolean().default(false),
    statistics: z.object({
      fileLevel: z.object({
        validLine: z.number(),
        rejectLine: z.number(),
        /** Lines for which the WHERE of a target is not true, added up over the targets. */
        failedConditionLine: z.number().default(0),
        notEnoughToken: z.number(),
        surplusToken: z.number().default(0),
        invalidJson: z.number().default(0),
        oversizeToken: z.number(),
      }),
      objectLevel: z.object({ vertex: z.array(WireTargetCounts), edge: z.array(WireTargetCounts) }),
    }),
  }),
  workers: z.array(z.object({ tasks: z.array(WireFileCounts) })),
});
export type WireLoadStatus = z.infer<typeof WireLoadStatus>;

/** POST /api/loading-jobs/{graph}/load: runs a loading job that is not stored. */
export const LoadByText = z.object({
  /** The text of one CREATE LOADING JOB. */
  code: z.string().min(1),
  /** The path of each file variable. */
  files: z.record(z.string(), z.string()).default({}),
  dryrun: z.boolean().default(false),
});
/** POST /api/loading-jobs/:graph/preview. */
export const PreviewJob = LoadByText.omit({ dryrun: true });
export const LoadStarted = z.object({ id: z.string() });

/** The first rows of a target as a load would store them. */
export const WireLoadPreview = z.object({
  target: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
});
export type WireLoadPreview = z.infer<typeof WireLoadPreview>;

/** One row or object that was not loaded. */
export const WireRejectedRow = z.object({
  file: z.string(),
  /** 1-based line of the file. */
  line: z.number(),
  target: z.string().nullable(),
  reason: z.string(),
  content: z.string(),
});
export type WireRejectedRow = z.infer<typeof WireRejectedRow>;

/** The first rows of each target of a job in the order of its statements, and the first rows that a load would reject. */
export const WireJobPreview = z.object({
  targets: z.array(WireLoadPreview),
  rejected: z.array(WireRejectedRow),
});
export type WireJobPreview = z.infer<typeof WireJobPreview>;

/** Under the names that clients of TigerGraph look for: there are no secondary ids, and no binaries of fixed length. */
const PostedCounts = WireTargetCounts.extend({
  invalidSecondaryId: z.literal(0),
  incorrectFixedBinaryLength: z.literal(0),
});

/** Statistics of POST /restpp/ddl/{graph}. */
export const OnlinePostResult = z.object({
  sourceFileName: z.string(),
  statistics: z.object({
    validLine: z.number(),
    rejectLine: z.number(),
    failedConditionLine: z.number(),
    notEnoughToken: z.number(),
    surplusToken: z.number(),
    invalidJson: z.number(),
    oversizeToken: z.number(),
    vertex: z.array(PostedCounts),
    edge: z.array(PostedCounts),
    /** For jobs with DELETE statements; "vertex" and "edge" are then empty. */
    deleteVertex: z.array(PostedCounts),
    deleteEdge: z.array(PostedCounts),
  }),
});
export type OnlinePostResult = z.infer<typeof OnlinePostResult>;

export const DdlParameters = z.object({
  tag: z.string({ error: 'The parameter "tag" (the loading job) is missing.' }).min(1),
  filename: z.string({ error: 'The parameter "filename" (the job\'s file variable) is missing.' }).min(1),
  sep: z.string().optional(),
  eol: z.string().optional(),
  jobid: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Counts the request to a run that the client names, for loading-jobs/status'),
  ack: z.string().optional(),
  timeout: z.coerce.number().int().min(0).optional(),
  max_num_error: z.coerce.number().int().min(0).optional(),
  max_percent_error: z.coerce.number().min(0).max(100).optional(),
});
