/** Envelopes of answers, like those of TigerGraph's servers. */
import type { Engine } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import { isRestpp } from './prefixes.ts';

/** RESTPP's `version` object; the schema version is that of the graph, 0 without one. */
export const versionOf = (engine: Engine, graph?: string) => ({
  edition: 'enterprise',
  api: 'v2',
  schema: graph !== undefined && engine.graphs().includes(graph) ? engine.schemaVersion(graph) : 0,
});

/** Graphs of requests outside of /restpp whose answers are RESTPP's. */
const answeredAsRestpp = new WeakMap<FastifyRequest, { readonly graph: string | undefined }>();

/** A failure of the request is answered in RESTPP's envelope from now on, as its results are. */
export function answerAsRestpp(request: FastifyRequest, graph: string | undefined): void {
  answeredAsRestpp.set(request, { graph });
}

/** Whoever is refused access does not learn how often a graph's types were changed, or whether it is there. */
const REFUSED = new Set([401, 403]);

/** The `version` that stands in the answer of a failed request; nothing where the envelope has none. */
export function versionOfFailure(engine: Engine, request: FastifyRequest, status: number): object {
  const inPath = (request.params as { readonly graph?: string } | undefined)?.graph;
  const known = answeredAsRestpp.get(request) ?? (isRestpp(request.url) ? { graph: inPath } : null);
  return known === null ? {} : { version: versionOf(engine, REFUSED.has(status) ? undefined : known.graph) };
}

export const restpp = (
  engine: Engine,
  graph: string | undefined,
  results: unknown,
  more: { readonly message?: string; readonly code?: string } = {},
) => ({
  version: versionOf(engine, graph),
  error: false,
  message: more.message ?? '',
  results,
  ...(more.code === undefined ? {} : { code: more.code }),
});

export const gsql = (results: unknown, message = '') => ({ error: false, message, results });
