/** The workspace's calls by which the pages walk through a graph, with answers in the form of the canvas. */
import type { WorkspaceClient } from '@acacia/api-client';
import type {
  ConnectionRequest,
  ExpandRequest,
  Expansion,
  WireEdgeType,
  WireGraphSchema,
} from '@acacia/contract';
import { partsOf, type VertexRef, type WireGraphParts } from './wire-graph.ts';

export interface GraphPlace {
  readonly client: WorkspaceClient;
  readonly graph: string;
}

/** Reverse edges are the same rows again: walking both would find everything twice. */
export function walkableEdgeTypes(schema: WireGraphSchema): readonly WireEdgeType[] {
  const reverse = new Set(schema.EdgeTypes.map((type) => type.Config.REVERSE_EDGE).filter(Boolean));
  return schema.EdgeTypes.filter((type) => !reverse.has(type.Name));
}

/** The pairs of vertex types that edges of a type join. */
export const endsOfType = ({
  EdgePairs,
  FromVertexTypeName = '',
  ToVertexTypeName = '',
}: WireEdgeType): NonNullable<WireEdgeType['EdgePairs']> =>
  EdgePairs ?? [{ From: FromVertexTypeName, To: ToVertexTypeName }];

/** How edges of a type lead away from some vertices, and how many. */
type NeighbourCount = Expansion['counts'][number];

/** The most vertices that one request expands. */
export const MOST_EXPANDED = 10_000;

interface Neighbours {
  readonly parts: WireGraphParts;
  readonly counts: readonly NeighbourCount[];
}

/** Neighbours of many vertices in one request: at most `limit` edges for each. */
export async function neighboursOf(
  { client, graph }: GraphPlace,
  request: Omit<ExpandRequest, 'countOnly'>,
  signal?: AbortSignal,
): Promise<Neighbours> {
  const { vertices, edges, counts } = await client.expand(graph, request, { signal });
  return { parts: partsOf([vertices, edges]), counts };
}

/** Whether a vertex is of a type that the graph has: a request that names another is refused as a whole. */
export function isOfTypes({ VertexTypes }: WireGraphSchema): (vertex: VertexRef) => boolean {
  const types = new Set(VertexTypes.map(({ Name }) => Name));
  return ({ type }) => types.has(type);
}

/** Vertices that still exist, and the edges whose two ends are both among them. */
export async function edgesAmong(
  { client, graph }: GraphPlace,
  vertices: readonly VertexRef[],
  signal?: AbortSignal,
): Promise<WireGraphParts> {
  if (vertices.length === 0) return partsOf([]);
  const found = await client.subgraph(graph, { vertices: [...vertices] }, { signal });
  return partsOf([found.vertices, found.edges]);
}

/** One shortest path, all of that length, or all paths up to a length. */
export type WhichPaths = 'one' | 'shortest' | 'all';

/** The edges that paths follow, and the vertices between their ends. */
type PathsAlong = Pick<ConnectionRequest, 'edgeTypes' | 'vertexTypes' | 'vertexFilters' | 'edgeFilters'>;

/** Paths that one request lists at most. */
const MOST_PATHS = 200;

interface FoundPaths {
  readonly parts: WireGraphParts;
  /** There are more paths than were listed. */
  readonly more: boolean;
}

/** Paths between two vertices, with edges followed in either direction; null when there are none. */
export async function pathsBetween(
  { client, graph }: GraphPlace,
  source: VertexRef,
  target: VertexRef,
  { which, longest, along }: { which: WhichPaths; longest: number; along: PathsAlong },
  signal?: AbortSignal,
): Promise<FoundPaths | null> {
  const { vertices, edges, more } = await client.paths(
    graph,
    which === 'all' ? 'all' : 'shortest',
    {
      source,
      target,
      direction: 'any',
      maxLength: longest,
      allShortestPaths: which === 'shortest',
      ...(which === 'one' ? {} : { limit: MOST_PATHS }),
      ...along,
    },
    { signal },
  );
  return vertices.length === 0 ? null : { parts: partsOf([vertices, edges]), more: more === true };
}

/** The most vertices that paths are looked for among. */
export const MOST_CONNECTED = 100;

/** All shortest paths between any two of some vertices; null when there are none. */
export async function connectionsAmong(
  { client, graph }: GraphPlace,
  vertices: readonly VertexRef[],
  { longest, along }: { longest: number; along: PathsAlong },
  signal?: AbortSignal,
): Promise<WireGraphParts | null> {
  const found = await client.connections(
    graph,
    {
      vertices: [...vertices],
      maxLength: Math.min(10, longest),
      ...along,
    },
    { signal },
  );
  return found.pairs.length === 0 ? null : partsOf([found.vertices, found.edges]);
}
