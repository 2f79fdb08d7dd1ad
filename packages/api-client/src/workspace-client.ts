/**
 * A workspace's API as typed functions. A graph of null is the global scope.
 * @throws WorkspaceError from every function when its call fails
 * @throws AbortError when the call's `signal` was aborted
 */
import { parseJson } from '@acacia/base';
import {
  AsyncQueryAnswer,
  CheckQueryAnswer,
  Connections,
  DatabaseUser,
  DeletedEdges,
  DeletedVertices,
  EditAnswer,
  EdgeCount,
  Expansion,
  Endpoints,
  GraphStyle,
  SchemaChangePreview,
  SchemaReverted,
  SchemaRevertPreview,
  SchemaVersion,
  GsqlCommandMessage,
  GsqlEnvelope,
  Paths,
  QueryAnswer,
  QueryPlanStep,
  QueryStatus,
  RestppEnvelope,
  RoleListing,
  RunAnswerContent,
  RunColumn,
  RunEvent,
  RunHistoryPage,
  RunLimits,
  RunChart,
  RunComparison,
  RunPage,
  RunSelection,
  RunningQueryEntry,
  Secret,
  SimpleAuth,
  Statistics,
  SearchAnswer,
  StoredDocument,
  Subgraph,
  TokenAnswer,
  UpsertResult,
  VertexCount,
  WireRun,
  WireEdge,
  WireGraph,
  WireGraphSchema,
  WireQueryInfo,
  WireVertex,
  type ConnectionRequest,
  type EditRequest,
  type ExpandRequest,
  type PathRequest,
  type RunFileFormat,
  type RunHistoryRequest,
  type RunChartRequest,
  type RunColumnRequest,
  type RunCompareRequest,
  type RunCopyFormat,
  type RunFilter,
  type RunPageRequest,
  type RunSelectionRequest,
  type RunViewRequest,
  type SearchRequest,
  type StartRunInput,
  type SubgraphRequest,
  type WireSchemaChange,
  type WireUpsert,
} from '@acacia/contract';
import { z } from 'zod';
import { loadingCalls } from './loading-calls.ts';
import { lineLost, WorkspaceError } from './workspace-error.ts';
import {
  callTo,
  documentCall,
  edgeCall,
  graphOf,
  parameterString,
  styleCall,
  type DocumentKind,
  type EdgePath,
} from './workspace-paths.ts';
import {
  createTransport,
  linesOf,
  serverSentEvents,
  type CallOptions,
  type GetToken,
  type QueryValue,
  type WorkspaceRequest,
} from './workspace-transport.ts';

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

type TraversalName = 'allpaths' | 'connections' | 'edit' | 'expand' | 'search' | 'shortestpath' | 'subgraph';

/**
 * @param origin the workspace's address, e.g. `http://localhost:14240`
 * @param getToken returns the access token for a call, or null for none
 */
export function createWorkspaceClient(origin: string, getToken: GetToken) {
  const transport = createTransport(origin.replace(/\/$/, ''), getToken);

  const results = async <T extends z.ZodType>(schema: T, request: WorkspaceRequest): Promise<z.output<T>> =>
    schema.parse(RestppEnvelope.parse(await transport.json(request)).results);
  /** A walk or a search, which has one result. */
  const traversal = async <T extends z.ZodType>(
    schema: T,
    name: TraversalName,
    graph: string,
    json: object,
    { signal }: CallOptions,
  ): Promise<z.output<T>> => {
    const call = callTo(`POST /restpp/${name}/:graph`, { graph });
    const [answer] = await results(z.array(schema).length(1), { ...call, json, signal });
    return answer as z.output<T>;
  };
  const message = async (request: WorkspaceRequest): Promise<string> =>
    GsqlEnvelope.parse(await transport.json(request)).message;

  async function* gsqlCommand(
    command: string,
    { graph, signal }: CallOptions & { readonly graph: string | null },
  ): AsyncGenerator<GsqlCommandMessage> {
    const response = await transport.response({
      ...callTo('POST /api/gsql-command'),
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
      ...callTo('GET /api/runs/:id/events', { id }),
      query: { from },
      signal,
    });
    try {
      for await (const line of linesOf(response)) yield RunEvent.parse(parseJson(line));
    } catch (error) {
      // A browser throws these when the connection is lost; a line cut off has no end either.
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
  return {
    origin,

    // ------------------------------------------------------------ the server and the caller
    ping: (options: CallOptions = {}) => message({ ...callTo('GET /api/ping'), ...options }),
    /** Text of TigerGraph's version table. */
    version: (options: CallOptions = {}) => message({ ...callTo('GET /restpp/version'), ...options }),
    /** Privileges and roles of the caller, by graph. */
    simpleAuth: (options: CallOptions = {}) =>
      results(SimpleAuth, { ...callTo('GET /gsql/v1/auth/simple'), ...options }),
    /** Roles that there are. */
    roles: (options: CallOptions = {}) =>
      results(RoleListing, { ...callTo('GET /gsql/v1/roles'), ...options }),
    /**
     * Roles of a user or a person, by graph (`1`: global). Those of the global scope stand under each graph too.
     * @throws WorkspaceError with "doesn't exist" in its message when the workspace does not know the name (yet)
     */
    rolesOfUser: async (name: string, options: CallOptions = {}) => {
      const user = await results(DatabaseUser, {
        ...callTo('GET /gsql/v1/users/:name', { name }),
        ...options,
      });
      return user.roles;
    },
    /** Grants roles in a graph, or in the global scope. */
    assignRoles: ({ graph, ...body }: RoleChange) =>
      message({
        ...callTo('POST /gsql/v1/roles/grant'),
        query: { graph: graphOf(graph) },
        json: body,
      }),
    revokeRoles: ({ graph, ...body }: RoleChange) =>
      message({
        ...callTo('POST /gsql/v1/roles/revoke'),
        query: { graph: graphOf(graph) },
        json: body,
      }),
    secrets: (options: CallOptions = {}) =>
      results(z.array(Secret), { ...callTo('GET /gsql/v1/secrets'), ...options }),
    createSecret: (alias: string) =>
      results(Secret, { ...callTo('POST /gsql/v1/secrets'), query: { alias } }),
    deleteSecret: (alias: string) => message(callTo('DELETE /gsql/v1/secrets/:alias', { alias })),
    /** A token for programs; shown once. `lifetime` in milliseconds. */
    createToken: async (request: { secret: string; graph?: string; lifetime?: number }) =>
      TokenAnswer.parse(await transport.json({ ...callTo('POST /gsql/v1/tokens'), json: request })),
    /** Any call of the workspace, e.g. from the list of endpoints. The answer is parsed JSON. */
    request: (request: WorkspaceRequest) => transport.json(request),

    // ------------------------------------------------------------ GSQL
    /** Runs shell statements and returns their whole output. */
    statements: (text: string, options: CallOptions & { graph?: string | null } = {}) =>
      transport.text({
        ...callTo('POST /gsql/v1/statements'),
        query: { graph: graphOf(options.graph ?? null) },
        text,
        signal: options.signal,
      }),

    /** Runs shell statements; output comes as it is written. Leaving the loop or aborting cancels them. */
    gsqlCommand,

    // ------------------------------------------------------------ schema
    graphs: async (options: CallOptions = {}): Promise<readonly WireGraph[]> => {
      const answer = await transport.json({ ...callTo('GET /gsql/v1/schema/graphs'), ...options });
      return z.object({ graphs: z.array(WireGraph) }).parse(answer).graphs;
    },
    schema: (graph: string | null, options: CallOptions = {}) =>
      results(WireGraphSchema, {
        ...callTo('GET /gsql/v1/schema'),
        query: { graph: graphOf(graph) },
        ...options,
      }),
    /** Creates a graph of global types; an empty list creates an empty graph, `*` takes all. */
    createGraph: (graph: string, types: readonly string[] | '*' = []) =>
      message({
        ...callTo('POST /gsql/v1/schema/graphs'),
        query: { gsql: types.length > 0, graphName: graph },
        json:
          types.length > 0
            ? { gsql: `CREATE GRAPH ${graph}(${types === '*' ? '*' : types.join(', ')})` }
            : { GraphName: graph, VertexTypes: [], EdgeTypes: [] },
      }),
    dropGraph: (graph: string) =>
      message({
        ...callTo('DELETE /gsql/v1/schema/graphs/:graph', { graph }),
        query: { cascade: true },
      }),
    /** The effects of a change, which is not made. */
    previewSchemaChange: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      results(SchemaChangePreview, {
        ...callTo('POST /gsql/v1/schema/change/preview'),
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),
    /** The newest versions of a schema, newest first. @param graph null: of the global types */
    schemaVersions: (graph: string | null, options: CallOptions = {}) =>
      results(z.array(SchemaVersion), {
        ...callTo('GET /gsql/v1/schema/versions'),
        query: { graph: graphOf(graph) },
        ...options,
      }),
    /** The GSQL of a version's types. */
    schemaVersionText: async (graph: string | null, version: number, options: CallOptions = {}) => {
      const answer = await results(z.object({ text: z.string() }), {
        ...callTo('GET /gsql/v1/schema/versions/:version', { version }),
        query: { graph: graphOf(graph) },
        ...options,
      });
      return answer.text;
    },
    /** The effects of reverting a version, which is not done. */
    previewSchemaRevert: (graph: string | null, version: number, options: CallOptions = {}) =>
      results(SchemaRevertPreview, {
        ...callTo('GET /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
        ...options,
      }),
    /** Undoes the change that a version was, with the data that it dropped. */
    revertSchema: (graph: string | null, version: number) =>
      results(SchemaReverted, {
        ...callTo('POST /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
      }),
    /** Erases the data that is kept for reverting a version. */
    eraseSchemaRevert: (graph: string | null, version: number) =>
      message({
        ...callTo('DELETE /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
      }),
    changeSchema: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      message({
        ...callTo('POST /gsql/v1/schema/change'),
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),

    // ------------------------------------------------------------ data
    vertices: (graph: string, type: string, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireVertex), {
        ...callTo('GET /restpp/graph/:graph/vertices/:type', { graph, type }),
        query: list,
        signal,
      }),
    vertex: async (graph: string, type: string, id: string, options: CallOptions = {}) => {
      const rows = await results(z.array(WireVertex), {
        ...callTo('GET /restpp/graph/:graph/vertices/:type/:id', { graph, type, id }),
        ...options,
      });
      const [vertex] = rows;
      if (vertex === undefined) throw new WorkspaceError(404, '', `There is no ${type} with id '${id}'.`);
      return vertex;
    },
    /** Neighbours of many vertices, in one step or several, or how many there are, in one request. */
    expand: (graph: string, request: ExpandRequest, options: CallOptions = {}) =>
      traversal(Expansion, 'expand', graph, request, options),
    /** Vertices by their ids, those that exist, and the edges among them. */
    subgraph: (graph: string, request: SubgraphRequest, options: CallOptions = {}) =>
      traversal(Subgraph, 'subgraph', graph, request, options),
    /** Paths between vertices: of the shortest one or all, or all up to a length. `limit` lists each of them. */
    paths: (graph: string, kind: 'shortest' | 'all', request: PathRequest, options: CallOptions = {}) =>
      traversal(Paths, kind === 'all' ? 'allpaths' : 'shortestpath', graph, request, options),
    /** The shortest paths between any two of up to 100 vertices. */
    connections: (graph: string, request: ConnectionRequest, options: CallOptions = {}) =>
      traversal(Connections, 'connections', graph, request, options),
    /** Vertices by a text in their id or chosen attributes, in any case of letters, the best first. */
    search: (graph: string, request: SearchRequest, options: CallOptions = {}) =>
      traversal(SearchAnswer, 'search', graph, request, options),
    /** Edits of single vertices and edges; nothing is saved where something is not as the person saw it. */
    edit: (graph: string, request: EditRequest, options: CallOptions = {}) =>
      traversal(EditAnswer, 'edit', graph, request, options),
    edges: (graph: string, path: EdgePath, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireEdge), { ...edgeCall('GET', graph, path), query: list, signal }),
    upsert: async (graph: string, body: WireUpsert, query: Readonly<Record<string, QueryValue>> = {}) => {
      const [summary] = await results(z.array(UpsertResult).min(1), {
        ...callTo('POST /restpp/graph/:graph', { graph }),
        query,
        json: body,
      });
      return summary as UpsertResult;
    },
    /** Deletes one vertex, or those that match the filter, or all of a type, together with their edges. */
    deleteVertices: async (graph: string, type: string, which: { id?: string; filter?: string } = {}) => {
      const { deleted_vertices } = await results(DeletedVertices, {
        ...(which.id === undefined
          ? callTo('DELETE /restpp/graph/:graph/vertices/:type', { graph, type })
          : callTo('DELETE /restpp/graph/:graph/vertices/:type/:id', { graph, type, id: which.id })),
        query: { filter: which.filter },
      });
      return deleted_vertices;
    },
    deleteEdges: async (graph: string, path: EdgePath, filter?: string) => {
      const deleted = await results(z.array(DeletedEdges), {
        ...edgeCall('DELETE', graph, path),
        query: { filter },
      });
      return deleted.reduce((sum, row) => sum + row.deleted_edges, 0);
    },
    vertexCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(VertexCount), {
        ...callTo('POST /restpp/builtins/:graph', { graph }),
        json: { function: 'stat_vertex_number', type: '*' },
        ...options,
      }),
    edgeCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(EdgeCount), {
        ...callTo('POST /restpp/builtins/:graph', { graph }),
        json: { function: 'stat_edge_number', type: '*' },
        ...options,
      }),

    // ------------------------------------------------------------ queries
    queries: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireQueryInfo), {
        ...callTo('GET /gsql/v1/queries/info'),
        query: { graph },
        ...options,
      }),
    /** Saves a query's text, replacing one of the same name. */
    createQuery: (graph: string, code: string) =>
      message({ ...callTo('POST /gsql/v1/queries'), query: { graph }, text: code }),
    installQueries: (graph: string, names: readonly string[] | '*') =>
      message({
        ...callTo('POST /gsql/v1/queries/install'),
        query: { graph, queries: names === '*' ? '*' : names.join(',') },
      }),
    /** @param version the version that was read: another text is not dropped, with status 412 */
    deleteQuery: (graph: string, name: string, version: string) =>
      message({
        ...callTo('DELETE /gsql/v1/queries/:query', { query: name }),
        query: { graph },
        headers: { 'If-Match': `"${version}"` },
      }),
    checkQuery: async (graph: string | null, code: string, options: CallOptions = {}) =>
      CheckQueryAnswer.parse(
        await transport.json({
          ...callTo('POST /gsql/v1/internal/check/query'),
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
          ...callTo('POST /restpp/query/:graph/:query', { graph, query }),
          headers: runHeaders(options),
          json: parameters,
          signal: options.signal,
        }),
      ),
    // ------------------------------------------------------------ runs of the editor
    /** Starts a run under an id of the caller's choice; one that is known already is not run again. */
    startRun: (id: string, run: StartRunInput, options: CallOptions = {}) =>
      results(WireRun, { ...callTo('PUT /api/runs/:id', { id }), json: run, ...options }),
    /** The caller's runs that are kept, newest first. */
    runs: (options: CallOptions = {}) =>
      results(z.array(WireRun), { ...callTo('GET /api/runs'), ...options }),
    /** Events of a run from a number on, to its end. Leaving the loop leaves the run running. */
    runEvents,
    cancelRun: (id: string) => message(callTo('POST /api/runs/:id/cancel', { id })),
    runAnswer: async (id: string, answer: number, options: CallOptions = {}) =>
      RunAnswerContent.parse(
        await transport.json({ ...callTo('GET /api/runs/:id/answers/:answer', { id, answer }), ...options }),
      ),
    /** A page of a table of results. */
    runRows: (id: string, table: number, page: RunPageRequest, options: CallOptions = {}) =>
      results(RunPage, {
        ...callTo('GET /api/runs/:id/tables/:table/rows', { id, table }),
        query: viewQuery(page),
        ...options,
      }),
    /** Statistics of selected cells. */
    runSelection: (id: string, table: number, asked: RunSelectionRequest, options: CallOptions = {}) =>
      results(RunSelection, {
        ...callTo('GET /api/runs/:id/tables/:table/selection', { id, table }),
        query: viewQuery(asked),
        ...options,
      }),
    /** Selected cells as text. */
    runCopy: (
      id: string,
      table: number,
      asked: RunSelectionRequest,
      format: RunCopyFormat,
      options: CallOptions = {},
    ) =>
      transport.text({
        ...callTo('GET /api/runs/:id/tables/:table/copy', { id, table }),
        query: { ...viewQuery(asked), format },
        ...options,
      }),
    /** The figures of a chart of a table. */
    runChart: (id: string, table: number, asked: RunChartRequest, options: CallOptions = {}) =>
      results(RunChart, {
        ...callTo('GET /api/runs/:id/tables/:table/chart', { id, table }),
        query: viewQuery(asked),
        ...options,
      }),
    /** The whole text of a cell. */
    runCell: (id: string, table: number, row: number, column: number, options: CallOptions = {}) =>
      transport.text({
        ...callTo('GET /api/runs/:id/tables/:table/rows/:row/cells/:column', { id, table, row, column }),
        ...options,
      }),
    /** Statistics of a column, of the rows that search and filters leave. */
    runColumn: (
      id: string,
      table: number,
      column: number,
      asked: RunColumnRequest = {},
      options: CallOptions = {},
    ) =>
      results(RunColumn, {
        ...callTo('GET /api/runs/:id/tables/:table/columns/:column', { id, table, column }),
        query: viewQuery(asked),
        ...options,
      }),
    /** Compares a table with one of an earlier run. */
    runCompare: (id: string, table: number, asked: RunCompareRequest, options: CallOptions = {}) =>
      results(RunComparison, {
        ...callTo('GET /api/runs/:id/tables/:table/compare', { id, table }),
        query: { ...asked },
        ...options,
      }),
    /** A table of results as a file, or the rows of a view of it. */
    runFile: async (
      id: string,
      table: number,
      format: RunFileFormat,
      asked: RunViewRequest = {},
      options: CallOptions = {},
    ) => {
      const response = await transport.response({
        ...callTo('GET /api/runs/:id/tables/:table/file', { id, table }),
        query: { ...viewQuery(asked), format },
        ...options,
      });
      const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      return { name: named?.[1] ?? `result.${format}`, content: await response.blob() };
    },
    /** A file that a run wrote in place of tables. */
    runOutput: async (id: string, file: number, options: CallOptions = {}) => {
      const response = await transport.response({
        ...callTo('GET /api/runs/:id/files/:file', { id, file }),
        ...options,
      });
      return response.blob();
    },
    /** Keeps the results of a run, or keeps them no longer than others. */
    pinRun: (id: string, pinned: boolean) =>
      results(WireRun, { ...callTo('PUT /api/runs/:id/pin', { id }), json: { pinned } }),
    /** The caller's runs of the past, newest first. */
    runHistory: (asked: RunHistoryRequest, options: CallOptions = {}) =>
      results(RunHistoryPage, { ...callTo('GET /api/run-history'), query: { ...asked }, ...options }),
    clearRunHistory: () => message(callTo('DELETE /api/run-history')),
    /** The limits that hold for a run with the given ones. */
    runLimits: (asked: RunLimits, options: CallOptions = {}) =>
      results(RunLimits, { ...callTo('GET /api/runs/limits'), query: { ...asked }, ...options }),
    /** The plan of a query's text in a graph, which is not run. */
    planQuery: (graph: string, text: string, options: CallOptions = {}) =>
      results(z.array(QueryPlanStep), {
        ...{ ...callTo('POST /api/query-plan'), json: { graph, text } },
        ...options,
      }),
    /** Runs query text without storing it. Aborting cancels it. */
    interpretQuery: async (
      graph: string | null,
      text: string,
      parameters: Readonly<Record<string, unknown>> = {},
      options: RunQueryOptions = {},
    ) =>
      QueryAnswer.parse(
        await transport.json({
          ...callTo('POST /gsql/v1/queries/interpret'),
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
          ...callTo('POST /restpp/query/:graph/:query', { graph, query }),
          headers: { ...runHeaders(options), 'GSQL-ASYNC': 'true' },
          json: parameters,
          signal: options.signal,
        }),
      ).request_id,
    queryStatus: async (graph: string, requestId: string, options: CallOptions = {}) => {
      const [status] = await results(z.array(QueryStatus).min(1), {
        ...callTo('GET /restpp/query_status'),
        query: { graph_name: graph, requestid: requestId },
        ...options,
      });
      return status as QueryStatus;
    },
    queryResult: async (requestId: string, options: CallOptions = {}) =>
      QueryAnswer.parse(
        await transport.json({
          ...callTo('GET /restpp/query_result'),
          query: { requestid: requestId },
          ...options,
        }),
      ),
    runningQueries: (graph: string, options: CallOptions = {}) =>
      results(z.array(RunningQueryEntry), {
        ...callTo('GET /restpp/showprocesslist/:graph', { graph }),
        ...options,
      }),
    abortQuery: (graph: string, requestId: string) =>
      message({ ...callTo('GET /restpp/abortquery/:graph', { graph }), query: { requestid: requestId } }),
    /** Endpoints by `METHOD path`. */
    endpoints: (
      graph: string,
      kind: { builtin?: boolean; dynamic?: boolean } = {},
      options: CallOptions = {},
    ) =>
      results(Endpoints, {
        path: `/api${callTo('GET /restpp/endpoints').path}`,
        query: { graph, ...kind },
        ...options,
      }),
    statistics: async (graph: string, seconds = 10, options: CallOptions = {}) =>
      Statistics.parse(
        await transport.json({
          ...callTo('GET /restpp/statistics/:graph', { graph }),
          query: { seconds },
          ...options,
        }),
      ),

    ...loadingCalls({ transport, results, message }),

    // ------------------------------------------------------------ documents that pages store
    graphStyle: (graph: string | null, options: CallOptions = {}) =>
      results(GraphStyle, { ...styleCall('GET', graph), ...options }),
    saveGraphStyle: (graph: string | null, style: z.input<typeof GraphStyle>) =>
      message({ ...styleCall('PUT', graph), json: style }),
    deleteGraphStyle: (graph: string | null) => message(styleCall('DELETE', graph)),
    storedDocument: (kind: DocumentKind, graph: string, options: CallOptions = {}) =>
      results(StoredDocument, { ...documentCall('GET', kind, graph), ...options }),
    saveDocument: (kind: DocumentKind, graph: string, document: StoredDocument) =>
      message({ ...documentCall('PUT', kind, graph), json: document }),
    /** Members of what pages keep about loading jobs: those that are null are removed, those that are not named stay. */
    mergeLoadingJobInfo: (graph: string, members: StoredDocument) =>
      message({ ...callTo('PATCH /api/loading-job-info/:graph', { graph }), json: members }),
    deleteDocument: (kind: DocumentKind, graph: string) => message(documentCall('DELETE', kind, graph)),
  };
}
