/** Running, storing and checking queries. */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';
import { RestppEnvelope } from './envelope.ts';

/** Measurements of a statement, one of its operators, or a query that it calls. */
export const QueryProfileStep = z.object({
  /** Nesting; the parts of a step follow it, one deeper; 0: a statement of the query. */
  depth: z.number(),
  kind: z.enum(['statement', 'operator', 'query']),
  /** `SELECT`, `FOREACH`, `PRINT`; `scan`, `expand`, `ACCUM`; QUERY. */
  operator: z.string(),
  /** The step's source text or description, on one line. */
  text: z.string(),
  /** 1-based line of the text of the query that it stands in; 0: nowhere. */
  line: z.number(),
  /** Null where there are none. */
  rowsIn: z.number().nullable(),
  rowsOut: z.number().nullable(),
  /** Including the parts of the step; null: too short to be measured apart from its neighbours. */
  milliseconds: z.number().nullable(),
  /** Number of runs of the step; the figures are sums over them. */
  runs: z.number(),
  /** The most threads that took part in a run. */
  threads: z.number(),
  /** The most that the query's accumulators and collections took when a run had ended. */
  memoryBytes: z.number(),
});
export type QueryProfileStep = z.infer<typeof QueryProfileStep>;

/** POST /api/query-plan: the plan of a text, which is not run. */
export const QueryPlanRequest = z.strictObject({
  graph: z.string('graph must be the name of a graph').min(1, 'graph must be the name of a graph'),
  text: z
    .string('text must be the text of a query')
    .refine((text) => text.trim() !== '', 'The text is empty.'),
});

/** A statement of a planned query or one of its operators. Figures are estimates, for one turn of each loop. */
export const QueryPlanStep = QueryProfileStep.pick({
  ...{ depth: true, kind: true, operator: true, text: true, line: true },
}).extend({
  /** Null where there are none, or nothing is known of them. */
  rowsIn: z.number().nullable(),
  rowsOut: z.number().nullable(),
  /** Vertices and edges that are looked at, with those of the parts of the step; null: none are counted. */
  cost: z.number().nullable(),
  /** Of the first operator of a pattern: number of plans, of which a run takes the one that a sample favours. Else 1. */
  choices: z.number(),
});
export type QueryPlanStep = z.infer<typeof QueryPlanStep>;

/** Answer of a query that ran: one object per PRINT. */
export const QueryAnswer = RestppEnvelope.extend({
  results: z.array(recordOf(z.unknown())),
  warnings: z.array(z.string()).optional(),
  /** Present with the header `Profile: BASIC`. */
  profile: z.array(QueryProfileStep).optional(),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/** The answer of POST /gsql/v1/queries/{query}: a query's, within the envelope of the GSQL server. */
export const WrappedQueryAnswer = z.object({ results: QueryAnswer });

/** Answer to a query started with the header `GSQL-ASYNC: true`. */
export const AsyncQueryAnswer = z.object({
  error: z.literal(false),
  message: z.string(),
  request_id: z.string(),
});
export type AsyncQueryAnswer = z.infer<typeof AsyncQueryAnswer>;

export const AsyncQueryStatus = z.enum(['success', 'timeout', 'aborted', 'running', 'failed']);
export const QueryStatus = z.object({
  requestid: z.string(),
  status: AsyncQueryStatus,
  startTime: z.string(),
  expirationTime: z.string().nullable(),
  url: z.string(),
  elapsedTime: z.number(),
});
export type QueryStatus = z.infer<typeof QueryStatus>;

/** `results` is empty unless the query ended well. There are no lines of a log about single queries. */
export const QueryStatusWithAnswer = QueryStatus.extend({
  results: z.array(recordOf(z.unknown())),
  processLogs: z.strictObject({}),
});

export const RunningQueryEntry = z.object({
  requestid: z.string(),
  startTime: z.string(),
  expirationTime: z.string().nullable(),
  url: z.string(),
  /** Milliseconds. */
  elapsedTime: z.number(),
});
export type RunningQueryEntry = z.infer<typeof RunningQueryEntry>;

/** One parameter in an endpoint's description. */
export const EndpointParameter = z.object({
  type: z.string(),
  default: z.unknown().optional(),
  min_count: z.number().optional(),
  max_count: z.number().optional(),
  id_type: z.string().optional(),
  is_id: z.string().optional(),
  options: z.array(z.string()).optional(),
});
export type EndpointParameter = z.infer<typeof EndpointParameter>;

export const Endpoint = z.object({
  enabled: z.boolean(),
  parameters: z.record(z.string(), EndpointParameter),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** By keys such as `GET /query/{graph}/{query}`. */
export const Endpoints = z.record(z.string(), Endpoint);
export type Endpoints = z.infer<typeof Endpoints>;

export const EndpointParameters = z.object({
  graph: z.string().optional(),
  builtin: z.stringbool().optional(),
  dynamic: z.stringbool().optional(),
  static: z.stringbool().optional(),
});

export const WireQueryParameter = z.object({
  paramName: z.string(),
  /** In GSQL's notation: `INT`, `VERTEX<Person>`, `SET<STRING>`. */
  paramType: z.string(),
  paramDefaultValue: z.unknown().optional(),
});
export type WireQueryParameter = z.infer<typeof WireQueryParameter>;

/** One query of GET /gsql/v1/queries/info. */
export const WireQueryInfo = z.object({
  name: z.string(),
  graph: z.string(),
  code: z.string(),
  /** Another for each text: a change or a drop that names it is of that text alone. */
  version: z.string(),
  syntax: z.string(),
  status: z.enum(['VALID', 'DRAFT']),
  installed: z.boolean(),
  installing: z.boolean(),
  enabled: z.boolean(),
  installMode: z.string(),
  parameters: z.array(WireQueryParameter),
  endpoint: z.record(z.string(), z.unknown()),
  /** Description of the query, in words; '' when there is none. */
  description: z.string().optional(),
});
export type WireQueryInfo = z.infer<typeof WireQueryInfo>;

export const CheckQueryRequest = z.object({ code: z.string(), graph: z.string().optional() });

/** One fault of a query's text. Lines count from 1, columns from 0; `stopindex` is inclusive. */
export const CheckQueryItem = z.object({
  msg: z.string(),
  errortype: z.string(),
  startLine: z.number(),
  startColumn: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  startindex: z.number(),
  stopindex: z.number(),
});
export type CheckQueryItem = z.infer<typeof CheckQueryItem>;

export const CheckQueryAnswer = z.object({
  errors: z.array(CheckQueryItem),
  warnings: z.array(CheckQueryItem),
});
export type CheckQueryAnswer = z.infer<typeof CheckQueryAnswer>;

/** Counters of one endpoint over the last `seconds` (GET /restpp/statistics). Latencies in milliseconds. */
export const EndpointStatistics = z.object({
  CompletedRequests: z.number(),
  QPS: z.number(),
  TimeoutRequests: z.number(),
  AverageLatency: z.number(),
  MaxLatency: z.number(),
  MinLatency: z.number(),
  LatencyPercentile: z.array(z.number()),
});
export type EndpointStatistics = z.infer<typeof EndpointStatistics>;
export const Statistics = z.record(z.string(), EndpointStatistics);
export type Statistics = z.infer<typeof Statistics>;

export const StatisticsParameters = z.object({
  seconds: z.coerce.number().int().min(1).max(60).default(10),
  segments: z.coerce.number().int().min(1).max(100).default(10),
});

/** POST /api/gsql-command. */
export const GsqlCommandRequest = z.object({
  command: z.string(),
  cookie: z.object({ graph: z.string().nullish(), fromGsqlServer: z.boolean().optional() }).default({}),
});

/** One message of the event stream that answers it. */
export const GsqlCommandMessage = z.object({
  /** Output since the last message. */
  results: z.string(),
  done: z.boolean(),
  /** With `done`: the graph in use after the command; '' is the global scope. */
  graph: z.string().optional(),
  /** With `done`: 0 success, 211 syntax, 212 runtime. */
  returnCode: z.number().optional(),
});
export type GsqlCommandMessage = z.infer<typeof GsqlCommandMessage>;
