/** Running queries: installed ones and texts, at once or in the background. */
import { stringifyJson } from '@acacia/base';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { QueryPlanRequest, recordOf, RunQueryRequest } from '@acacia/contract';
import {
  answerTooLarge,
  EngineError,
  readQuery,
  type QueryInfo,
  type RunningQuery,
  type RunOptions,
  type RunResult,
  writtenPattern,
} from '@acacia/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerLeft, type BackgroundRun } from '../background-runs.ts';
import {
  joined,
  leftOutMessage,
  NO_PARAMETERS,
  parametersOfAddress,
  parametersOfBody,
  type DeclaredParameter,
  type GivenParameters,
} from '../gsql/query-parameters.ts';
import { personOf } from '../gsql/person.ts';
import { runOptions } from '../gsql/run-options.ts';
import { demandInterpret, demandRun, queriesOf } from '../gsql/statement-privileges.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { answerAsRestpp, gsql, restpp } from '../http/envelopes.ts';
import { isTimeout } from '../errors/failures.ts';
import { sendLines, wantsLines } from '../http/lines.ts';
import { isRestpp } from '../http/prefixes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, header, jsonBody, numberHeader, pathPart, searchParams } from '../http/request-body.ts';
import { graphInPath, graphParameter, type Services } from '../services.ts';

const BodyParameters = recordOf(z.unknown());

/** Bytes of an answer from which on it is not made one piece first. */
const LEAST_STREAMED = 2 ** 16;

/** Milliseconds for which aborting waits until queries are gone, and between two looks. */
const GONE_MS = 10_000;
const GONE_LOOK_MS = 10;

const SUBMITTED = 'The query is successfully submitted. Please check query status using the request id.';

/** `2026-11-21 07:00:00.123` */
const timeText = (date: Date): string => date.toISOString().replace('T', ' ').replace('Z', '');

export function runQueryRoutes(on: Register, { engine, runs, settings }: Services): void {
  const installed = (graph: string, name: string): QueryInfo => {
    const query = engine.queries(graph).find((candidate) => candidate.name === name);
    if (query?.installed === true) return query;
    throw query === undefined
      ? problem('noEndpoint', { url: `/query/${graph}/${name}` })
      : problem('notInstalled', { name });
  };

  /** The JSON of an answer before its results and behind them. @param isWrapped RESTPP's envelope stands in the GSQL server's */
  const envelope = (
    graph: string | null,
    { warnings, profile }: RunResult,
    message: string,
    isWrapped: boolean,
  ): readonly [string, string] => {
    const { version, error } = restpp(engine, graph ?? undefined, []);
    const more = stringifyJson({
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(profile === undefined ? {} : { profile }),
    });
    const head = stringifyJson({ version, error, message }).replace(/}$/, ',"results":[');
    const tail = more === '{}' ? ']}' : `],${more.slice(1)}`;
    if (!isWrapped) return [head, tail];
    return [`${stringifyJson({ error, message }).replace(/}$/, ',"results":')}${head}`, `${tail}}`];
  };

  /**
   * Limit of the answer's size in bytes: the one that the caller asks for, else that of the server that the request
   * goes through.
   */
  const responseLimit = (request: FastifyRequest): number => {
    const asked = numberHeader(request, 'response-limit');
    if (asked !== undefined) return asked;
    if (request.originalUrl.startsWith('/api/restpp/'))
      return settings.number('GUI.RESTPPResponseMaxSizeBytes');
    return isRestpp(request.url) ? Infinity : settings.number('GSQL.QueryResponseMaxSizeByte');
  };

  /** Sends the query's output piece by piece, without copying its bytes. */
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    graph: string | null,
    result: RunResult,
    message = '',
  ) => {
    const isWrapped = request.routeOptions.url === '/gsql/v1/queries/:query';
    const [head, tail] = envelope(graph, result, message, isWrapped).map((text) => Buffer.from(text)) as [
      Buffer,
      Buffer,
    ];
    const limit = responseLimit(request);
    const bytes = head.byteLength + result.printed.byteLength + tail.byteLength;
    if (bytes > limit) {
      throw problem('answerTooLarge', { reason: answerTooLarge(bytes, limit).message });
    }
    const pieces = [head, ...result.printed.chunks, tail];
    reply.type('application/json; charset=utf-8').header('x-request-id', result.requestId);
    if (bytes <= LEAST_STREAMED) return reply.send(Buffer.concat(pieces));
    return reply.header('content-length', bytes).send(Readable.from(pieces, { objectMode: false }));
  };

  /** As `send`, for an answer that is not kept for later requests. */
  const sendOnce = (
    request: FastifyRequest,
    reply: FastifyReply,
    graph: string | null,
    result: RunResult,
    message: string,
  ) => {
    whenGone(reply, () => result.printed.release());
    return send(request, reply, graph, result, message);
  };

  /** Runs a query and sends its output: in lines as they are printed, or whole at its end. */
  const answerWith = async (
    request: FastifyRequest,
    reply: FastifyReply,
    graph: string | null,
    run: (options: RunOptions) => Promise<RunResult>,
    message: string,
  ) => {
    const options = runOptions(request, clientGone(reply));
    if (!wantsLines(request)) return sendOnce(request, reply, graph, await run(options), message);
    const { version } = restpp(engine, graph ?? undefined, []);
    const head = { version, error: false, message };
    return sendLines(request, reply, { head, options, run, limit: responseLimit(request) });
  };

  /** The graph of `/query/{query}`: the token's, else the only one that has such a query installed. */
  const graphOfQuery = (request: FastifyRequest): string => {
    const { graph: ofToken } = callerOf(request);
    if (ofToken !== undefined) return ofToken;
    const name = pathPart(request, 'query');
    const graphs = engine
      .graphs()
      .filter((graph) => engine.queries(graph).some((query) => query.name === name && query.installed));
    const [only, another] = graphs;
    if (only === undefined) {
      throw problem('noEndpoint', { url: `/query/${name}` });
    }
    if (another === undefined) return only;
    throw problem('queryInSeveralGraphs', { name, graphs: graphs.join(', ') });
  };

  const runInstalled = async (
    request: FastifyRequest,
    reply: FastifyReply,
    graph: string,
    read: (declared: readonly DeclaredParameter[]) => GivenParameters,
    inBackground = header(request, 'gsql-async')?.toLowerCase() === 'true',
  ) => {
    const query = installed(graph, pathPart(request, 'query'));
    await demandRun(callerOf(request), query.code, graph, queriesOf(engine, graph));
    const { values: parameters, leftOut } = read(query.parameters);
    const message = leftOutMessage(leftOut, query.parameters);
    if (inBackground) {
      const about = {
        kind: 'query',
        owner: callerOf(request).name,
        graph,
        url: request.originalUrl,
      } as const;
      const run = runs.start(
        about,
        request.originalUrl.length + bodyText(request).length,
        (signal, requestId) =>
          engine.runQuery(graph, query.name, parameters, { ...runOptions(request, signal), requestId }),
        answerLeft,
      );
      const submitted = message === '' ? SUBMITTED : `${SUBMITTED} ${message}`;
      return { error: false, message: submitted, request_id: run.id };
    }
    const run = (options: RunOptions) => engine.runQuery(graph, query.name, parameters, options);
    return answerWith(request, reply, graph, run, message);
  };
  const byGet = (request: FastifyRequest, reply: FastifyReply, graph: string) =>
    runInstalled(request, reply, graph, (declared) => parametersOfAddress(searchParams(request), declared));
  const byPost = (request: FastifyRequest, reply: FastifyReply, graph: string) =>
    runInstalled(request, reply, graph, (declared) =>
      joined(parametersOfAddress(searchParams(request), declared), bodyParameters(request, declared)),
    );
  on('GET /restpp/query/:graph/:query', (request, reply) =>
    byGet(request, reply, graphInPath(engine, request)),
  );
  on('POST /restpp/query/:graph/:query', (request, reply) =>
    byPost(request, reply, graphInPath(engine, request)),
  );
  on('GET /restpp/query/:query', (request, reply) => byGet(request, reply, graphOfQuery(request)));
  on('POST /restpp/query/:query', (request, reply) => byPost(request, reply, graphOfQuery(request)));

  on('POST /gsql/v1/queries/:query', (request, reply) => {
    const { parameters, asyncRun } = jsonBody(request, RunQueryRequest);
    const graph = graphParameter(engine, request) ?? graphOfQuery(request);
    return runInstalled(
      request,
      reply,
      graph,
      (declared) => parametersOfBody(parameters, declared, { bareIds: true }),
      asyncRun || undefined,
    );
  });

  on('POST /gsql/v1/queries/interpret', async (request, reply) => {
    const text = bodyText(request);
    const { query } = await readQuery(text);
    const graph = query?.graph?.text ?? graphParameter(engine, request);
    answerAsRestpp(request, graph ?? undefined);
    await demandInterpret(callerOf(request), text, query, graph, queriesOf(engine, graph));
    // Without a readable head the engine reports the faults of the text; parameters do not matter then.
    const declared = (query?.parameters ?? []).map(({ name, type }) => ({
      name,
      type: text.slice(type.span.start, type.span.end),
    }));
    const { values, leftOut } =
      query === undefined ? NO_PARAMETERS : parametersOfAddress(searchParams(request), declared);
    const run = (options: RunOptions) => engine.interpretQuery(text, graph, values, options);
    return answerWith(request, reply, graph, run, leftOutMessage(leftOut, declared));
  });

  on('POST /api/query-plan', async (request, reply) => {
    const { graph, text } = jsonBody(request, QueryPlanRequest);
    if (!engine.graphs().includes(graph)) throw problem('noGraph', { graph });
    const { query } = await readQuery(text);
    const where = query?.graph?.text ?? graph;
    const caller = callerOf(request);
    await demandInterpret(caller, text, query, where, queriesOf(engine, where));
    const person = personOf(caller);
    return gsql(await engine.planQuery(where, text, { person, signal: clientGone(reply) }));
  });

  // ---------------------------------------------------------------- running and finished runs
  const mayKnow = (request: FastifyRequest, run: BackgroundRun): boolean =>
    run.kind === 'query' && (run.owner === callerOf(request).name || callerOf(request).isSuperuser());
  const ownRun = (request: FastifyRequest): BackgroundRun<RunResult> => {
    const id = searchParams(request).get('requestid') ?? '';
    const run = runs.find(id);
    if (run === undefined || !mayKnow(request, run)) {
      throw problem('noRun', { id });
    }
    return run as BackgroundRun<RunResult>;
  };
  const statusOf = ({ outcome }: BackgroundRun): string => {
    if (outcome.state === 'running') return 'running';
    if (outcome.state === 'done') return 'success';
    if (isTimeout(outcome.error)) return 'timeout';
    const aborted = outcome.error instanceof EngineError && /^(SYS-0003|GSQL-6500)$/.test(outcome.error.code);
    return aborted ? 'aborted' : 'failed';
  };
  const statusEntry = (run: BackgroundRun) => ({
    requestid: run.id,
    status: statusOf(run),
    startTime: timeText(run.startedAt),
    expirationTime: null,
    url: run.url,
    elapsedTime: (run.endedAt ?? new Date()).getTime() - run.startedAt.getTime(),
  });
  on('GET /restpp/query_status', (request) => {
    const search = searchParams(request);
    const graph = search.get('graph_name') ?? undefined;
    const chosen =
      search.get('requestid') === 'all'
        ? runs.all().filter((run) => mayKnow(request, run) && (graph === undefined || run.graph === graph))
        : [ownRun(request)];
    return restpp(engine, graph ?? chosen[0]?.graph ?? undefined, chosen.map(statusEntry));
  });
  on('GET /api/queries/:graph/query_status', (request) => {
    const run = ownRun(request);
    if (run.graph !== graphInPath(engine, request)) throw problem('noRun', { id: run.id });
    const results = run.outcome.state === 'done' ? run.outcome.value.printed.values() : [];
    return gsql([{ ...statusEntry(run), results, processLogs: {} }]);
  });
  on('GET /restpp/query_result', (request, reply) => {
    const { outcome, graph } = ownRun(request);
    if (outcome.state === 'running') throw problem('stillRunning');
    if (outcome.state === 'failed') throw outcome.error;
    return send(request, reply, graph, outcome.value);
  });

  const processes = (list: readonly RunningQuery[]) =>
    list.map((query) => ({
      requestid: query.requestId,
      startTime: timeText(query.startedAt),
      expirationTime: query.expiresAt === null ? null : timeText(query.expiresAt),
      url: query.url,
      elapsedTime: Date.now() - query.startedAt.getTime(),
    }));
  on('GET /restpp/showprocesslist/:graph', (request) => {
    const graph = graphInPath(engine, request);
    return restpp(engine, graph, processes(engine.runningQueries(graph)));
  });
  const allProcesses = () => restpp(engine, undefined, processes(engine.runningQueries()));
  on('GET /restpp/showprocesslistall', allProcesses);
  on('GET /restpp/showprocesslist', allProcesses);

  on('GET /gsql/v1/queries/listrunning', (request) => {
    const caller = callerOf(request);
    const running = engine.runningQueries(graphParameter(engine, request) ?? undefined);
    const seen = running.filter(({ graph, query }) => caller.may('READ_QUERY', { graph, query }));
    const results = processes(seen).map((entry) => ({ ...entry, status: 'running' }));
    return { ...gsql(results), hasRunning: running.length > 0 };
  });

  const abort = async (request: FastifyRequest, graph: string | undefined) => {
    const search = searchParams(request);
    const ids = search.getAll('requestid');
    const pattern = search.get('url');
    const matches = urlMatcher(pattern);
    const all = ids.includes('all') || (ids.length === 0 && pattern === null);
    const caller = callerOf(request);
    // Callers other than superusers stop only what they started.
    const mayStop = (query: RunningQuery): boolean =>
      caller.isSuperuser() || runs.find(query.requestId)?.owner === caller.name;
    const chosen = engine
      .runningQueries(graph)
      .filter(mayStop)
      .filter((query) => all || ids.includes(query.requestId) || matches(query.url));
    const aborted = new Set(
      engine.abortQueries(
        chosen.map((query) => query.requestId),
        graph,
      ),
    );
    // Whoever asks may rely on it that the queries run no longer.
    const deadline = performance.now() + GONE_MS;
    const isRunning = (): boolean => engine.runningQueries().some(({ requestId }) => aborted.has(requestId));
    while (isRunning() && performance.now() < deadline) await delay(GONE_LOOK_MS);
    return restpp(engine, graph, [
      {
        aborted_queries: chosen
          .filter((query) => aborted.has(query.requestId))
          .map((query) => ({ requestid: query.requestId, url: query.url })),
      },
    ]);
  };
  on('GET /restpp/abortquery/:graph', (request) => abort(request, graphInPath(engine, request)));
  on('GET /restpp/abortquery', (request) => abort(request, undefined));
}

/** JSON, or the notation of an address. */
function bodyParameters(request: FastifyRequest, declared: readonly DeclaredParameter[]): GivenParameters {
  const text = bodyText(request).trim();
  if (/^[A-Za-z_]\w*(\[\d+\])?(\.type)?=/.test(text)) {
    return parametersOfAddress(new URLSearchParams(text), declared);
  }
  const given = parametersOfBody(jsonBody(request, BodyParameters), declared, { bareIds: false });
  // pyTigerGraph writes % as %25 in JSON, because TigerGraph decodes texts once more.
  if (header(request, 'x-user-agent') !== 'pyTigerGraph') return given;
  return { ...given, values: withPercents(given.values) };
}

function withPercents<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('%25', '%') as T;
  if (Array.isArray(value)) return value.map(withPercents) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPercents(item)])) as T;
}

/** `url` of abortquery: a regular expression for the address after its first slash. */
function urlMatcher(pattern: string | null): (url: string) => boolean {
  if (pattern === null || pattern === '') return () => false;
  try {
    return writtenPattern(pattern.replace(/^\//, ''));
  } catch {
    throw problem('urlPattern', { pattern });
  }
}
