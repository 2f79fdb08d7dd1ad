/** Calls of a workspace about queries, stored and interpreted. */
import {
  AbortedQueries,
  AsyncQueryAnswer,
  CheckQueryAnswer,
  QueryAnswer,
  QueryPlanStep,
  QueryStatus,
  RunningQueryEntry,
  SlowQuery,
  WireQueryInfo,
} from '@acacia/contract';
import { z } from 'zod';
import { callTo, parameterString } from '../workspace-paths.ts';
import type { CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** Limits of a run; 0 or absent: the caller sets none. */
export interface RunQueryOptions extends CallOptions {
  readonly timeoutMs?: number;
  readonly memoryLimitMb?: number;
  readonly profile?: boolean;
}

function runHeaders({ timeoutMs, memoryLimitMb, profile }: RunQueryOptions): Record<string, string> {
  return {
    ...(timeoutMs ? { 'GSQL-TIMEOUT': String(timeoutMs) } : {}),
    ...(memoryLimitMb ? { 'GSQL-QueryLocalMemLimitMB': String(memoryLimitMb) } : {}),
    ...(profile ? { Profile: 'BASIC' } : {}),
  };
}

export function queryCalls({ transport, results, message }: Sending) {
  return {
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
    /** The plan of a query's text in a graph, which is not run. */
    planQuery: (graph: string, text: string, options: CallOptions = {}) =>
      results(z.array(QueryPlanStep), {
        ...{ ...callTo('POST /api/query-plan'), json: { graph, text } },
        ...options,
      }),
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
    /** Running queries of all graphs, those that the caller may see. */
    runningQueries: (options: CallOptions = {}) =>
      results(z.array(RunningQueryEntry), { ...callTo('GET /gsql/v1/queries/listrunning'), ...options }),
    /** Stops a query; whether it still ran, and the caller may stop it. */
    abortQuery: async (requestId: string) => {
      const [answer] = await results(AbortedQueries, {
        ...callTo('GET /restpp/abortquery'),
        query: { requestid: requestId },
      });
      return (answer?.aborted_queries.length ?? 0) > 0;
    },
    slowQueries: (options: CallOptions = {}) =>
      results(z.array(SlowQuery), { ...callTo('GET /api/slow-queries'), ...options }),
  };
}
