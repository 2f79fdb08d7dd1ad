/** Vertices and edges: read, count, delete. */
import { ListParameters } from '@acacia/contract';
import type { EdgeJson, EdgePathFilter, Engine, ListOptions, Write } from '@acacia/engine';
import type { AttributeValue } from '@acacia/engine';
import type { EdgeType, VertexType } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { pathPart, queryParameters, searchParams } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';
import { edgeTypeOf, vertexTypeOf } from '../types-of-graph.ts';

const names = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** @param attributes of the type that is listed; undefined where several types are */
function listOptions(request: FastifyRequest, attributes?: readonly string[]) {
  const { select, filter, sort, limit, offset, count_only } = queryParameters(request, ListParameters);
  const selected = select === undefined ? undefined : names(select);
  const sorted = names(sort ?? '').map((name) => name.replace(/^[-+]/, ''));
  const unknown =
    attributes && [...(selected ?? []), ...sorted].find((attribute) => !attributes.includes(attribute));
  if (unknown !== undefined) {
    throw problem('noAttribute', { name: unknown, known: attributes?.join(', ') || 'none' });
  }
  const options: ListOptions = {
    ...(selected ? { select: selected } : {}),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  };
  return { options, countOnly: count_only ?? false };
}

const attributeNames = (type: VertexType | EdgeType): string[] => [
  ...('primaryId' in type ? [type.primaryId.name] : []),
  ...type.attributes.map((attribute) => attribute.name),
];

const hasConditions = (options: ListOptions): boolean =>
  options.filter !== undefined || options.limit !== undefined || options.offset !== undefined;

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** The router reads a path with a last slash as the one without it: an empty id would delete more than was meant. */
function refuseLastSlash(request: FastifyRequest): void {
  if (pathOf(request).endsWith('/')) throw problem('emptyPart');
}

/** `edges/{source type}/{source id}[/{edge type}[/{target type}[/{target id}[/{discriminator}]]]]`, `_` for any. */
function edgePath(engine: Engine, graph: string, request: FastifyRequest) {
  // The wildcard of the route comes decoded: the parts after /restpp/graph/{graph}/edges are cut from
  // the address as it was sent.
  const [, , , , , ...tail] = pathOf(request).split('/');
  if (tail.slice(0, -1).includes('')) throw problem('emptyPart');
  const parts = tail.filter((part) => part !== '').map(decodeURIComponent);
  const [sourceType, sourceId, edge, target, targetId, discriminator, ...rest] = parts;
  if (sourceType === undefined || sourceId === undefined || rest.length > 0) {
    throw problem('edgePath');
  }
  vertexTypeOf(engine, graph, sourceType);
  const literal = searchParams(request).get('not_wildcard') === 'true';
  const given = (part: string | undefined): string | undefined =>
    part === '_' && !literal ? undefined : part;
  const [edgeName, targetType] = [given(edge), given(target)];
  const edgeType = edgeName === undefined ? undefined : edgeTypeOf(engine, graph, edgeName);
  if (targetType !== undefined) vertexTypeOf(engine, graph, targetType);
  const filter: EdgePathFilter = {
    sourceType,
    sourceId,
    ...(edgeName === undefined ? {} : { edgeType: edgeName }),
    ...(targetType === undefined ? {} : { targetType }),
    ...(targetId === undefined ? {} : { targetId }),
  };
  return { filter, edgeType, discriminator };
}

/** @param types that are counted in any case, and first */
function countByType(
  edges: readonly EdgeJson[],
  types: readonly string[] = [],
): { e_type: string; count: number }[] {
  const counts = new Map(types.map((type) => [type, 0]));
  for (const edge of edges) counts.set(edge.e_type, (counts.get(edge.e_type) ?? 0) + 1);
  return [...counts].map(([e_type, count]) => ({ e_type, count }));
}

function deletion(type: EdgeType, edge: EdgeJson): Write {
  const discriminator = Object.fromEntries(
    type.discriminator.map((name) => [name, edge.attributes[name] as AttributeValue]),
  );
  return {
    kind: 'deleteEdge',
    type: edge.e_type,
    from: { type: edge.from_type, id: edge.from_id },
    to: { type: edge.to_type, id: edge.to_id },
    ...(type.discriminator.length > 0 ? { discriminator } : {}),
  };
}

export function graphDataRoutes(on: Register, { engine, heavy }: Services): void {
  /** A call for one vertex runs at once; one for many waits in the queue. */
  const inTurn = <T>(id: string | undefined, work: () => Promise<T>): Promise<T> =>
    id === undefined ? heavy.run(work) : work();
  const listVertices = async (request: FastifyRequest, id?: string) => {
    const graph = graphInPath(engine, request);
    const type = vertexTypeOf(engine, graph, pathPart(request, 'type'));
    const { options, countOnly } = listOptions(request, attributeNames(type));
    if (countOnly && id === undefined && !hasConditions(options)) {
      const [count] = await engine.countVertices(graph, type.name);
      return restpp(engine, graph, [{ v_type: type.name, count: count?.count ?? 0 }]);
    }
    const rows = await inTurn(id, () =>
      engine.vertices(graph, type.name, { ...options, ...(id === undefined ? {} : { id }) }),
    );
    if (countOnly) return restpp(engine, graph, [{ v_type: type.name, count: rows.length }]);
    if (id !== undefined && rows.length === 0) {
      throw problem('vertexId', { id, type: type.name });
    }
    return restpp(engine, graph, rows);
  };
  on('GET /restpp/graph/:graph/vertices/:type', (request) => listVertices(request));
  on('GET /restpp/graph/:graph/vertices/:type/:id', (request) =>
    listVertices(request, pathPart(request, 'id')),
  );

  const deleteVertices = async (request: FastifyRequest, id?: string) => {
    refuseLastSlash(request);
    const graph = graphInPath(engine, request);
    const type = vertexTypeOf(engine, graph, pathPart(request, 'type'));
    const { options } = listOptions(request, attributeNames(type));
    const summary = await inTurn(id, async () => {
      const rows = await engine.vertices(graph, type.name, {
        ...options,
        select: [],
        ...(id === undefined ? {} : { id }),
      });
      return engine.write(
        graph,
        rows.map((row) => ({ kind: 'deleteVertex', type: type.name, id: row.v_id })),
      );
    });
    return restpp(engine, graph, { v_type: type.name, deleted_vertices: summary.deletedVertices });
  };
  on('DELETE /restpp/graph/:graph/vertices/:type', (request) => deleteVertices(request));
  on('DELETE /restpp/graph/:graph/delete_by_type/vertices/:type', (request) => deleteVertices(request));
  on('DELETE /restpp/graph/:graph/vertices/:type/:id', (request) =>
    deleteVertices(request, pathPart(request, 'id')),
  );

  /** Edges of a path; those of one discriminator alone where the path names it. */
  const edgesOf = async (request: FastifyRequest, graph: string, all: boolean) => {
    const { filter, edgeType, discriminator } = edgePath(engine, graph, request);
    const { options, countOnly } = listOptions(request, edgeType && attributeNames(edgeType));
    // All attributes together identify the edges to delete.
    const { select: _select, ...whole } = options;
    const rows = await engine.edges(graph, filter, all ? whole : options);
    const edges =
      discriminator === undefined ? rows : rows.filter((edge) => edge.discriminator === discriminator);
    // Without a type in the path RESTPP counts every edge type, those without edges too.
    const counted = edgeType === undefined ? (engine.schema(graph)?.edgeTypes ?? []) : [edgeType];
    return { edges, countOnly, counted: counted.map(({ name }) => name) };
  };
  on('GET /restpp/graph/:graph/edges/*', async (request) => {
    const graph = graphInPath(engine, request);
    const { edges, countOnly, counted } = await edgesOf(request, graph, false);
    return restpp(engine, graph, countOnly ? countByType(edges, counted) : edges);
  });
  on('DELETE /restpp/graph/:graph/edges/*', async (request) => {
    refuseLastSlash(request);
    const graph = graphInPath(engine, request);
    const { edges } = await edgesOf(request, graph, true);
    await engine.write(
      graph,
      edges.map((edge) => deletion(edgeTypeOf(engine, graph, edge.e_type), edge)),
    );
    const deleted = countByType(edges).map(({ e_type, count }) => ({ e_type, deleted_edges: count }));
    return restpp(engine, graph, deleted);
  });
}
