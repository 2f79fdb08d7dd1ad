/** POST /graph/{graph}: upserts vertices and edges in one transaction. */
import { UpsertParameters, type UpsertResult } from '@acacia/contract';
import type { WriteOptions, WriteSummary } from '@acacia/engine';
import type { z } from 'zod';
import { upsertWrites, type UpsertWrites } from '../gsql/upsert-body.ts';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonDocument, queryParameters } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';

const named = (vertices: WriteSummary['missingVertices']) =>
  vertices.map(({ type, id }) => ({ v_type: type, v_id: id }));

const resultOf = (summary: WriteSummary): UpsertResult => ({
  accepted_vertices: summary.acceptedVertices,
  accepted_edges: summary.acceptedEdges,
  ...(summary.skippedVertices > 0 ? { skipped_vertices: summary.skippedVertices } : {}),
  ...(summary.presentVertices.length > 0 ? { vertices_already_exist: named(summary.presentVertices) } : {}),
  ...(summary.skippedEdges > 0 ? { skipped_edges: summary.skippedEdges } : {}),
  ...(summary.missingVertices.length > 0 ? { edge_vertices_not_exist: named(summary.missingVertices) } : {}),
});

/** `REST-0001` vertices, `REST-0002` edges; `REST-0003` both, however many of them were accepted, or nothing. */
function codeOf({ vertices, edges }: UpsertWrites): string {
  if (vertices.length > 0 && edges.length === 0) return 'REST-0001';
  return edges.length > 0 && vertices.length === 0 ? 'REST-0002' : 'REST-0003';
}

type MustExist = Pick<WriteOptions, 'endsMustExist'>;
function endsMustExist(parameters: z.output<typeof UpsertParameters>): MustExist {
  const { vertex_must_exist: both, source_vertex_must_exist: source } = parameters;
  const { target_vertex_must_exist: target } = parameters;
  if (both !== undefined && (source !== undefined || target !== undefined)) {
    throw problem('upsertEnds');
  }
  if (both === true || (source === true && target === true)) return { endsMustExist: 'both' };
  if (source === true) return { endsMustExist: 'source' };
  return target === true ? { endsMustExist: 'target' } : {};
}

export function upsertRoutes(on: Register, { engine }: Services): void {
  on('POST /restpp/graph/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const parameters = queryParameters(request, UpsertParameters);
    const schema = engine.schema(graph);
    if (schema === undefined) throw problem('noSchema', { graph });
    const writes = upsertWrites(jsonDocument(bodyText(request)), schema);
    const summary = await engine.write(graph, [...writes.vertices, ...writes.edges], {
      newVertexOnly: parameters.new_vertex_only ?? false,
      updateVertexOnly: parameters.update_vertex_only ?? false,
      ...endsMustExist(parameters),
    });
    return restpp(engine, graph, [resultOf(summary)], { code: codeOf(writes) });
  });
}
