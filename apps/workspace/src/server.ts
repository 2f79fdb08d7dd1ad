/** The HTTP server over the services: the hooks and limits that all calls share. */
import { stringifyJson } from '@acacia/base';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import compress from '@fastify/compress';
import { canonicalUrl, CONNECTIONS } from '@acacia/contract';
import { unreadableRequests } from '@acacia/contract/unreadable-requests';
import { readFor } from '@acacia/engine';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { admitByTable, callerKnownOf } from './http/admission.ts';
import { registerRefused, registrar } from './http/calls.ts';
import { endUntaken, holdAnswers } from './http/held-answers.ts';
import { versionOf, versionOfFailure } from './http/envelopes.ts';
import { isTimeout, problemOf } from './errors/failures.ts';
import { componentLogger } from './log.ts';
import { readBody } from './http/read-body.ts';
import { refuseUnstorableTexts } from './http/request-body.ts';
import { componentOf, isRestpp } from './http/prefixes.ts';
import { problem } from './errors/problem.ts';
import { accessRoutes } from './routes/access.ts';
import { groupRoutes } from './routes/groups.ts';
import { authRoutes } from './routes/auth.ts';
import { builtinRoutes } from './routes/builtins.ts';
import { configRoutes } from './routes/config.ts';
import { copilotRoutes } from './routes/copilot.ts';
import { dataStatisticsRoutes } from './routes/data-statistics.ts';
import { databaseRoutes } from './routes/database.ts';
import { functionFileRoutes } from './routes/function-files.ts';
import { healthRoutes } from './routes/health.ts';
import { informantRoutes } from './routes/informant.ts';
import { packageRoutes } from './routes/packages.ts';
import { schemaTypeRoutes } from './routes/schema-types.ts';
import { scimRoutes } from './routes/scim.ts';
import { dataProfileRoutes } from './routes/data-profile.ts';
import { samplingRoutes } from './routes/sampling.ts';
import { ddlRoutes } from './routes/ddl.ts';
import { documentRoutes } from './routes/documents.ts';
import { fileRoutes, uploadRoutes } from './routes/files.ts';
import { graphDataRoutes } from './routes/graph-data.ts';
import { internalRoutes } from './routes/internal.ts';
import { dataSourceRoutes } from './routes/data-sources.ts';
import { loadingJobRoutes } from './routes/loading-jobs.ts';
import { queryRoutes } from './routes/queries.ts';
import { runQueryRoutes } from './routes/run-query.ts';
import { runRoutes } from './routes/runs.ts';
import { schemaJobRoutes } from './routes/schema-jobs.ts';
import { schemaRoutes } from './routes/schema.ts';
import { shellStreamRoutes } from './routes/shell-stream.ts';
import { statementRoutes } from './routes/statements.ts';
import { systemRoutes } from './routes/system.ts';
import { traversalRoutes } from './routes/traversals.ts';
import { editRoutes } from './routes/edit.ts';
import { upsertRoutes } from './routes/upsert.ts';
import { vectorRoutes } from './routes/vectors.ts';
import type { Services } from './services.ts';
import { bodyLimit } from './settings/limits.ts';

/** Answers shorter than this are not worth compressing. */
const COMPRESS_FROM_BYTES = 32 * 1024;
/** A path part may be a vertex id of up to 16,384 bytes. */
const MAX_PATH_PART = 16_384;

/** Milliseconds in which the headers of a request must have come. */
const HEADERS_MS = 10_000;

/** Open connections. */
const MOST_CONNECTIONS = 4_000;

/** Statuses of problems for the statistics: a failed run that met its time limit. */
const timedOut = new WeakSet<FastifyRequest>();

function answerFailures(app: FastifyInstance, { engine, udf }: Services): void {
  app.setErrorHandler((error, request, reply) => {
    if (isTimeout(error)) timedOut.add(request);
    let found = problemOf(error, request);
    if (found === undefined) {
      request.log.error({ err: error }, 'A request failed by a fault of the server');
      found = problem('internal', { id: request.id });
    }
    const { status, code, message, retryAfter } = found;
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    return reply.code(status).send({
      ...versionOfFailure(engine, request, status),
      error: true,
      message: udf.explain(message),
      results: null,
      ...(code === '' ? {} : { code }),
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const url = isRestpp(path) ? path.slice('/restpp'.length) : path;
    const { status, code, message } = problem('noEndpoint', { url });
    return reply.code(status).send({ version: versionOf(engine), error: true, message, code });
  });
}

/** Refuses a malformed address, before routing. */
function refuseAddress(error: FastifyError, reply: FastifyReply): void {
  void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
  void reply.code(error.statusCode ?? 400).send({ error: true, message: error.message, results: null });
}

/** Patterns of routes as statistics name them, by the routes' own, which hold `:graph` and `:query` further. */
const namedPatterns = new Map<string, string>();

function namedPattern(url: string): string {
  let pattern = namedPatterns.get(url);
  if (pattern === undefined) {
    pattern = url.replace(/^\/restpp/, '').replace(/:(?!(?:graph|query)\b)(\w+)/g, '{$1}');
    namedPatterns.set(url, pattern);
  }
  return pattern;
}

/** The name under which a request is counted: queries by their own path, the others by their pattern. */
function endpointName(request: FastifyRequest): string {
  const { graph = '', query = '' } = request.params as { readonly graph?: string; readonly query?: string };
  const path = namedPattern(request.routeOptions.url ?? '')
    .replace(':graph', () => graph)
    .replace(':query', () => query);
  return `${request.method} ${path}`;
}

function countRequests(app: FastifyInstance, { statistics, counters }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Monitoring requests do not count in what they monitor.
    if (!request.url.startsWith('/internal/')) counters.request(reply.statusCode);
    if (isRestpp(request.url) && request.routeOptions.url !== undefined) {
      statistics.record(endpointName(request), reply.elapsedTime, timedOut.has(request));
    }
    done();
  });
}

/** Headers of every answer: no guessing of its type, no caching, and the id by which the log knows the request. */
function guardAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    void reply.header('x-request-id', request.id);
    done();
  });
}

/** Requests that monitors and the admin portal repeat every few seconds. */
const WATCHING: ReadonlySet<string> = new Set([
  '/api/ping',
  '/api/slow-queries',
  '/gsql/v1/queries/listrunning',
  '/informant/current-service-status',
  '/internal/status',
]);

/**
 * One log line for each request: caller, address, method and path. Parameters are left out, because they may hold
 * secrets, and so are monitoring requests.
 */
function logRequests(app: FastifyInstance, { auth }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.originalUrl.split('?', 1);
    if (!WATCHING.has(path)) {
      const milliseconds = Math.round(reply.elapsedTime);
      const user = callerKnownOf(request)?.name ?? null;
      const address = auth.addressOf(request.raw);
      request.log.info(
        { user, address, method: request.method, path, status: reply.statusCode, milliseconds },
        `${request.method} ${path} was answered by ${reply.statusCode} in ${milliseconds} ms`,
      );
    }
    done();
  });
}

/** Bodies as text, whatever the content type says: clients do not agree on one. */
function readBodiesAsText(app: FastifyInstance, { settings }: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
    readBody(payload, Number(request.headers['content-length'] ?? 0), bodyLimit(settings)),
  );
}

function leaveBodiesAsStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable, done) => done(null, payload));
}

/** TigerGraph's JDBC driver names the character set of its bodies as their encoding; a body in UTF-8 is not encoded. */
function passOverCharacterSets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && /^utf-?8$/i.test(encoding)) delete headers['content-encoding'];
    done();
  });
}

/** Requests that run for minutes are usual; headers that do not end are not. */
export async function buildServer(services: Services, logger: Logger): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = componentLogger(logger, 'nginx');
  const unreadable = unreadableRequests({
    headerBytes: CONNECTIONS.workspaceHeaderBytes,
    envelope: (message) => ({ error: true, message, results: null }),
  });
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_parent, bindings, options, request) =>
      logger.child({ ...bindings, component: componentOf(canonicalUrl(request.url ?? '/')) }, options),
    genReqId: () => randomUUID(),
    requestTimeout: 0,
    keepAliveTimeout: CONNECTIONS.workspaceIdle,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: HEADERS_MS / 5,
      maxHeaderSize: CONNECTIONS.workspaceHeaderBytes,
    },
    clientErrorHandler: unreadable.answer,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PATH_PART, ignoreTrailingSlash: true },
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply as FastifyReply),
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  app.addHook('onRequest', (request, reply, done) => {
    unreadable.note(request.raw, reply.raw);
    done();
  });
  app.setReplySerializer((payload) => stringifyJson(payload));
  passOverCharacterSets(app);
  holdAnswers(app, services.answers);
  endUntaken(app, services.untakenMs);
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['gzip'],
    customTypes: /^(?:application\/json|application\/x-ndjson; whole|text\/plain|text\/csv)/,
  });
  answerFailures(app, services);
  countRequests(app, services);
  if (logger.isLevelEnabled('info')) logRequests(app, services);
  guardAnswers(app);
  admitByTable(app, services);
  app.addHook('preHandler', (request, _reply, done) => {
    refuseUnstorableTexts(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => readFor(callerKnownOf(request)?.name ?? '', done));

  await app.register(async (scope) => {
    readBodiesAsText(scope, services);
    const on = registrar(scope);
    systemRoutes(on, services);
    internalRoutes(on, services);
    accessRoutes(on, services);
    groupRoutes(on, services);
    authRoutes(on, services);
    statementRoutes(on, services);
    shellStreamRoutes(on, services);
    schemaRoutes(on, services);
    schemaJobRoutes(on, services);
    graphDataRoutes(on, services);
    upsertRoutes(on, services);
    editRoutes(on, services);
    builtinRoutes(on, services);
    traversalRoutes(on, services);
    vectorRoutes(on, services);
    dataProfileRoutes(on, services);
    samplingRoutes(on, services);
    runQueryRoutes(on, services);
    runRoutes(on, services);
    queryRoutes(on, services);
    loadingJobRoutes(on, services);
    uploadRoutes(on, services);
    dataSourceRoutes(on, services);
    documentRoutes(on, services);
    configRoutes(on, services);
    copilotRoutes(on, services);
    schemaTypeRoutes(on, services);
    databaseRoutes(on, services);
    dataStatisticsRoutes(on, services);
    functionFileRoutes(on, services);
    packageRoutes(on, services);
    scimRoutes(on, services);
    informantRoutes(on, services);
    healthRoutes(on, services);
  });
  await app.register(async (scope) => {
    leaveBodiesAsStreams(scope);
    fileRoutes(scope, services);
    ddlRoutes(scope, services);
  });
  registerRefused(app);
  return app;
}
