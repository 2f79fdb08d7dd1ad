/** Queries: stored, checked, installed, run, watched, described. */
import { z } from 'zod';
import {
  DescribeQueries,
  DropDescriptions,
  QueriesRegistered,
  QueriesUnregistered,
  QueryDescription,
  RegisteredQueries,
  RegisterQueries,
} from '../copilot.ts';
import {
  AsyncQueryAnswer,
  CheckQueryAnswer,
  CheckQueryRequest,
  EndpointParameters,
  Endpoints,
  QueryPlanRequest,
  QueryPlanStep,
  QueryStatus,
  QueryStatusWithAnswer,
  RunningQueryEntry,
  Statistics,
  StatisticsParameters,
  WireQueryInfo,
} from '../queries.ts';
import { recordOf } from '../../record-of.ts';
import { flag, InGraph, OfGraph, names, text, type WorkspaceCalls } from './call.ts';

/** Parameters of the query itself stand beside those of the call. */
const QueryParameters = z.looseObject({});
const Answer = z.array(recordOf(z.unknown()));
const Submitted = AsyncQueryAnswer.pick({ request_id: true }).partial();

/** Body of `POST /gsql/v1/queries/{query}`. Of the switches only `asyncRun` has an effect here. */
export const RunQueryRequest = z.strictObject({
  parameters: recordOf(z.unknown()).default({}),
  asyncRun: z.boolean().default(false),
  diagnose: z.literal(false).default(false),
  denseMode: z.literal(false).default(false),
  allvertex: z.literal(false).default(false),
});

export const AbortedQueries = z.array(
  z.object({ aborted_queries: z.array(z.object({ requestid: z.string(), url: z.string() })) }),
);
const Abort = z.object({
  requestid: z.string().optional().describe('Id of a request, repeated for several, or `all`'),
  url: z
    .string()
    .optional()
    .describe('Regular expression for addresses of queries, behind their first slash'),
});
const Requests = z.object({
  requestid: z.string().describe('Id of a request, or `all`'),
  graph_name: text,
});
const QueryText = z.object({
  queryContent: z.string(),
  name: z.string(),
  syntax: z.string(),
  status: z.string(),
});
const Dropped = z.object({ dropped: z.array(z.string()), failedToDrop: z.array(z.string()) });
const Installing = z.object({ requestId: z.string(), startTime: z.string() });
const Install = InGraph.extend({
  queries: z.string().optional().describe('Names, separated by commas; `*` or `all` for all'),
  flag: text,
});
const Signature = InGraph.extend({ queryName: text });
const TypedNames = z.array(z.record(z.string(), z.string()));
const SignatureAnswer = z.object({
  queryname: z.string(),
  input: TypedNames,
  output: TypedNames,
  error: z.literal(false),
  message: z.string(),
  version: z.object({ edition: z.string(), api: z.string(), schema: z.number() }),
});

const NO_PACKAGE_FUNCTIONS =
  'Functions are written in JavaScript into the file ExprFunctions (/gsql/v1/udt/files/ExprFunctions); packages hold template queries.';
const TemplateQuery = z.object({
  name: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.unknown()),
});

export const queryCalls = {
  'GET /restpp/query/:graph/:query': {
    needs: 'EXECUTE_QUERY',
    about: 'Runs an installed query; its parameters stand in the address',
    parameters: QueryParameters,
    results: Answer,
    beside: Submitted,
    endpoints: [],
  },
  'POST /restpp/query/:graph/:query': {
    needs: 'EXECUTE_QUERY',
    about: 'Runs an installed query; its parameters stand in the body',
    parameters: QueryParameters,
    body: recordOf(z.unknown()),
    results: Answer,
    beside: Submitted,
    endpoints: [],
  },
  'GET /restpp/query/:query': {
    needs: 'EXECUTE_QUERY',
    about: "Runs an installed query of the token's graph, or of the only graph that has it",
    parameters: QueryParameters,
    results: Answer,
    beside: Submitted,
    endpoints: [],
  },
  'POST /restpp/query/:query': {
    needs: 'EXECUTE_QUERY',
    about: "Runs an installed query of the token's graph, or of the only graph that has it",
    parameters: QueryParameters,
    body: recordOf(z.unknown()),
    results: Answer,
    beside: Submitted,
    endpoints: [],
  },
  'GET /restpp/query_status': {
    needs: 'signedIn',
    about: 'Says how queries stand that run in the background',
    parameters: Requests,
    results: z.array(QueryStatus),
  },
  'GET /api/queries/:graph/query_status': {
    needs: 'signedIn',
    about: 'Says how a query stands that runs in the background, with its answer once it has ended',
    parameters: Requests.pick({ requestid: true }),
    results: z.array(QueryStatusWithAnswer),
  },
  'GET /restpp/query_result': {
    needs: 'signedIn',
    about: 'Gives the answer of a query that ran in the background',
    parameters: Requests.pick({ requestid: true }),
    results: Answer,
  },
  'GET /restpp/statistics/:graph': {
    needs: 'READ_SCHEMA',
    about: 'Counts and latencies of the requests of the last seconds',
    offered: true,
    answer: 'json',
    parameters: StatisticsParameters,
    results: Statistics,
  },
  'GET /restpp/statistics': {
    needs: 'READ_SCHEMA',
    about: 'Counts and latencies of the requests of the last seconds, of all graphs',
    answer: 'json',
    parameters: OfGraph.extend(StatisticsParameters.shape),
    results: Statistics,
  },
  'GET /restpp/showprocesslist/:graph': {
    needs: 'READ_DATA',
    about: 'Lists the running queries of a graph',
    offered: true,
    results: z.array(RunningQueryEntry),
  },
  'GET /restpp/showprocesslist': {
    needs: 'READ_DATA',
    about: 'Lists the running queries of all graphs',
    results: z.array(RunningQueryEntry),
  },
  'GET /restpp/showprocesslistall': {
    needs: 'READ_DATA',
    about: 'Lists the running queries of all graphs',
    offered: true,
    results: z.array(RunningQueryEntry),
  },
  'GET /restpp/abortquery/:graph': {
    needs: 'READ_DATA',
    about: 'Aborts running queries by their request id, or those whose address matches',
    offered: true,
    parameters: Abort,
    results: AbortedQueries,
  },
  'GET /restpp/abortquery': {
    needs: 'READ_DATA',
    about: 'Aborts running queries of all graphs',
    parameters: Abort,
    results: AbortedQueries,
  },
  'GET /restpp/endpoints': {
    needs: 'READ_SCHEMA',
    about: 'Lists endpoints; below /api in an envelope',
    answer: 'json',
    parameters: EndpointParameters,
    results: Endpoints,
  },
  'GET /restpp/endpoints/:graph': {
    needs: 'READ_SCHEMA',
    about: 'Lists endpoints, with those of the installed queries of a graph',
    answer: 'json',
    parameters: EndpointParameters.omit({ graph: true }),
    results: Endpoints,
  },

  'POST /gsql/v1/queries/interpret': {
    needs: 'statements',
    about: 'Runs the text of a query that is not stored',
    answer: 'restpp',
    parameters: OfGraph,
    body: 'text',
    results: Answer,
  },
  'GET /gsql/v1/queries': {
    needs: 'READ_SCHEMA',
    about: 'Lists the names of queries',
    parameters: InGraph,
    results: z.array(z.string()),
  },
  'POST /gsql/v1/queries': {
    needs: 'statements',
    about: 'Stores queries from their GSQL',
    parameters: InGraph,
    body: 'text',
  },
  'DELETE /gsql/v1/queries': {
    needs: 'statements',
    about: 'Drops queries',
    parameters: InGraph.extend({ query: names }),
    results: Dropped,
    beside: Dropped,
  },
  'GET /gsql/v1/queries/info': {
    needs: 'READ_SCHEMA',
    about: 'Lists queries with text, parameters and state',
    parameters: InGraph.extend({ query: text, status: text }),
    results: z.array(WireQueryInfo),
  },
  'GET /gsql/v1/queries/install': {
    needs: 'statements',
    about: 'Installs queries',
    parameters: Install,
    beside: Installing,
  },
  'POST /gsql/v1/queries/install': {
    needs: 'statements',
    about: 'Installs queries',
    parameters: Install,
    beside: Installing,
  },
  'GET /gsql/v1/queries/install/:id': {
    needs: 'signedIn',
    about: 'Says how an installation stands',
    beside: Installing.partial(),
  },
  'GET /gsql/v1/queries/signature': {
    needs: 'READ_SCHEMA',
    about: 'Gives parameters and printed values of a query with their types',
    answer: 'json',
    parameters: Signature,
    results: SignatureAnswer,
  },
  'POST /gsql/v1/queries/signature': {
    needs: 'READ_SCHEMA',
    about: 'Gives parameters and printed values of a query with their types',
    answer: 'json',
    parameters: Signature,
    body: z.object({ queryName: text, graph: text }),
    results: SignatureAnswer,
  },
  'GET /gsql/v1/queries/listrunning': {
    needs: 'signedIn',
    about: 'Lists running queries of the graphs that the caller may see',
    parameters: OfGraph,
    results: z.array(RunningQueryEntry.extend({ status: z.string() })),
    beside: z.object({ hasRunning: z.boolean() }),
  },
  'GET /gsql/v1/queries/:query': {
    needs: 'READ_QUERY',
    about: 'Reads the text of a query',
    parameters: InGraph,
    results: QueryText,
    beside: QueryText,
  },
  'POST /gsql/v1/queries/:query': {
    needs: 'EXECUTE_QUERY',
    about: "Runs an installed query; RESTPP's envelope stands in `results`",
    parameters: OfGraph,
    body: RunQueryRequest,
    results: z.looseObject({ error: z.literal(false), message: z.string(), results: Answer }),
    beside: Submitted,
  },
  'DELETE /gsql/v1/queries/:query': {
    needs: 'DROP_QUERY',
    about: 'Drops a query; with `If-Match` only while it has that text',
    parameters: InGraph,
    results: Dropped,
    beside: Dropped,
  },
  'POST /gsql/v1/internal/check/query': {
    needs: 'signedIn',
    about: 'Checks the text of queries',
    parameters: OfGraph,
    body: CheckQueryRequest,
    results: CheckQueryAnswer,
    beside: CheckQueryAnswer,
  },
  'POST /api/query-plan': {
    needs: 'statements',
    about: 'Plans the text of a query, which is not run',
    body: QueryPlanRequest,
    results: z.array(QueryPlanStep),
  },
  'GET /gsql/v1/description': {
    needs: 'READ_QUERY',
    about: 'Reads the descriptions of queries',
    parameters: InGraph.extend({ query: text }),
    results: z.object({ queries: z.array(QueryDescription) }),
  },
  'PUT /gsql/v1/description': {
    needs: 'UPDATE_QUERY',
    about: 'Describes queries and their parameters',
    parameters: InGraph,
    body: DescribeQueries,
  },
  'DELETE /gsql/v1/description': {
    needs: 'UPDATE_QUERY',
    about: 'Drops descriptions',
    parameters: InGraph,
    body: DropDescriptions,
  },
  'GET /copilot/:graph/list_registered_queries': {
    needs: 'READ_QUERY',
    about: 'Lists the queries that the co-pilot may use',
    answer: 'json',
    results: RegisteredQueries,
  },
  'POST /copilot/:graph/upsert_from_gsql': {
    needs: 'WRITE_ROLE',
    about: 'Lets the co-pilot use queries',
    answer: 'json',
    body: RegisterQueries,
    results: QueriesRegistered,
  },
  'POST /copilot/:graph/delete_from_gsql': {
    needs: 'WRITE_ROLE',
    about: 'Keeps the co-pilot from queries',
    answer: 'json',
    body: RegisterQueries,
    results: QueriesUnregistered,
  },
  'GET /gsql/v1/packages': {
    needs: 'signedIn',
    about: 'Lists packages',
    results: z.array(z.string()),
  },
  'GET /gsql/v1/package/:name': {
    needs: 'signedIn',
    about: 'Lists what is in a package',
    results: z.object({
      fullPackageName: z.string(),
      functions: z.array(z.string()),
      templateQueries: z.array(z.string()),
      subpackageNames: z.array(z.string()),
    }),
  },
  'POST /gsql/v1/package/:name': { needs: 'CREATE_QUERY', about: 'Creates a package' },
  'DELETE /gsql/v1/package/:name': { needs: 'CREATE_QUERY', about: 'Drops a package' },
  'POST /gsql/v1/package/import/:name': { needs: 'signedIn', about: 'Imports a package that is there' },
  'POST /gsql/v1/package/template': {
    needs: 'statements',
    about: 'Creates a template query from its GSQL',
    body: 'text',
  },
  'DELETE /gsql/v1/package/template/:name': { needs: 'CREATE_QUERY', about: 'Drops a template query' },
  'POST /gsql/v1/package/function': {
    needs: 'CREATE_QUERY',
    about: 'Creates a function of a package',
    refused: NO_PACKAGE_FUNCTIONS,
  },
  'DELETE /gsql/v1/package/function/:name': {
    needs: 'CREATE_QUERY',
    about: 'Drops a function of a package',
    refused: NO_PACKAGE_FUNCTIONS,
  },
  'GET /gsql/v1/library': {
    needs: 'signedIn',
    about: 'Reads template queries by their names',
    parameters: z.object({ functionName: text, isRegularExpression: flag }),
    results: z.array(TemplateQuery),
  },
  'GET /gsql/v1/library/:name': {
    needs: 'signedIn',
    about: 'Reads a template query',
    parameters: z.object({ isRegularExpression: flag }),
    results: z.array(TemplateQuery),
  },
  'POST /gsql/v1/library/:name': {
    needs: 'statements',
    about: 'Runs a template query over a graph',
    parameters: InGraph,
    body: z.strictObject({ parameters: recordOf(z.unknown()).default({}) }),
    results: z.looseObject({ results: Answer }),
    beside: z.object({ generatedQueryName: z.string() }),
  },
} as const satisfies WorkspaceCalls;
