/** Envelopes of answers, like those of TigerGraph's servers. */
import type { Engine } from '@acacia/engine';

/** RESTPP's `version` object; the schema version is that of the graph, 0 without one. */
export const versionOf = (engine: Engine, graph?: string) => ({
  edition: 'enterprise',
  api: 'v2',
  schema: graph !== undefined && engine.graphs().includes(graph) ? engine.schemaVersion(graph) : 0,
});

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
