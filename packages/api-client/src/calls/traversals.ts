/** Walks and searches in a graph of a workspace. */
import {
  Connections,
  EditAnswer,
  Expansion,
  Paths,
  SearchAnswer,
  Subgraph,
  type ConnectionRequest,
  type EditRequest,
  type ExpandRequest,
  type PathRequest,
  type SearchRequest,
  type SubgraphRequest,
} from '@acacia/contract';
import { z } from 'zod';
import { callTo } from '../workspace-paths.ts';
import { nextTask, type CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** Elements of a graph that is drawn in another task than it is read in: the page answers between them. */
const LARGE_GRAPH = 10_000;

type TraversalName = 'allpaths' | 'connections' | 'edit' | 'expand' | 'search' | 'shortestpath' | 'subgraph';

export function traversalCalls({ results }: Sending) {
  /** A walk or a search, which has one result. */
  const traversal = async <T extends z.ZodType>(
    schema: T,
    name: TraversalName,
    graph: string,
    json: object,
    { signal }: CallOptions,
  ): Promise<z.output<T>> => {
    const call = callTo(`POST /restpp/${name}/:graph`, { graph });
    const [answer] = await results(z.array(schema).length(1), { ...call, json, signal });
    return answer as z.output<T>;
  };

  return {
    /** Neighbours of many vertices, in one step or several, or how many there are, in one request. */
    expand: (graph: string, request: ExpandRequest, options: CallOptions = {}) =>
      traversal(Expansion, 'expand', graph, request, options),
    /** Vertices by their ids, those that exist, and the edges among them. */
    subgraph: async (
      graph: string,
      request: SubgraphRequest,
      options: CallOptions = {},
    ): Promise<Subgraph> => {
      const found = await traversal(Subgraph, 'subgraph', graph, request, options);
      if (found.vertices.length + found.edges.length > LARGE_GRAPH) await nextTask();
      return found;
    },
    /** Paths between vertices: of the shortest one or all, or all up to a length. `limit` lists each of them. */
    paths: (graph: string, kind: 'shortest' | 'all', request: PathRequest, options: CallOptions = {}) =>
      traversal(Paths, kind === 'all' ? 'allpaths' : 'shortestpath', graph, request, options),
    /** The shortest paths between any two of up to 100 vertices. */
    connections: (graph: string, request: ConnectionRequest, options: CallOptions = {}) =>
      traversal(Connections, 'connections', graph, request, options),
    /** Vertices by a text in their id or chosen attributes, in any case of letters, the best first. */
    search: (graph: string, request: SearchRequest, options: CallOptions = {}) =>
      traversal(SearchAnswer, 'search', graph, request, options),
    /** Edits of single vertices and edges; nothing is saved where something is not as the person saw it. */
    edit: (graph: string, request: EditRequest, options: CallOptions = {}) =>
      traversal(EditAnswer, 'edit', graph, request, options),
  };
}
