/** Graph styles and the documents that pages keep by graph. */
import { changedStyle, GraphStyle, GraphStyleChange, StoredDocument } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { jsonBody } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';
import { pathPart } from '../http/request-body.ts';
import type { DocumentKind } from '../storage/documents.ts';

export function documentRoutes(on: Register, { engine, documents }: Services): void {
  const read = async (kind: DocumentKind, graph: string | null, schema: z.ZodType) =>
    gsql(schema.parse((await documents.read(kind, graph)) ?? {}));
  const save = async (
    request: FastifyRequest,
    kind: DocumentKind,
    graph: string | null,
    schema: z.ZodType,
  ) => {
    await documents.save(kind, graph, jsonBody(request, schema));
    return gsql(null, 'Successfully saved.');
  };
  const update = async (...change: Parameters<typeof documents.update>) => {
    await documents.update(...change);
    return gsql(null, 'Successfully saved.');
  };
  const changeStyle = (request: FastifyRequest, graph: string | null) => {
    const change = jsonBody(request, GraphStyleChange);
    return update('graph-styles', graph, (stored) => changedStyle(GraphStyle.parse(stored), change));
  };
  // Deletes documents after a graph was dropped: neither the graph nor a document need exist.
  const remove = async (kind: DocumentKind, graph: string | null) => {
    const removed = await documents.remove(kind, graph);
    return gsql({ removed }, removed ? 'Successfully deleted.' : 'There was nothing to delete.');
  };

  on('GET /api/graph-styles/global', () => read('graph-styles', null, GraphStyle));
  on('PUT /api/graph-styles/global', (request) => save(request, 'graph-styles', null, GraphStyle));
  on('PATCH /api/graph-styles/global', (request) => changeStyle(request, null));
  on('DELETE /api/graph-styles/global', () => remove('graph-styles', null));

  const byGraph = (
    kind: DocumentKind,
    path:
      | '/api/graph-styles/local/:graph'
      | '/api/loading-job-info/:graph'
      | '/api/queries/:graph/drafts'
      | '/api/exploration-results/:graph',
    schema: z.ZodType,
  ): void => {
    on(`GET ${path}`, (request) => read(kind, graphInPath(engine, request), schema));
    on(`PUT ${path}`, (request) => save(request, kind, graphInPath(engine, request), schema));
    on(`DELETE ${path}`, (request) => remove(kind, pathPart(request, 'graph')));
  };
  byGraph('graph-styles', '/api/graph-styles/local/:graph', GraphStyle);
  on('PATCH /api/graph-styles/local/:graph', (request) => changeStyle(request, graphInPath(engine, request)));
  byGraph('loading-job-info', '/api/loading-job-info/:graph', StoredDocument);
  on('PATCH /api/loading-job-info/:graph', async (request) => {
    const members = jsonBody(request, StoredDocument);
    return update('loading-job-info', graphInPath(engine, request), (stored) =>
      Object.fromEntries(Object.entries({ ...stored, ...members }).filter(([, value]) => value !== null)),
    );
  });
  byGraph('drafts', '/api/queries/:graph/drafts', StoredDocument);
  byGraph('exploration-results', '/api/exploration-results/:graph', StoredDocument);
}
