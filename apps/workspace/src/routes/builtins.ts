/** Counts by type, statistics of requests, and the list of endpoints. */
import { BuiltinRequest, EndpointParameters, StatisticsParameters } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { builtinEndpoints, queryEndpoints } from '../endpoint-list.ts';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { jsonBody, queryParameters } from '../http/request-body.ts';
import { graphInPath, graphParameter, type Services } from '../services.ts';
import { edgeTypeOf, vertexTypeOf } from './graph-data.ts';

export function builtinRoutes(on: Register, { engine, statistics, heavy }: Services): void {
  on('POST /restpp/builtins/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const { function: name, type = '*' } = jsonBody(request, BuiltinRequest);
    if (name === 'stat_vertex_number') {
      if (type !== '*') vertexTypeOf(engine, graph, type);
      const counts = await heavy.run(() => engine.countVertices(graph, type));
      return restpp(
        engine,
        graph,
        counts.map((row) => ({ v_type: row.type, count: row.count })),
      );
    }
    if (type !== '*') edgeTypeOf(engine, graph, type);
    const counts = await heavy.run(() => engine.countEdges(graph, type));
    return restpp(
      engine,
      graph,
      counts.map((row) => ({ e_type: row.type, count: row.count })),
    );
  });

  const stats = (request: FastifyRequest, graph: string | null) => {
    const { seconds, segments } = queryParameters(request, StatisticsParameters);
    const ofGraph = graph === null ? null : new RegExp(`/${graph}(/|$)`);
    return statistics.over(seconds, segments, (endpoint) => ofGraph === null || ofGraph.test(endpoint));
  };
  on('GET /restpp/statistics', (request) => stats(request, graphParameter(engine, request)));
  on('GET /restpp/statistics/:graph', (request) => stats(request, graphInPath(engine, request)));

  const endpoints = (request: FastifyRequest, graph: string | null) => {
    const { builtin, dynamic, static: files } = queryParameters(request, EndpointParameters);
    const all = builtin === undefined && dynamic === undefined && files === undefined;
    const list = {
      ...(all || builtin ? builtinEndpoints() : {}),
      ...((all || dynamic) && graph !== null ? queryEndpoints(engine.queries(graph)) : {}),
    };
    // RESTPP gives the bare map, the GUI server wraps it.
    return request.originalUrl.startsWith('/api/') ? restpp(engine, graph ?? undefined, list) : list;
  };
  on('GET /restpp/endpoints', (request) => endpoints(request, graphParameter(engine, request)));
  on('GET /restpp/endpoints/:graph', (request) => endpoints(request, graphInPath(engine, request)));
}
