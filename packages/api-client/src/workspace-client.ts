/**
 * A workspace's API as typed functions. A graph of null is the global scope.
 * @throws WorkspaceError from every function when its call fails
 * @throws AbortError when the call's `signal` was aborted
 */
import { parseJson } from '@acacia/base';
import {
  AsyncQueryAnswer,
  CheckQueryAnswer,
  DatabaseUser,
  DataFile,
  DeletedEdges,
  DeletedVertices,
  EdgeCount,
  Endpoints,
  GraphStyle,
  SchemaChangePreview,
  GsqlCommandMessage,
  GsqlEnvelope,
  QueryAnswer,
  QueryStatus,
  RestppEnvelope,
  RoleListing,
  RunAnswerContent,
  RunColumn,
  RunEvent,
  RunHistoryPage,
  RunLimits,
  RunLoadingJobsAnswer,
  RunChart,
  RunComparison,
  RunPage,
  RunSelection,
  RunningQueryEntry,
  Secret,
  SimpleAuth,
  Statistics,
  StoredDocument,
  TokenAnswer,
  UpsertResult,
  VertexCount,
  WireRun,
  WireEdge,
  WireGraph,
  WireGraphSchema,
  WireLoadingJob,
  WireLoadStatus,
  WireQueryInfo,
  WireProposal,
  WireRejectedRow,
  WireSample,
  WireVertex,
  type ParsingOptions,
  type RunFileFormat,
  type RunHistoryRequest,
  type RunChartRequest,
  type RunColumnRequest,
  type RunCompareRequest,
  type RunCopyFormat,
  type RunFilter,
  type RunPageRequest,
  type RunSelectionRequest,
  type StartRunInput,
  type WireSchemaChange,
  type WireUpsert,
} from '@acacia/contract';
import { z } from 'zod';
import { lineLost, WorkspaceError } from './workspace-error.ts';
import {
  documentPath,
  edgePath,
  graphOf,
  parameterString,
  segment,
  stylePath,
  type DocumentKind,
  type EdgePath,
} from './workspace-paths.ts';
import {
  createTransport,
  linesOf,
  serverSentEvents,
  type GetToken,
  type QueryValue,
  type UploadOptions,
  type WorkspaceRequest,
} from './workspace-transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Limits of a run; 0 or absent: the caller sets none. */
export interface RunQueryOptions extends CallOptions {
  readonly timeoutMs?: number;
  readonly memoryLimitMb?: number;
  readonly profile?: boolean;
}

/** Selects rows of a list and their attributes. `select`, `filter`, `sort` in TigerGraph's notation. */
export interface ListRequest extends CallOptions {
  readonly select?: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** Roles for users in one graph, or (null) in the global scope. */
export interface RoleChange {
  readonly graph: string | null;
  readonly users: readonly string[];
  readonly roles: readonly string[];
}

export type WorkspaceClient = ReturnType<typeof createWorkspaceClient>;

function runHeaders({ timeoutMs, memoryLimitMb, profile }: RunQueryOptions): Record<string, string> {
  return {
    ...(timeoutMs ? { 'GSQL-TIMEOUT': String(timeoutMs) } : {}),
    ...(memoryLimitMb ? { 'GSQL-QueryLocalMemLimitMB': String(memoryLimitMb) } : {}),
    ...(profile ? { Profile: 'BASIC' } : {}),
  };
}

/**
 * @param origin the workspace's address, e.g. `http://localhost:14240`
 * @param getToken returns the access token for a call, or null for none
 */
export function createWorkspaceClient(origin: string, getToken: GetToken) {
  const transport = createTransport(origin.replace(/\/$/, ''), getToken);

  const results = async <T extends z.ZodType>(schema: T, request: WorkspaceRequest): Promise<z.output<T>> =>
    schema.parse(RestppEnvelope.parse(await transport.json(request)).results);
  const message = async (request: WorkspaceRequest): Promise<string> =>
    GsqlEnvelope.parse(await transport.json(request)).message;

  async function* gsqlCommand(
    command: string,
    { graph, signal }: CallOptions & { readonly graph: string | null },
  ): AsyncGenerator<GsqlCommandMessage> {
    const response = await transport.response({
      method: 'POST',
      path: '/api/gsql-command',
      json: { command, cookie: { graph, fromGsqlServer: true } },
      signal,
    });
    let ended = false;
    for await (const data of serverSentEvents(response)) {
      const item = GsqlCommandMessage.parse(parseJson(data));
      ended = item.done;
      yield item;
    }
    if (!ended && signal?.aborted !== true) {
      throw new WorkspaceError(0, '', 'The connection to the workspace was lost before the command ended.');
    }
  }

  async function* runEvents(
    id: string,
    { from, signal }: CallOptions & { readonly from: number },
  ): AsyncGenerator<RunEvent> {
    const response = await transport.response({
      path: `/api/runs/${segment(id)}/events`,
      query: { from },
      signal,
    });
    try {
      for await (const line of linesOf(response)) yield RunEvent.parse(parseJson(line));
    } catch (error) {
      // What a browser throws when the line is lost; a line cut off has no end either.
      if (error instanceof TypeError || error instanceof SyntaxError) throw lineLost();
      throw error;
    }
  }

  /** A view's filters as one parameter, which is left out where there are none. */
  const viewQuery = <T extends { readonly filters?: readonly RunFilter[] }>({
    filters = [],
    ...rest
  }: T) => ({
    ...rest,
    filters: filters.length === 0 ? undefined : JSON.stringify(filters),
  });
  const tablePath = (id: string, table: number, rest: string): string =>
    `/api/runs/${segment(id)}/tables/${table}/${rest}`;

  return {
    origin,

    // ------------------------------------------------------------ the server and the caller
    ping: (options: CallOptions = {}) => message({ path: '/api/ping', ...options }),
    /** Text of TigerGraph's version table. */
    version: (options: CallOptions = {}) => message({ path: '/restpp/version', ...options }),
    /** Privileges and roles of the caller, by graph. */
    simpleAuth: (options: CallOptions = {}) =>
      results(SimpleAuth, { path: '/gsql/v1/auth/simple', ...options }),
    /** Roles that there are. */
    roles: (options: CallOptions = {}) => results(RoleListing, { path: '/gsql/v1/roles', ...options }),
    /**
     * Roles of a user or a person, by graph (`1`: global). Those of the global scope stand under each graph too.
     * @throws WorkspaceError with "doesn't exist" in its message when the workspace does not know the name (yet)
     */
    rolesOfUser: async (name: string, options: CallOptions = {}) => {
      const user = await results(DatabaseUser, { path: `/gsql/v1/users/${segment(name)}`, ...options });
      return user.roles;
    },
    /** Grants roles in a graph, or in the global scope. */
    assignRoles: ({ graph, ...body }: RoleChange) =>
      message({
        method: 'POST',
        path: '/gsql/v1/roles/grant',
        query: { graph: graphOf(graph) },
        json: body,
      }),
    revokeRoles: ({ graph, ...body }: RoleChange) =>
      message({
        method: 'POST',
        path: '/gsql/v1/roles/revoke',
        query: { graph: graphOf(graph) },
        json: body,
      }),
    secrets: (options: CallOptions = {}) =>
      results(z.array(Secret), { path: '/gsql/v1/secrets', ...options }),
    createSecret: (alias: string) =>
      results(Secret, { method: 'POST', path: '/gsql/v1/secrets', query: { alias } }),
    deleteSecret: (alias: string) =>
      message({ method: 'DELETE', path: `/gsql/v1/secrets/${segment(alias)}` }),
    /** A token for programs; shown once. `lifetime` in milliseconds. */
    createToken: async (request: { secret: string; graph?: string; lifetime?: number }) =>
      TokenAnswer.parse(await transport.json({ method: 'POST', path: '/gsql/v1/tokens', json: request })),
    /** Any call of the workspace, e.g. from the list of endpoints. The answer is parsed JSON. */
    request: (request: WorkspaceRequest) => transport.json(request),

    // ------------------------------------------------------------ GSQL
    /** Runs shell statements and returns their whole output. */
    statements: (text: string, options: CallOptions & { graph?: string | null } = {}) =>
      transport.text({
        method: 'POST',
        path: '/gsql/v1/statements',
        query: { graph: graphOf(options.graph ?? null) },
        text,
        signal: options.signal,
      }),

    /** Runs shell statements; output comes as it is written. Leaving the loop or aborting cancels them. */
    gsqlCommand,

    // ------------------------------------------------------------ schema
    graphs: async (options: CallOptions = {}): Promise<readonly WireGraph[]> => {
      const answer = await transport.json({ path: '/gsql/v1/schema/graphs', ...options });
      return z.object({ graphs: z.array(WireGraph) }).parse(answer).graphs;
    },
    schema: (graph: string | null, options: CallOptions = {}) =>
      results(WireGraphSchema, { path: '/gsql/v1/schema', query: { graph: graphOf(graph) }, ...options }),
    /** Creates a graph of global types; an empty list creates an empty graph, `*` takes all. */
    createGraph: (graph: string, types: readonly string[] | '*' = []) =>
      message({
        method: 'POST',
        path: '/gsql/v1/schema/graphs',
        query: { gsql: types.length > 0, graphName: graph },
        json:
          types.length > 0
            ? { gsql: `CREATE GRAPH ${graph}(${types === '*' ? '*' : types.join(', ')})` }
            : { GraphName: graph, VertexTypes: [], EdgeTypes: [] },
      }),
    dropGraph: (graph: string) =>
      message({
        method: 'DELETE',
        path: `/gsql/v1/schema/graphs/${segment(graph)}`,
        query: { cascade: true },
      }),
    /** The effects of a change, which is not made. */
    previewSchemaChange: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      results(SchemaChangePreview, {
        method: 'POST',
        path: '/gsql/v1/schema/change/preview',
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),
    changeSchema: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      message({
        method: 'POST',
        path: '/gsql/v1/schema/change',
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),

    // ------------------------------------------------------------ data
    vertices: (graph: string, type: string, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireVertex), {
        path: `/restpp/graph/${segment(graph)}/vertices/${segment(type)}`,
        query: list,
        signal,
      }),
    vertex: async (graph: string, type: string, id: string, options: CallOptions = {}) => {
      const rows = await results(z.array(WireVertex), {
        path: `/restpp/graph/${segment(graph)}/vertices/${segment(type)}/${segment(id)}`,
        ...options,
      });
      const [vertex] = rows;
      if (vertex === undefined) throw new WorkspaceError(404, '', `There is no ${type} with id '${id}'.`);
      return vertex;
    },
    edges: (graph: string, path: EdgePath, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireEdge), { path: edgePath(graph, path), query: list, signal }),
    upsert: async (graph: string, body: WireUpsert, query: Readonly<Record<string, QueryValue>> = {}) => {
      const [summary] = await results(z.array(UpsertResult).min(1), {
        method: 'POST',
        path: `/restpp/graph/${segment(graph)}`,
        query,
        json: body,
      });
      return summary as UpsertResult;
    },
    /** Deletes one vertex, or those that match the filter, or all of a type, together with their edges. */
    deleteVertices: async (graph: string, type: string, which: { id?: string; filter?: string } = {}) => {
      const id = which.id === undefined ? '' : `/${segment(which.id)}`;
      const { deleted_vertices } = await results(DeletedVertices, {
        method: 'DELETE',
        path: `/restpp/graph/${segment(graph)}/vertices/${segment(type)}${id}`,
        query: { filter: which.filter },
      });
      return deleted_vertices;
    },
    deleteEdges: async (graph: string, path: EdgePath, filter?: string) => {
      const deleted = await results(z.array(DeletedEdges), {
        method: 'DELETE',
        path: edgePath(graph, path),
        query: { filter },
      });
      return deleted.reduce((sum, row) => sum + row.deleted_edges, 0);
    },
    vertexCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(VertexCount), {
        method: 'POST',
        path: `/restpp/builtins/${segment(graph)}`,
        json: { function: 'stat_vertex_number', type: '*' },
        ...options,
      }),
    edgeCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(EdgeCount), {
        method: 'POST',
        path: `/restpp/builtins/${segment(graph)}`,
        json: { function: 'stat_edge_number', type: '*' },
        ...options,
      }),

    // ------------------------------------------------------------ queries
    queries: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireQueryInfo), { path: '/gsql/v1/queries/info', query: { graph }, ...options }),
    /** Saves a query's text, replacing one of the same name. */
    createQuery: (graph: string, code: string) =>
      message({ method: 'POST', path: '/gsql/v1/queries', query: { graph }, text: code }),
    installQueries: (graph: string, names: readonly string[] | '*') =>
      message({
        method: 'POST',
        path: '/gsql/v1/queries/install',
        query: { graph, queries: names === '*' ? '*' : names.join(',') },
      }),
    deleteQuery: (graph: string, name: string) =>
      message({ method: 'DELETE', path: `/gsql/v1/queries/${segment(name)}`, query: { graph } }),
    checkQuery: async (graph: string | null, code: string, options: CallOptions = {}) =>
      CheckQueryAnswer.parse(
        await transport.json({
          method: 'POST',
          path: '/gsql/v1/internal/check/query',
          json: { code, graph: graph ?? '' },
          ...options,
        }),
      ),
    /** Runs an installed query. Aborting cancels it. */
    runQuery: async (
      graph: string,
      query: string,
      parameters: Readonly<Record<string, unknown>> = {},
      options: RunQueryOptions = {},
    ) =>
      QueryAnswer.parse(
        await transport.json({
          method: 'POST',
          path: `/restpp/query/${segment(graph)}/${segment(query)}`,
          headers: runHeaders(options),
          json: parameters,
          signal: options.signal,
        }),
      ),
    // ------------------------------------------------------------ runs of the editor
    /** Starts a run under an id of the caller's choice; one that is known already is not run again. */
    startRun: (id: string, run: StartRunInput, options: CallOptions = {}) =>
      results(WireRun, { method: 'PUT', path: `/api/runs/${segment(id)}`, json: run, ...options }),
    /** The caller's runs that are kept, newest first. */
    runs: (options: CallOptions = {}) => results(z.array(WireRun), { path: '/api/runs', ...options }),
    /** Events of a run from a number on, to its end. Leaving the loop leaves the run running. */
    runEvents,
    cancelRun: (id: string) => message({ method: 'POST', path: `/api/runs/${segment(id)}/cancel` }),
    runAnswer: async (id: string, answer: number, options: CallOptions = {}) =>
      RunAnswerContent.parse(
        await transport.json({ path: `/api/runs/${segment(id)}/answers/${answer}`, ...options }),
      ),
    /** A page of a table of results. */
    runRows: (id: string, table: number, page: RunPageRequest, options: CallOptions = {}) =>
      results(RunPage, { path: tablePath(id, table, 'rows'), query: viewQuery(page), ...options }),
    /** Statistics of selected cells. */
    runSelection: (id: string, table: number, asked: RunSelectionRequest, options: CallOptions = {}) =>
      results(RunSelection, { path: tablePath(id, table, 'selection'), query: viewQuery(asked), ...options }),
    /** Selected cells as text. */
    runCopy: (
      id: string,
      table: number,
      asked: RunSelectionRequest,
      format: RunCopyFormat,
      options: CallOptions = {},
    ) =>
      transport.text({
        path: tablePath(id, table, 'copy'),
        query: { ...viewQuery(asked), format },
        ...options,
      }),
    /** The figures of a chart of a table. */
    runChart: (id: string, table: number, asked: RunChartRequest, options: CallOptions = {}) =>
      results(RunChart, { path: tablePath(id, table, 'chart'), query: viewQuery(asked), ...options }),
    /** The whole text of a cell. */
    runCell: (id: string, table: number, row: number, column: number, options: CallOptions = {}) =>
      transport.text({ path: tablePath(id, table, `rows/${row}/cells/${column}`), ...options }),
    /** Statistics of a column, of the rows that search and filters leave. */
    runColumn: (
      id: string,
      table: number,
      column: number,
      asked: RunColumnRequest = {},
      options: CallOptions = {},
    ) =>
      results(RunColumn, {
        path: tablePath(id, table, `columns/${column}`),
        query: viewQuery(asked),
        ...options,
      }),
    /** Compares a table with one of an earlier run. */
    runCompare: (id: string, table: number, asked: RunCompareRequest, options: CallOptions = {}) =>
      results(RunComparison, { path: tablePath(id, table, 'compare'), query: { ...asked }, ...options }),
    /** A table of results as a file. */
    runFile: async (id: string, table: number, format: RunFileFormat, options: CallOptions = {}) => {
      const response = await transport.response({
        path: tablePath(id, table, 'file'),
        query: { format },
        ...options,
      });
      const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      return { name: named?.[1] ?? `result.${format}`, content: await response.blob() };
    },
    /** A file that a run wrote in place of tables. */
    runOutput: async (id: string, file: number, options: CallOptions = {}) => {
      const response = await transport.response({
        path: `/api/runs/${segment(id)}/files/${file}`,
        ...options,
      });
      return response.blob();
    },
    /** Keeps the results of a run, or keeps them no longer than others. */
    pinRun: (id: string, pinned: boolean) =>
      results(WireRun, { method: 'PUT', path: `/api/runs/${segment(id)}/pin`, json: { pinned } }),
    /** The caller's runs of the past, newest first. */
    runHistory: (asked: RunHistoryRequest, options: CallOptions = {}) =>
      results(RunHistoryPage, { path: '/api/run-history', query: { ...asked }, ...options }),
    clearRunHistory: () => message({ method: 'DELETE', path: '/api/run-history' }),
    /** The limits that hold for a run with the given ones. */
    runLimits: (asked: RunLimits, options: CallOptions = {}) =>
      results(RunLimits, { path: '/api/runs/limits', query: { ...asked }, ...options }),
    /** Runs query text without storing it. Aborting cancels it. */
    interpretQuery: async (
      graph: string | null,
      text: string,
      parameters: Readonly<Record<string, unknown>> = {},
      options: RunQueryOptions = {},
    ) =>
      QueryAnswer.parse(
        await transport.json({
          method: 'POST',
          path: '/gsql/v1/queries/interpret',
          query: { ...(graph === null ? {} : { graph }), ...parameterString(parameters) },
          headers: runHeaders(options),
          text,
          signal: options.signal,
        }),
      ),
    /** Starts an installed query and returns its request id at once. */
    startQuery: async (
      graph: string,
      query: string,
      parameters: Readonly<Record<string, unknown>> = {},
      options: RunQueryOptions = {},
    ) =>
      AsyncQueryAnswer.parse(
        await transport.json({
          method: 'POST',
          path: `/restpp/query/${segment(graph)}/${segment(query)}`,
          headers: { ...runHeaders(options), 'GSQL-ASYNC': 'true' },
          json: parameters,
          signal: options.signal,
        }),
      ).request_id,
    queryStatus: async (graph: string, requestId: string, options: CallOptions = {}) => {
      const [status] = await results(z.array(QueryStatus).min(1), {
        path: '/restpp/query_status',
        query: { graph_name: graph, requestid: requestId },
        ...options,
      });
      return status as QueryStatus;
    },
    queryResult: async (requestId: string, options: CallOptions = {}) =>
      QueryAnswer.parse(
        await transport.json({ path: '/restpp/query_result', query: { requestid: requestId }, ...options }),
      ),
    runningQueries: (graph: string, options: CallOptions = {}) =>
      results(z.array(RunningQueryEntry), { path: `/restpp/showprocesslist/${segment(graph)}`, ...options }),
    abortQuery: (graph: string, requestId: string) =>
      message({ path: `/restpp/abortquery/${segment(graph)}`, query: { requestid: requestId } }),
    /** Endpoints by `METHOD path`. */
    endpoints: (
      graph: string,
      kind: { builtin?: boolean; dynamic?: boolean } = {},
      options: CallOptions = {},
    ) => results(Endpoints, { path: '/api/restpp/endpoints', query: { graph, ...kind }, ...options }),
    statistics: async (graph: string, seconds = 10, options: CallOptions = {}) =>
      Statistics.parse(
        await transport.json({
          path: `/restpp/statistics/${segment(graph)}`,
          query: { seconds },
          ...options,
        }),
      ),

    // ------------------------------------------------------------ files and loading
    files: (options: CallOptions = {}) => results(z.array(DataFile), { path: '/api/data-files', ...options }),
    uploadFile: async (name: string, content: Blob, options: UploadOptions = {}): Promise<DataFile> =>
      DataFile.parse(
        GsqlEnvelope.parse(await transport.upload(`/api/data-files/${segment(name)}`, content, options))
          .results,
      ),
    /** The first rows of a source, and how it is written. */
    sampleSource: (
      graph: string | null,
      file: string,
      chosen: Partial<ParsingOptions>,
      options: CallOptions = {},
    ): Promise<WireSample> =>
      results(WireSample, {
        method: 'POST',
        path: '/api/data-sample',
        query: { graph: graph ?? undefined },
        json: { file, options: chosen },
        ...options,
      }),
    /** Vertex and edge types for sources, by their columns and rows. */
    proposeSchema: (
      sources: readonly { readonly file: string; readonly options: ParsingOptions }[],
      options: CallOptions = {},
    ): Promise<WireProposal> =>
      results(WireProposal, { method: 'POST', path: '/api/data-schema', json: { sources }, ...options }),
    deleteFile: (name: string) => message({ method: 'DELETE', path: `/api/data-files/${segment(name)}` }),
    loadingJobs: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireLoadingJob), {
        path: '/gsql/v1/loading-jobs',
        query: { graph, verbose: true },
        ...options,
      }),
    /** Saves a loading job from its `CREATE LOADING JOB` text. */
    createLoadingJob: (graph: string, code: string) =>
      message({ method: 'POST', path: '/gsql/v1/loading-jobs', query: { graph }, text: code }),
    deleteLoadingJob: (graph: string, job: string) =>
      message({ method: 'DELETE', path: `/gsql/v1/loading-jobs/${segment(job)}`, query: { graph } }),
    /** Starts a job. `files`: path by file variable. Gives the id of the run. */
    runLoadingJob: async (graph: string, job: string, files: Readonly<Record<string, string>>) => {
      const answer = RunLoadingJobsAnswer.parse(
        await transport.json({
          method: 'POST',
          path: '/gsql/v1/loading-jobs/run',
          query: { graph },
          json: [
            { name: job, dataSources: Object.entries(files).map(([filename, path]) => ({ filename, path })) },
          ],
        }),
      );
      return answer.jobIds[0] as string;
    },
    loadStatus: async (graph: string, id: string, options: CallOptions = {}) => {
      const [status] = await results(z.array(WireLoadStatus).min(1), {
        path: `/gsql/v1/loading-jobs/status/${segment(id)}`,
        query: { graph },
        ...options,
      });
      return status as WireLoadStatus;
    },
    /** Runs of loading jobs that the workspace remembers, newest first. */
    loads: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireLoadStatus), {
        path: '/gsql/v1/loading-jobs/status',
        query: { graph },
        ...options,
      }),
    abortLoad: (graph: string, id: string) =>
      message({ path: `/gsql/v1/loading-jobs/abort/${segment(id)}`, query: { graph } }),
    /** Brings back what was there before a load. */
    undoLoad: (graph: string, id: string) =>
      message({ method: 'POST', path: `/api/loading-jobs/${segment(graph)}/undo/${segment(id)}` }),
    rejectedRows: (graph: string, id: string, limit: number, options: CallOptions = {}) =>
      results(z.array(WireRejectedRow), {
        path: `/api/loading-jobs/${segment(graph)}/rejected/${segment(id)}`,
        query: { limit },
        ...options,
      }),
    /** The rejected rows as a CSV file. */
    rejectedRowsFile: async (graph: string, id: string, options: CallOptions = {}): Promise<Blob> => {
      const response = await transport.response({
        path: `/api/loading-jobs/${segment(graph)}/rejected/${segment(id)}`,
        query: { format: 'csv' },
        ...options,
      });
      return response.blob();
    },

    // ------------------------------------------------------------ documents that pages store
    graphStyle: (graph: string | null, options: CallOptions = {}) =>
      results(GraphStyle, { path: stylePath(graph), ...options }),
    saveGraphStyle: (graph: string | null, style: z.input<typeof GraphStyle>) =>
      message({ method: 'PUT', path: stylePath(graph), json: style }),
    deleteGraphStyle: (graph: string | null) => message({ method: 'DELETE', path: stylePath(graph) }),
    storedDocument: (kind: DocumentKind, graph: string, options: CallOptions = {}) =>
      results(StoredDocument, { path: documentPath(kind, graph), ...options }),
    saveDocument: (kind: DocumentKind, graph: string, document: StoredDocument) =>
      message({ method: 'PUT', path: documentPath(kind, graph), json: document }),
    deleteDocument: (kind: DocumentKind, graph: string) =>
      message({ method: 'DELETE', path: documentPath(kind, graph) }),
  };
}
