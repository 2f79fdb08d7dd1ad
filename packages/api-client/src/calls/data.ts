/** Calls of a workspace about single vertices and edges, and their numbers. */
import {
  DeletedEdges,
  DeletedVertices,
  EdgeCount,
  UpsertResult,
  VertexCount,
  WireEdge,
  WireVertex,
  type WireUpsert,
} from '@acacia/contract';
import { z } from 'zod';
import { WorkspaceError } from '../workspace-error.ts';
import { callTo, edgeCall, type EdgePath } from '../workspace-paths.ts';
import type { CallOptions, QueryValue } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** Selects rows of a list and their attributes. `select`, `filter`, `sort` in TigerGraph's notation. */
export interface ListRequest extends CallOptions {
  readonly select?: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export function dataCalls({ results }: Sending) {
  return {
    vertices: (graph: string, type: string, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireVertex), {
        ...callTo('GET /restpp/graph/:graph/vertices/:type', { graph, type }),
        query: list,
        signal,
      }),
    vertex: async (graph: string, type: string, id: string, options: CallOptions = {}) => {
      const rows = await results(z.array(WireVertex), {
        ...callTo('GET /restpp/graph/:graph/vertices/:type/:id', { graph, type, id }),
        ...options,
      });
      const [vertex] = rows;
      if (vertex === undefined) throw new WorkspaceError(404, '', `There is no ${type} with id '${id}'.`);
      return vertex;
    },
    edges: (graph: string, path: EdgePath, { signal, ...list }: ListRequest = {}) =>
      results(z.array(WireEdge), { ...edgeCall('GET', graph, path), query: list, signal }),
    upsert: async (graph: string, body: WireUpsert, query: Readonly<Record<string, QueryValue>> = {}) => {
      const [summary] = await results(z.array(UpsertResult).min(1), {
        ...callTo('POST /restpp/graph/:graph', { graph }),
        query,
        json: body,
      });
      return summary as UpsertResult;
    },
    /** Deletes one vertex, or those that match the filter, or all of a type, together with their edges. */
    deleteVertices: async (graph: string, type: string, which: { id?: string; filter?: string } = {}) => {
      const { deleted_vertices } = await results(DeletedVertices, {
        ...(which.id === undefined
          ? callTo('DELETE /restpp/graph/:graph/vertices/:type', { graph, type })
          : callTo('DELETE /restpp/graph/:graph/vertices/:type/:id', { graph, type, id: which.id })),
        query: { filter: which.filter },
      });
      return deleted_vertices;
    },
    deleteEdges: async (graph: string, path: EdgePath, filter?: string) => {
      const deleted = await results(z.array(DeletedEdges), {
        ...edgeCall('DELETE', graph, path),
        query: { filter },
      });
      return deleted.reduce((sum, row) => sum + row.deleted_edges, 0);
    },
    vertexCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(VertexCount), {
        ...callTo('POST /restpp/builtins/:graph', { graph }),
        json: { function: 'stat_vertex_number', type: '*' },
        ...options,
      }),
    edgeCounts: (graph: string, options: CallOptions = {}) =>
      results(z.array(EdgeCount), {
        ...callTo('POST /restpp/builtins/:graph', { graph }),
        json: { function: 'stat_edge_number', type: '*' },
        ...options,
      }),
  };
}
