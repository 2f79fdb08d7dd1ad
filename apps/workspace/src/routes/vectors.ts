/**
 * Progress of the indexes of vectors (TigerVector, "Delayed Update Visibility"). Searches see all vectors all the time;
 * where an index is not ready they compare one by one.
 */
import { VectorStatusParameters } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { pathPart, queryParameters } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';
import { vertexTypeOf } from '../types-of-graph.ts';

/** The one server that there is, as TigerGraph names it. */
const SERVER = 'GPE_1#1';

export function vectorRoutes(on: Register, { engine }: Services): void {
  const status = async (
    request: FastifyRequest,
    wanted: { readonly type?: string; readonly name?: string },
  ) => {
    const graph = graphInPath(engine, request);
    if (wanted.type !== undefined) {
      const { vectors = [] } = vertexTypeOf(engine, graph, wanted.type);
      if (wanted.name !== undefined && !vectors.some(({ name }) => name === wanted.name)) {
        throw problem('noVectorAttribute', { type: wanted.type, name: wanted.name });
      }
    }
    const building = (await engine.vectorStatus(graph)).filter(
      ({ vertexType, name, isReady }) =>
        !isReady &&
        (wanted.type === undefined || wanted.type === vertexType) &&
        (wanted.name === undefined || wanted.name === name),
    );
    return answer(request, graph, building);
  };
  const answer = (
    request: FastifyRequest,
    graph: string | undefined,
    building: readonly { readonly vertexType: string; readonly name: string }[],
  ) => {
    const { verbose } = queryParameters(request, VectorStatusParameters);
    const results =
      verbose === true
        ? {
            'NeedRebuildInstances({SEGID}_{VECTOR_ID})':
              building.length === 0
                ? {}
                : { [SERVER]: building.map(({ vertexType, name }) => `${vertexType}_${name}`) },
          }
        : { NeedRebuildServers: building.length === 0 ? [] : [SERVER] };
    return restpp(engine, graph, results, { message: 'fetched status success', code: 'REST-0000' });
  };
  on('GET /restpp/vector/status', async (request) => {
    const all = await Promise.all(engine.graphs().map((graph) => engine.vectorStatus(graph)));
    const building = all.flat().filter(({ isReady }) => !isReady);
    // Graphs share types.
    const once = new Map(building.map((each) => [`${each.vertexType}/${each.name}`, each]));
    return answer(request, undefined, [...once.values()]);
  });
  on('GET /restpp/vector/status/:graph', (request) => status(request, {}));
  on('GET /restpp/vector/status/:graph/:type', (request) =>
    status(request, { type: pathPart(request, 'type') }),
  );
  on('GET /restpp/vector/status/:graph/:type/:name', (request) =>
    status(request, { type: pathPart(request, 'type'), name: pathPart(request, 'name') }),
  );
}
