/** Stored queries: list, save, check, install, drop. */
import {
  CheckQueryRequest,
  type Privilege,
  type CheckQueryAnswer,
  type CheckQueryItem,
  type WireQueryInfo,
} from '@acacia/contract';
import { queryOutputs, type QueryInfo, type ShellOptions } from '@acacia/engine';
import { lineColumnsOf, type Diagnostic } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { queryEndpoint } from '../endpoint-list.ts';
import { checkText } from '../gsql/check-text.ts';
import { describedAs, descriptionOf } from '../gsql/query-description.ts';
import { onlyOver, queryVersion } from '../gsql/query-version.ts';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, header, jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { requiredGraph, type Services } from '../services.ts';

function infoOf(query: QueryInfo): WireQueryInfo {
  const description = queryEndpoint(query);
  return {
    name: query.name,
    graph: query.graph,
    code: query.code,
    version: queryVersion(query.code),
    syntax: query.syntax,
    status: query.draft ? 'DRAFT' : 'VALID',
    installed: query.installed,
    installing: false,
    enabled: query.installed,
    installMode: 'GPR',
    ...describedAs(descriptionOf(query)),
    parameters: query.parameters.map(({ name, type, defaultValue }) => ({
      paramName: name,
      paramType: type,
      ...(defaultValue === undefined ? {} : { paramDefaultValue: defaultValue }),
    })),
    endpoint: query.installed
      ? { query: { [query.graph]: { [query.name]: { 'GET/POST': description } } } }
      : {},
  };
}

function itemOf(placeOf: ReturnType<typeof lineColumnsOf>, diagnostic: Diagnostic): CheckQueryItem {
  const { start, end } = diagnostic.span;
  const [from, to] = [placeOf(start), placeOf(end)];
  return {
    msg: diagnostic.message,
    errortype: diagnostic.code,
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    startindex: start,
    stopindex: Math.max(start, end - 1),
  };
}

function demandQuery(
  request: FastifyRequest,
  privilege: Privilege,
  graph: string | null,
  query?: string,
): void {
  const caller = callerOf(request);
  if (!caller.may(privilege, { graph, query }))
    throw problem('privilegeMissing', { name: caller.name, privilege });
}

const Signature = z.object({ queryName: z.string().optional(), graph: z.string().optional() });

export function queryRoutes(on: Register, services: Services): void {
  const { engine, runs, udf } = services;
  const queryOf = (graph: string, name: string): QueryInfo => {
    const query = engine.queries(graph).find((candidate) => candidate.name === name);
    if (query === undefined) {
      throw problem('noQuery', { name, graph });
    }
    return query;
  };

  /** The queries that the caller may read. */
  const readable = (request: FastifyRequest, graph: string): readonly QueryInfo[] =>
    engine.queries(graph).filter(({ name }) => callerOf(request).may('READ_QUERY', { graph, query: name }));

  on('GET /gsql/v1/queries', (request) =>
    gsql(readable(request, requiredGraph(engine, request)).map((query) => query.name)),
  );
  on('GET /gsql/v1/queries/info', (request) => {
    const graph = requiredGraph(engine, request);
    const wanted = searchParams(request).get('query');
    const queries = readable(request, graph).filter(
      ({ name }) => !wanted || name === queryOf(graph, wanted).name,
    );
    const status = searchParams(request).get('status');
    return gsql(queries.map(infoOf).filter((query) => status === null || query.status === status));
  });
  on('GET /gsql/v1/queries/:query', (request) => {
    const query = queryOf(requiredGraph(engine, request), pathPart(request, 'query'));
    const status = query.draft ? 'DRAFT' : 'VALID';
    const about = { queryContent: query.code, name: query.name, syntax: query.syntax, status };
    // The documentation prints them beside the envelope's own fields.
    return { ...gsql(about), ...about };
  });
  on('POST /gsql/v1/queries', async (request) => {
    const graph = requiredGraph(engine, request);
    return gsql(null, await runStatements(services, request, bodyText(request), graph));
  });

  const drop = async (
    request: FastifyRequest,
    names: readonly string[],
    guard: Pick<ShellOptions, 'beforeQuery'> = {},
  ) => {
    const graph = requiredGraph(engine, request);
    const dropped: string[] = [];
    const failedToDrop: string[] = [];
    for (const name of names) {
      const exists = engine.queries(graph).some((query) => query.name === name);
      const text = `DROP QUERY ${gsqlName('query', name)}`;
      if (exists) await runStatements(services, request, text, graph, undefined, guard);
      (exists ? dropped : failedToDrop).push(name);
    }
    if (dropped.length === 0) throw problem('noQueries', { names: names.join(', ') });
    return {
      ...gsql({ dropped, failedToDrop }, `Successfully dropped queries: [${dropped.join(', ')}].`),
      dropped,
      failedToDrop,
    };
  };
  /** With `If-Match` the query is dropped only while it has the text of that version. */
  on('DELETE /gsql/v1/queries/:query', async (request) => {
    const name = pathPart(request, 'query');
    const graph = requiredGraph(engine, request);
    const match = header(request, 'If-Match');
    if (match === undefined) return drop(request, [name]);
    const version = /^"([\w-]{22})"$/.exec(match)?.[1];
    if (version === undefined) throw problem('queryVersionInvalid');
    let isOther = false;
    try {
      return await drop(
        request,
        [name],
        onlyOver(graph, name, version, () => (isOther = true)),
      );
    } catch (error) {
      throw isOther ? problem('queryChanged', { name, graph }) : error;
    }
  });
  on('DELETE /gsql/v1/queries', (request) => {
    // `query=a,b` or the parameter repeated.
    const names = searchParams(request)
      .getAll('query')
      .flatMap((list) => list.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0) throw problem('parameterMissing', { name: 'query' });
    return drop(request, names);
  });

  // Installing takes no more than compiling here: the answer comes when it is done, and the request id
  // leads to the same answer for clients that poll.
  const install = async (request: FastifyRequest) => {
    const graph = requiredGraph(engine, request);
    const wanted = searchParams(request).get('queries') ?? '*';
    const names =
      wanted === '*' || wanted === 'all'
        ? '*'
        : wanted
            .split(',')
            .map((name) => gsqlName('query', name.trim()))
            .join(', ');
    const message = await runStatements(services, request, `INSTALL QUERY ${names}`, graph);
    const about = {
      kind: 'install',
      owner: callerOf(request).name,
      graph,
      url: request.originalUrl,
    } as const;
    const run = runs.keep(about, message);
    return { ...gsql(null, message), requestId: run.id, startTime: run.startedAt.toISOString() };
  };
  on('GET /gsql/v1/queries/install', install);
  on('POST /gsql/v1/queries/install', install);
  on('GET /gsql/v1/queries/install/:id', (request) => {
    const id = pathPart(request, 'id');
    const run = runs.find(id);
    if (run?.kind !== 'install') throw problem('noRequest', { id });
    return { ...gsql(null, 'SUCCESS: the queries are installed.'), requestId: id };
  });

  const signature = async (request: FastifyRequest) => {
    const body = jsonBody(request, Signature);
    const graph = requiredGraph(engine, request);
    const query = queryOf(graph, searchParams(request).get('queryName') ?? body.queryName ?? '');
    demandQuery(request, 'READ_QUERY', graph, query.name);
    const schema = engine.schema(graph);
    const printed = schema === undefined ? [] : await queryOutputs(query.code, schema);
    return {
      queryname: query.name,
      input: query.parameters.map(({ name, type }) => ({ [name]: type })),
      output: printed.map(({ name, type }) => ({ [name]: type })),
      error: false,
      message: '',
      version: { edition: 'ENTERPRISE_EDITION', api: 'V2', schema: engine.schemaVersion(graph) },
    };
  };
  on('GET /gsql/v1/queries/signature', signature);
  on('POST /gsql/v1/queries/signature', signature);

  on('POST /gsql/v1/internal/check/query', async (request) => {
    const { code, graph: inBody } = jsonBody(request, CheckQueryRequest);
    const named = inBody ?? searchParams(request).get('graph') ?? '';
    const graph = named === '' || named === 'global' ? null : named;
    demandQuery(request, 'READ_SCHEMA', graph);
    const schema = engine.schema(graph);
    if (schema === undefined) throw problem('noGraph', { graph: named });
    const placeOf = lineColumnsOf(code);
    const diagnostics = await checkText(code, (other) =>
      other === undefined ? schema : engine.schema(other),
    );
    const items = (severity: Diagnostic['severity']) =>
      diagnostics
        .filter((item) => item.severity === severity)
        .map((item) => itemOf(placeOf, { ...item, message: udf.explain(item.message) }));
    const answer: CheckQueryAnswer = { errors: items('error'), warnings: items('warning') };
    return { ...gsql(answer), ...answer };
  });
}
