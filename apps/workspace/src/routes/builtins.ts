/** Counts by type, statistics of requests, and the list of endpoints. */
import {
  BuiltinRequest,
  EndpointParameters,
  SearchVertexRequest,
  StatisticsParameters,
} from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { builtinList, queryEndpoints } from '../endpoint-list.ts';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { jsonBody, queryParameters } from '../http/request-body.ts';
import { graphInPath, graphParameter, type Services } from '../services.ts';
import { edgeTypeOf, vertexTypeOf } from '../types-of-graph.ts';

export function builtinRoutes(on: Register, { engine, statistics, heavy }: Services): void {
  on('POST /restpp/builtins/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const { function: name, type = '*', from_type, to_type } = jsonBody(request, BuiltinRequest);
    const ofVertices = name === 'stat_vertex_number' || name === 'stat_vertex_attr';
    if (type !== '*' && ofVertices) vertexTypeOf(engine, graph, type, 'countedVertexType');
    if (type !== '*' && !ofVertices) edgeTypeOf(engine, graph, type, 'countedEdgeType');
    const typed = (row: { readonly type: string }) =>
      ofVertices ? { v_type: row.type } : { e_type: row.type };
    if (name === 'stat_vertex_attr' || name === 'stat_edge_attr') {
      const kind = ofVertices ? 'vertex' : 'edge';
      const schema = engine.schema(graph);
      const all = (ofVertices ? schema?.vertexTypes : schema?.edgeTypes) ?? [];
      const results: unknown[] = [];
      for (const each of type === '*' ? all.map((known) => known.name) : [type]) {
        const attributes = await heavy.run(() => engine.attributeStatistics(graph, kind, each));
        if (attributes !== null) results.push({ ...typed({ type: each }), attributes });
      }
      if (results.length > 0) return restpp(engine, graph, results);
      // Clients look for these words, spelt so.
      const skipped = ofVertices ? 'stat_vertex_attr is skipped' : 'stat_edge_attr is skiped';
      const message = `${skipped}: no attribute of '${type}' is a number or a truth value.`;
      return { ...restpp(engine, graph, undefined, { message, code: 'REST-30000' }), error: true };
    }
    if (ofVertices) {
      const counts = await heavy.run(() => engine.countVertices(graph, type));
      return restpp(
        engine,
        graph,
        counts.map((row) => ({ ...typed(row), count: row.count })),
      );
    }
    const end = (of: string | undefined): string | undefined =>
      of === undefined || of === '*' || of === ''
        ? undefined
        : vertexTypeOf(engine, graph, of, 'countedVertexType').name;
    const [from, to] = [end(from_type), end(to_type)];
    const ends = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const counts = await heavy.run(() => engine.countEdges(graph, type, ends));
    return restpp(
      engine,
      graph,
      counts.map((row) => ({ ...typed(row), count: row.count })),
    );
  });

  on('GET /restpp/deleted_vertex_check', () =>
    restpp(engine, undefined, [{ GPE: 'GPE_1_1', PassCheck: true, UnSyncList: [] }], {
      message: 'check passed',
      code: 'REST-0000',
    }),
  );
  on('GET /restpp/showdelayedlistall', () => restpp(engine, undefined, []));
  on('POST /restpp/searchvertex/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const { vertex_filters } = jsonBody(request, SearchVertexRequest);
    const vertices = await heavy.run(async () => {
      const found = [];
      for (const { type, condition, limit } of vertex_filters) {
        const { name } = vertexTypeOf(engine, graph, type);
        found.push(
          ...(await engine.vertices(graph, name, {
            limit,
            ...(condition === '' ? {} : { filter: condition }),
          })),
        );
      }
      return found;
    });
    return restpp(engine, graph, [{ vertices }]);
  });

  const stats = (request: FastifyRequest, graph: string | null) => {
    const { seconds, segments } = queryParameters(request, StatisticsParameters, 'statisticsInvalid');
    const ofGraph = graph === null ? null : new RegExp(`/${graph}(/|$)`);
    return statistics.over(seconds, segments, (endpoint) => ofGraph === null || ofGraph.test(endpoint));
  };
  on('GET /restpp/statistics', (request) => stats(request, graphParameter(engine, request)));
  on('GET /restpp/statistics/:graph', (request) => stats(request, graphInPath(engine, request)));

  const endpoints = (request: FastifyRequest, graph: string | null) => {
    const { builtin, dynamic, static: files } = queryParameters(request, EndpointParameters);
    const all = builtin === undefined && dynamic === undefined && files === undefined;
    const list = {
      ...(all || builtin ? builtinList() : {}),
      ...((all || dynamic) && graph !== null ? queryEndpoints(engine.queries(graph)) : {}),
    };
    // RESTPP answers with the bare map; the GUI server wraps it.
    return request.originalUrl.startsWith('/api/') ? restpp(engine, graph ?? undefined, list) : list;
  };
  on('GET /restpp/endpoints', (request) => endpoints(request, graphParameter(engine, request)));
  on('GET /restpp/endpoints/:graph', (request) => endpoints(request, graphInPath(engine, request)));
}
