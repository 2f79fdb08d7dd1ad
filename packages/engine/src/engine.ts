/**
 * The engine's public interface: the workspace server, the conformance tests and the benches use nothing below it.
 * `openEngine` in `open.ts` makes one.
 */
import type { Ast, GraphSchema } from '@acacia/language';
import type { Person } from './files/person.ts';
import type { GraphProfile, ProfileOptions } from './graph-profile.ts';
import type { ConnectionSearch, PathSearch, PathUnionSearch } from './path-search.ts';
import type { PlanRow } from './plan-row.ts';
import type { JobPreview, LoadPreview, LoadStatus, RejectedRow } from './load-status.ts';
import type {
  ChangePreview,
  ErasedRows,
  RevertPreview,
  SchemaChange,
  SchemaJobChange,
  SchemaVersion,
} from './schema-change.ts';
import type { SampleOptions, SampleReader, SourceSample } from './source-sample.ts';
import type { Printed } from './printed.ts';
import type { Write, WriteOptions, WriteSummary } from './writes.ts';

export interface EngineOptions {
  /** Folder that holds the store; made when missing. One engine a folder (a lock refuses a second). */
  readonly dataDir: string;
  /** Bytes for the store's buffers, the graph in memory and running queries together. */
  readonly memoryLimitBytes: number;
  /** Query workers; default: the number of processors. */
  readonly workers?: number;
  /** A query without a limit of its own is stopped after this many milliseconds. 0: never. */
  readonly defaultTimeLimitMs?: number;
  /** False: patterns of queries run as written, without the planner's rules. For tests. */
  readonly optimise?: boolean;
  /** Whether each query worker runs a first query once the store is open, so that the first request need not wait. */
  readonly warm?: boolean;
  /** Loads and imports read files of the data folder alone, rather than any of the machine. */
  readonly confined?: boolean;
  /** False: new vector attributes are refused, as a version of TigerGraph without them does; true by default. */
  readonly vectors?: boolean;
  /** Read-only engines refuse every write with a clear error. */
  readonly readOnly?: boolean;
  readonly sources?: SourceOptions;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
  /** Called for each event; must not throw. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** Places from which loads may fetch files, and limits on them. */
export interface SourceOptions {
  /** Places besides public addresses, joined by commas, such as `10.0.0.0/8, files.internal:9000`; none by default. */
  readonly allowed?: string;
  /** Places that are never read from, whatever is allowed. */
  readonly refused?: string;
  /** Bytes of one file, fetched or unpacked; default 256 GiB. */
  readonly fileBytes?: number;
  /** Bytes that a load fetches and unpacks in all; default 1 TiB, and never more than a quarter of the free disk. */
  readonly loadBytes?: number;
  /** Milliseconds in which a file must have been fetched; default 6 hours. */
  readonly fetchMs?: number;
  /** Milliseconds in each of which a file must come on, by 512 bytes a second; default 2 minutes. */
  readonly idleMs?: number;
}

/** Limits of an engine; a change applies to queries and loads that begin after it. */
export interface EngineLimits {
  /** A query without a limit of its own is stopped after this many milliseconds. 0: never. */
  readonly defaultTimeLimitMs: number;
  /** Megabytes for a query without its own limit. 0: as much as all queries together may have. */
  readonly queryMemoryLimitMb: number;
  /** Queries that run at one time, and those that may wait for them. */
  readonly concurrentQueries: number;
  readonly waitingQueries: number;
  /** Loads that run at one time; others wait. */
  readonly concurrentLoads: number;
  /** Threads with which the store works. */
  readonly storeThreads: number;
}

/** Something that happened. */
export type EngineEvent =
  | {
      readonly kind: 'queryEnded';
      readonly requestId: string;
      readonly graph: string;
      /** '' for text without a name. */
      readonly query: string;
      readonly milliseconds: number;
      readonly outcome: 'done' | 'failed' | 'timeout' | 'aborted';
      /** Why it failed; null when it did not. */
      readonly error: string | null;
    }
  | { readonly kind: 'loadStarted' | 'loadEnded'; readonly load: LoadStatus }
  /** Sentences. */
  | { readonly kind: 'catalogChanged'; readonly changes: readonly string[] };

/** The state of one GSQL shell: which graph `USE GRAPH` chose. Changed by `executeGsql`. */
export interface GsqlSession {
  /** `SET exit_on_error = false`: a failed statement does not stop those after it. */
  goesOnAfterErrors?: boolean;
  /** Whether valid statements run although others of the text have syntax errors: for generated texts. */
  readonly skipsFaults?: boolean;
  graph: string | null;
  /** The folder of an import, whose texts run in this session: its files may be read. */
  readonly imported?: string;
  /** `SET sys.data_root = "…"`: the value of `$sys.data_root` in paths of loading jobs. */
  dataRoot?: string;
  /** `SET export_timeout`. */
  exportTimeLimitMs?: number;
  /** `SET query_timeout`. */
  queryTimeLimitMs?: number;
}

/** How the shell shows answers. */
export interface Writing {
  /** A line for each member, two blanks deeper in each level; from two levels on. */
  readonly indented: true;
  /** Every list as its first member. */
  readonly firstRows: boolean;
}

export interface RunOptions {
  /** Stops the query within 200 ms. */
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
  readonly profile?: boolean;
  /** The person for whom it runs, whose files it reads and writes. Absent: the operator of the machine. */
  readonly person?: Person;
  /** The format of printed results; absent: as short as possible. */
  readonly writing?: Writing;
  /**
   * Takes the results as lines of JSON while the query runs: a line for each member of a printed list, else one for each
   * PRINT. The run's own `printed` is empty then. The query waits while promises for a few MiB are not settled.
   */
  readonly onPrinted?: (lines: Uint8Array) => Promise<void>;
  /** Roles of the person who runs the query, for current_roles(). */
  readonly roles?: readonly string[];
  /** Shown in the process list. */
  readonly url?: string;
  /** Given to the run; made when absent. */
  readonly requestId?: string;
}

export type PlanOptions = Pick<RunOptions, 'signal' | 'person' | 'roles'>;

/** Options of a GSQL shell. */
export interface ShellOptions extends RunOptions {
  /** The folder that relative paths of files are taken from, and that exports stay in. */
  readonly baseDir?: string;
  readonly host?: ShellHost;
  /**
   * Called before a query's text is stored, replaced or dropped, while nobody else can change it.
   * @param code the text that it has; null: there is no such query
   * @throws EngineError when it is to stay as it is
   */
  readonly beforeQuery?: (graph: string, name: string, code: string | null) => void;
}

/** An answer of a query that a statement ran. */
export type ShellAnswer = Pick<RunResult, 'printed' | 'warnings' | 'profile'>;

/** Callbacks of the shell to its host. Statements that need an absent one are refused. */
export interface ShellHost {
  /**
   * Runs a statement about users, roles and secrets, in a graph or (null) the global scope; gives the printed text.
   * @throws EngineError when the statement fails
   */
  readonly account: (statement: Ast.AccountStatement, graph: string | null) => Promise<string>;
  readonly isUser: (name: string) => boolean;
  /** Called for a new graph, or a new query of a graph: its maker owns it. */
  readonly made: (what: {
    readonly graph: string;
    readonly query?: string;
    /** Of a graph: WITH ADMIN. */
    readonly admin?: string;
  }) => Promise<void>;
  /** Whether the caller may store functions in JavaScript. */
  readonly mayStoreFunctions: () => boolean;
  /**
   * Checks the privileges for a text that a statement runs, as if the caller had sent it.
   * @throws EngineError when one is missing
   */
  readonly judge: (text: string) => Promise<void>;
  /** Called when graphs or queries were dropped: privileges on them are removed. */
  readonly dropped: () => Promise<void>;
  /**
   * Takes an answer of a query, or the rows of `SELECT * FROM`, in place of their being printed, and releases it. The
   * statement waits for it.
   */
  readonly answered?: (answer: ShellAnswer) => Promise<void>;
  /** Runs an installed query in the background; gives the id by which its result is fetched. */
  readonly submit: (graph: string, query: string, parameters: Record<string, unknown>) => string;
}

/** A row of the profile of a run: a statement, an operator of one, or a query that it calls. */
export interface ProfileRow {
  /** The row's depth in the tree: children follow their parent, one deeper. */
  readonly depth: number;
  readonly kind: 'statement' | 'operator' | 'query';
  /** `SELECT`, `FOREACH`, `PRINT`; `scan`, `expand`, `ACCUM`; QUERY. */
  readonly operator: string;
  /** The text of the statement or operator on one line; shortened when it is long. */
  readonly text: string;
  /** The line in the query's text; 0 when the row has none. */
  readonly line: number;
  /** Null where there are none. */
  readonly rowsIn: number | null;
  readonly rowsOut: number | null;
  /** Time including children. Null: too short to be separated from the operators beside it. */
  readonly milliseconds: number | null;
  /** The number of runs: figures are sums over them. */
  readonly runs: number;
  /** The most threads that took part in a run. */
  readonly threads: number;
  /** The most that the query's containers and accumulators took when a run had ended. */
  readonly memoryBytes: number;
}

export interface RunResult {
  readonly requestId: string;
  /**
   * One object per PRINT, values in JSON form except that INT beyond 2^53 is a bigint. They are read from
   * `printed` each time: only where answers are small.
   */
  readonly results: readonly Record<string, unknown>[];
  /** The same as bytes of JSON; released by the caller when they are no longer needed. */
  readonly printed: Printed;
  readonly schemaVersion: number;
  readonly warnings: readonly string[];
  readonly profile?: readonly ProfileRow[];
}

export interface RunningQuery {
  readonly requestId: string;
  readonly graph: string;
  readonly query: string;
  readonly url: string;
  readonly startedAt: Date;
  readonly expiresAt: Date | null;
}

/** Rows of a list, as TigerGraph's JSON has them. */
export interface VertexJson {
  readonly v_id: string;
  readonly v_type: string;
  readonly attributes: Record<string, unknown>;
}
export interface EdgeJson {
  readonly e_type: string;
  readonly directed: boolean;
  readonly from_id: string;
  readonly from_type: string;
  readonly to_id: string;
  readonly to_type: string;
  readonly discriminator?: string;
  readonly attributes: Record<string, unknown>;
}

export interface FoundPaths {
  readonly vertices: readonly VertexJson[];
  readonly edges: readonly EdgeJson[];
  /** Each path as the places of its vertices in `vertices`, the shortest first; none passes a vertex twice. */
  readonly paths: readonly (readonly number[])[];
  /** There are more paths than the limit, or than could be looked at. */
  readonly more: boolean;
}

export interface ListOptions {
  /** Attributes to give; all when absent. */
  readonly select?: readonly string[];
  /** `a>1,b="x"` */
  readonly filter?: string;
  /** `-a,b` */
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface EdgePathFilter {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly edgeType?: string;
  readonly targetType?: string;
  readonly targetId?: string;
}

export interface QueryInfo {
  readonly name: string;
  readonly graph: string;
  readonly code: string;
  readonly syntax: string;
  readonly installed: boolean;
  /** Saved with errors. */
  readonly draft: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly defaultValue?: unknown;
    readonly description?: string;
  }[];
  readonly description?: string;
}

/** New descriptions: null removes one, an absent one stays as it is. */
export interface DescribeQuery {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters: Readonly<Record<string, string | null>>;
}

export interface LoadingJobInfo {
  readonly name: string;
  readonly graph: string;
  readonly code: string;
  /** File variables and the paths given to them. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** A store on the network that loading jobs read from, without its secrets. */
export interface DataSourceInfo {
  readonly name: string;
  readonly type: string;
  /** Null: every graph may read from it. */
  readonly graphs: readonly string[] | null;
  readonly settings: Readonly<Record<string, string>>;
  /** Its secrets cannot be read, and must be entered again. */
  readonly keysLost: boolean;
}

export interface LineRange {
  readonly from: number;
  /** Null: to the end of the file. */
  readonly to: number | null;
}

export interface LoadOptions {
  /** Path for each file variable that is loaded, '' for the one in the job; none: all of the job. */
  readonly files: Readonly<Record<string, string>>;
  /** Overrides of the job's USING options (SEPARATOR, EOL, HEADER). */
  readonly using?: Readonly<Record<string, string>>;
  /** The person for whom the load runs: it reads the files that they may read. Absent: the machine's operator. */
  readonly person?: Person;
  /** A further folder that may be read: that of an import under way. */
  readonly imported?: string;
  /** The folder that relative paths start from; default: the working directory of the process. */
  readonly baseDir?: string;
  /** The value of `$sys.data_root`; default: `baseDir`. */
  readonly dataRoot?: string;
  /** The text of a loading job that is run without being stored, whatever name it is started by. */
  readonly code?: string;
  /** Of each file the lines with these numbers, from 1. */
  readonly lines?: LineRange;
  /** Everything is read, checked and counted, and nothing is stored. */
  readonly dryRun?: boolean;
  /** Nothing is stored when more than so many lines and objects are rejected. */
  readonly maxErrors?: number;
  /** Likewise, of a hundred of those that were read. */
  readonly maxPercentErrors?: number;
  /** The file holds the body of a request: it goes with the request, and may be empty. */
  readonly posted?: boolean;
  readonly signal?: AbortSignal;
}

export interface CopyOptions {
  /** Puts more into the new folder, while nothing is written to the store. */
  readonly beside?: (folder: string) => Promise<void>;
  /** Gives up waiting for writers. */
  readonly signal?: AbortSignal;
}

export interface CopyResult {
  readonly bytes: number;
  /** Milliseconds for which writes had to wait. */
  readonly writesHeldMs: number;
}

/** Checksums of a store: equal data give equal texts, whatever the order of rows. */
export interface StoreChecksums {
  readonly catalog: string;
  readonly types: readonly {
    /** The graph that alone sees the type; null for a global one. */
    readonly graph: string | null;
    readonly kind: 'vertex' | 'edge';
    readonly type: string;
    readonly count: number;
    readonly checksum: string;
  }[];
}

/** Names of what is directly in a folder of a store. */
export interface FolderList {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** A package: functions of the vendor's names, and template queries. */
export interface PackageInfo {
  /** With the packages that it stands in: `GDBMS_ALGO.community`. */
  readonly name: string;
  readonly functions: readonly string[];
  /** Without the package's name. */
  readonly templateQueries: readonly string[];
}

export interface VectorStatus {
  readonly vertexType: string;
  readonly name: string;
  /** Whether the index has all written vectors. */
  readonly isReady: boolean;
}

/** By attribute: MAX, MIN and AVG of numbers, counts of TRUE and FALSE of truth values. */
export type AttributeStatistics = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Engine {
  /**
   * Runs GSQL text: one or several shell statements. `write` receives the shell's output as it comes.
   * Returns the shell's return code (0 success, 211 syntax, 212 runtime); never throws for a user's fault.
   */
  executeGsql(
    text: string,
    session: GsqlSession,
    write: (output: string) => void,
    options?: ShellOptions,
  ): Promise<number>;

  /**
   * Runs an installed query. Parameters by name, values as in JSON.
   * @throws EngineError when the query does not exist or fails
   */
  runQuery(
    graph: string,
    query: string,
    parameters: Record<string, unknown>,
    options?: RunOptions,
  ): Promise<RunResult>;
  /**
   * Runs query text without storing it.
   * @throws EngineError when the text is not valid or the query fails
   */
  interpretQuery(
    text: string,
    graph: string | null,
    parameters: Record<string, unknown>,
    options?: RunOptions,
  ): Promise<RunResult>;
  /**
   * The first paths between vertices, found within the limits of a query.
   * @throws EngineError when a condition is not valid, or the search is stopped or needs too much memory
   */
  findPaths(graph: string, search: PathSearch, options?: RunOptions): Promise<FoundPaths>;
  /**
   * All vertices and edges on paths between vertices, as the bytes of one JSON object: `vertices` and `edges`, with the
   * ends first and `pairs` where these are connected; or `tooMany`, the count of the edges. Released by the caller.
   * @throws EngineError as `findPaths`
   */
  connect(graph: string, search: ConnectionSearch | PathUnionSearch, options?: RunOptions): Promise<Printed>;
  /** Plans query text without running it. @throws EngineError when the text is not valid */
  planQuery(graph: string, text: string, options?: PlanOptions): Promise<readonly PlanRow[]>;
  runningQueries(graph?: string): readonly RunningQuery[];
  /** Aborts running queries; gives their ids. */
  abortQueries(requestIds: readonly string[] | 'all', graph?: string): readonly string[];

  graphs(): readonly string[];
  /** Schema of a graph, or of the global scope for null; undefined when there is no such graph. */
  schema(graph: string | null): GraphSchema | undefined;
  schemaVersion(graph: string): number;
  /** Whether a type was made for this graph alone (by a schema change) rather than globally. */
  isLocalType(graph: string, type: string): boolean;
  /** @param author the name of who makes it, for its versions */
  createGraph(graph: string, types: readonly string[] | '*', author?: string): Promise<void>;
  /** Drops a graph with its jobs, queries and local types; global types and their data stay. */
  dropGraph(graph: string): Promise<void>;
  /**
   * For null: of the global types, seen by every graph that uses them.
   * @throws EngineError when a type does not fit; a graph changes and drops no global type, and none is dropped that a
   * graph uses
   */
  changeSchema(graph: string | null, change: SchemaChange, author?: string): Promise<void>;
  /** The newest versions of a graph's schema (null: of the global types), newest first. */
  schemaVersions(graph: string | null): Promise<readonly SchemaVersion[]>;
  /** The GSQL of a version's types. @throws EngineError when the version is not kept */
  schemaVersionText(graph: string | null, version: number): Promise<string>;
  /**
   * Undoes the change that a version was, as a new version, and puts back the data that it dropped. Gives the rows and
   * values that are back.
   * @throws EngineError when its data is not kept any more, or when later changes stand in the way
   */
  revertSchema(graph: string | null, version: number, author?: string): Promise<readonly ErasedRows[]>;
  /** The effects of reverting, which is not done. @throws EngineError as `revertSchema` */
  previewRevert(graph: string | null, version: number): Promise<RevertPreview>;
  /** Erases the data that is kept for reverting a version. @throws EngineError when there is none */
  eraseKept(graph: string | null, version: number): Promise<void>;
  /** The effects of a change, which is not made. @throws EngineError when the change cannot be made */
  previewChange(graph: string | null, change: SchemaChange): Promise<ChangePreview>;
  queries(graph: string): readonly QueryInfo[];
  /** The text of a template query by its full name, `GDBMS_ALGO.community.wcc`. */
  templateQuery(name: string): string | undefined;
  /** Packages with what is in them, built-in ones first. */
  packages(): readonly PackageInfo[];
  /**
   * Stores all of the descriptions or none.
   * @throws EngineError when a query or a parameter does not exist
   */
  describeQueries(graph: string, descriptions: readonly DescribeQuery[]): Promise<void>;
  loadingJobs(graph: string): readonly LoadingJobInfo[];
  /** Of a graph; for null the global ones. */
  schemaJobs(graph: string | null): readonly { readonly name: string; readonly code: string }[];
  /** One of `schemaJobs` as data; undefined where there is no such job. */
  schemaJobChange(graph: string | null, name: string): SchemaJobChange | undefined;
  /** Those that a graph may read from; for null all. */
  dataSources(graph: string | null): readonly DataSourceInfo[];

  write(graph: string, writes: readonly Write[], options?: WriteOptions): Promise<WriteSummary>;
  /** The number of the last change of data or schema. */
  readonly commit: number;
  /**
   * Writes where nothing was changed since a commit: what was read after it is still so. Null: something was, and nothing
   * is written.
   */
  writeAt(
    commit: number,
    graph: string,
    writes: readonly Write[],
    options?: WriteOptions,
  ): Promise<WriteSummary | null>;
  vertices(
    graph: string,
    type: string,
    options?: ListOptions & { readonly id?: string },
  ): Promise<readonly VertexJson[]>;
  countVertices(
    graph: string,
    /** A name, or `*` for all. */
    type: string,
  ): Promise<readonly { readonly type: string; readonly count: number }[]>;
  edges(graph: string, path: EdgePathFilter, options?: ListOptions): Promise<readonly EdgeJson[]>;
  countEdges(
    graph: string,
    /** A name, or `*` for all. */
    type: string,
    /** Types of vertices that they go from or to. */
    ends?: { readonly from?: string; readonly to?: string },
  ): Promise<readonly { readonly type: string; readonly count: number }[]>;
  /** Null when the type has neither numbers nor truth values. */
  attributeStatistics(
    graph: string,
    kind: 'vertex' | 'edge',
    type: string,
  ): Promise<AttributeStatistics | null>;

  /**
   * Vector attributes that a graph sees; until one is ready, searches scan its vectors.
   * @throws EngineError when the graph does not exist
   */
  vectorStatus(graph: string): Promise<readonly VectorStatus[]>;

  /**
   * Stores a file of user-defined functions, which queries of every graph may call, and replaces the one of that name;
   * an empty text removes it. Queries that become invalid are kept as drafts.
   * @throws EngineError when the file is not valid
   */
  putFunctions(name: string, code: string): Promise<void>;

  /**
   * Statistics of a graph's data, at most some seconds old.
   * @throws EngineError when the graph does not exist, or when the time limit is exceeded
   */
  profile(graph: string, options?: ProfileOptions): Promise<GraphProfile>;

  /**
   * Starts a loading job; its progress is read with `loadStatus`.
   * @throws EngineError when the job or a file cannot be used
   */
  startLoad(graph: string, job: string, options: LoadOptions): Promise<string>;
  /**
   * The first rows of a source and how it is written, for a person, within seconds.
   * @param graph whose data sources may be read; null: those of every graph
   * @throws EngineError when it cannot be read
   */
  sampleSource(graph: string | null, options: SampleOptions, by: SampleReader): Promise<SourceSample>;
  /**
   * The first rows of each target of a job that is not stored, as a load would store them, and rows that it would
   * reject, within seconds.
   * @throws EngineError when the job or a file cannot be used
   */
  previewJob(
    graph: string,
    job: { readonly code: string; readonly files: Readonly<Record<string, string>> },
    by: SampleReader,
  ): Promise<JobPreview>;
  /**
   * Names of the files and folders that are directly in a folder of a store.
   * @param graph whose data sources may be read; null: the global ones
   * @throws EngineError when the data source does not exist or cannot be listed
   */
  listFolder(
    graph: string | null,
    dataSource: string,
    address: string,
    signal?: AbortSignal,
  ): Promise<FolderList>;
  loadStatus(id: string): LoadStatus | undefined;
  loads(graph: string): readonly LoadStatus[];
  /** The first rows of each target of a dry run; none of other loads. */
  loadPreview(id: string): Promise<readonly LoadPreview[]>;
  /** Resolves when the job has ended, with success or failure. */
  loadEnded(id: string): Promise<LoadStatus>;
  abortLoad(id: string): boolean;
  /**
   * Runs an interrupted, aborted or failed load again, for the person who asks; nothing is loaded twice.
   * @throws EngineError when the load cannot be run again
   */
  resumeLoad(id: string, person?: Person): Promise<void>;
  /**
   * Undoes a whole load, as long as nothing else has changed its tables: later loads are undone first.
   * @throws EngineError when the load cannot be undone
   */
  undoLoad(id: string): Promise<void>;
  rejectedRows(id: string, limit: number): Promise<readonly RejectedRow[]>;

  /** Running queries and loads, and when a query, a load or a change of the schema was last under way. */
  activity(): {
    readonly runningQueries: number;
    readonly runningLoads: number;
    readonly lastActivityAt: Date;
  };
  memory(): {
    readonly graphBytes: number;
    readonly limitBytes: number;
    /** Bytes for one query, and for all of them together. */
    readonly queryLimitBytes: number;
  };
  /** Vertices and edges of all graphs; a look that counts as no activity. */
  /**
   * Copies the store, as it is between two commits, into a folder that does not exist yet; reads and queries go on. The
   * folder is complete and durable, or does not appear.
   * @throws EngineError when the copy fails
   */
  copyTo(folder: string, options?: CopyOptions): Promise<CopyResult>;
  /** Checksums over all rows of all types; reads everything, and does not count as activity. */
  checksums(): Promise<StoreChecksums>;
  totals(): Promise<{ readonly vertices: number; readonly edges: number }>;

  setLimits(limits: Partial<EngineLimits>): Promise<void>;
  /** Stops every query with this message and starts new workers. */
  restartQueries(message: string): Promise<void>;
  /** Drops the graphs in memory: they are read again when they are needed. */
  forgetGraphs(): void;

  /** Waits for writes under way, stops queries, closes the store. */
  close(): Promise<void>;
}
