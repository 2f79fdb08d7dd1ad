/** POST /graph/{graph}: upserts vertices and edges in one transaction. */
import { UpsertParameters, type UpsertResult } from '@acacia/contract';
import type { WriteSummary } from '@acacia/engine';
import { upsertWrites } from '../gsql/upsert-body.ts';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { Problem } from '../http/problem.ts';
import { bodyText, jsonDocument, queryParameters } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';

const resultOf = (summary: WriteSummary): UpsertResult => ({
  accepted_vertices: summary.acceptedVertices,
  accepted_edges: summary.acceptedEdges,
  ...(summary.skippedVertices > 0 ? { skipped_vertices: summary.skippedVertices } : {}),
  ...(summary.skippedEdges > 0 ? { skipped_edges: summary.skippedEdges } : {}),
  ...(summary.missingVertices.length > 0
    ? { edge_vertices_not_exist: summary.missingVertices.map(({ type, id }) => ({ v_type: type, v_id: id })) }
    : {}),
});

/** `REST-0001` vertices, `REST-0002` edges, `REST-0003` both. */
const codeOf = ({ accepted_vertices, accepted_edges }: UpsertResult): string =>
  accepted_edges === 0 ? 'REST-0001' : accepted_vertices === 0 ? 'REST-0002' : 'REST-0003';

export function upsertRoutes(on: Register, { engine }: Services): void {
  on('POST /restpp/graph/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const parameters = queryParameters(request, UpsertParameters);
    if (parameters.source_vertex_must_exist !== parameters.target_vertex_must_exist) {
      throw new Problem(
        400,
        'REST-30200',
        'source_vertex_must_exist and target_vertex_must_exist work together only: use vertex_must_exist.',
      );
    }
    const schema = engine.schema(graph);
    if (schema === undefined) throw new Problem(404, 'REST-1003', `The graph '${graph}' has no schema.`);
    const { vertices, edges, ignored } = upsertWrites(jsonDocument(request, bodyText(request)), schema);
    const summary = await engine.write(graph, [...vertices, ...edges], {
      newVertexOnly: parameters.new_vertex_only ?? false,
      updateVertexOnly: parameters.update_vertex_only ?? false,
      vertexMustExist: parameters.vertex_must_exist ?? parameters.source_vertex_must_exist ?? false,
    });
    const result = resultOf(summary);
    return restpp(engine, graph, [result], {
      message: ignored.length > 0 ? `Attributes that do not exist were left out: ${ignored.join(', ')}.` : '',
      code: codeOf(result),
    });
  });
}
