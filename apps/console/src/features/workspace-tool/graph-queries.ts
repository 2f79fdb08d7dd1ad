/** Interpreted GSQL by which the pages traverse a graph. Ids are passed as parameters, never in the text. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireEdgeType, WireGraphSchema, WireVertex } from '@acacia/contract';
import { partsOf, type VertexRef, type WireGraphParts } from './wire-graph.ts';

export interface GraphPlace {
  readonly client: WorkspaceClient;
  readonly graph: string;
}

/** The fullest a URL may be: ids of vertices travel in it. */
const MAX_SEEDS = 600;

/** The pattern of a step along any of the edge types, in both directions. */
function anyDirection(types: readonly Pick<WireEdgeType, 'Name' | 'IsDirected'>[]): string {
  const steps = types.flatMap(({ Name, IsDirected }) => (IsDirected ? [`${Name}>`, `<${Name}`] : [Name]));
  return `(${steps.join('|')})`;
}

/** Reverse edges are the same rows again: walking both would find everything twice. */
export function walkableEdgeTypes(schema: WireGraphSchema): readonly WireEdgeType[] {
  const reverse = new Set(schema.EdgeTypes.map((type) => type.Config.REVERSE_EDGE).filter(Boolean));
  return schema.EdgeTypes.filter((type) => !reverse.has(type.Name));
}

interface Neighbours {
  readonly parts: WireGraphParts;
  /** Number of all neighbours; the parts hold at most the limit. */
  readonly total: number;
}

export function neighboursText(edgeTypes: readonly WireEdgeType[], limit: number): string {
  const step = anyDirection(edgeTypes);
  return `INTERPRET QUERY (VERTEX seed) SYNTAX V2 {
  ListAccum<EDGE> @@edges;
  Origin = {seed};
  Everyone = SELECT t FROM Origin:s -(${step}:e)- :t;
  Near = SELECT t FROM Everyone:t LIMIT ${limit};
  Linked = SELECT t FROM Origin:s -(${step}:e)- Near:t ACCUM @@edges += e;
  PRINT Everyone.size() AS total;
  PRINT Near;
  PRINT @@edges AS edges;
}`;
}

/** The neighbours of a vertex along the edge types, in either direction, at most `limit` of them. */
export async function neighboursOf(
  { client, graph }: GraphPlace,
  vertex: VertexRef,
  edgeTypes: readonly WireEdgeType[],
  limit: number,
  signal?: AbortSignal,
): Promise<Neighbours> {
  if (edgeTypes.length === 0) return { parts: partsOf([]), total: 0 };
  const answer = await client.interpretQuery(
    graph,
    neighboursText(edgeTypes, limit),
    { seed: vertex },
    { signal },
  );
  const total = Number(answer.results.find((result) => 'total' in result)?.['total'] ?? 0);
  return { parts: partsOf(answer.results), total };
}

export function edgesAmongText(edgeTypes: readonly WireEdgeType[]): string {
  const directed = edgeTypes.map(({ Name, IsDirected }) => (IsDirected ? `${Name}>` : Name)).join('|');
  return `INTERPRET QUERY (SET<VERTEX> seeds) SYNTAX V2 {
  SetAccum<EDGE> @@edges;
  Chosen = {seeds};
  Linked = SELECT t FROM Chosen:s -((${directed}):e)- Chosen:t ACCUM @@edges += e;
  PRINT @@edges AS edges;
}`;
}

/** The edges whose two ends are both among the vertices. @throws Error when there are too many for one request */
export async function edgesAmong(
  { client, graph }: GraphPlace,
  vertices: readonly VertexRef[],
  edgeTypes: readonly WireEdgeType[],
  signal?: AbortSignal,
): Promise<WireGraphParts> {
  if (vertices.length > MAX_SEEDS) {
    throw new Error(
      `Edges can be looked up among ${MAX_SEEDS} vertices at a time; these are ${vertices.length}.`,
    );
  }
  if (edgeTypes.length === 0 || vertices.length === 0) return partsOf([]);
  const answer = await client.interpretQuery(
    graph,
    edgesAmongText(edgeTypes),
    { seeds: vertices.map(({ id, type }) => ({ id, type })) },
    { signal },
  );
  return partsOf(answer.results);
}

export function shortestPathText(edgeTypes: readonly WireEdgeType[]): string {
  const step = anyDirection(edgeTypes);
  return `INTERPRET QUERY (VERTEX source, VERTEX target, INT longest) SYNTAX V2 {
  OrAccum @seen;
  MinAccum<INT> @distance;
  OrAccum @@found;
  ListAccum<EDGE> @@edges;
  INT steps = 0;
  Front = {source};
  Front = SELECT s FROM Front:s POST-ACCUM s.@seen += TRUE, s.@distance = 0;
  WHILE Front.size() > 0 AND NOT @@found AND steps < longest DO
    steps = steps + 1;
    Front = SELECT t FROM Front:s -(${step}:e)- :t
      WHERE NOT t.@seen
      POST-ACCUM t.@seen += TRUE, t.@distance = steps, IF t == target THEN @@found += TRUE END;
  END;
  Way = {target};
  Here = {target};
  IF @@found THEN
    WHILE steps > 0 DO
      steps = steps - 1;
      Before = SELECT s FROM Here:t -(${step}:e)- :s WHERE s.@seen AND s.@distance == steps LIMIT 1;
      Linked = SELECT s FROM Here:t -(${step}:e)- Before:s ACCUM @@edges += e;
      Way = Way UNION Before;
      Here = Before;
    END;
    PRINT Way;
  END;
  PRINT @@edges AS edges;
  PRINT @@found AS found;
}`;
}

/** One of the shortest paths between two vertices, with edges followed in either direction; null when there is none. */
export async function shortestPath(
  { client, graph }: GraphPlace,
  source: VertexRef,
  target: VertexRef,
  edgeTypes: readonly WireEdgeType[],
  longest: number,
  signal?: AbortSignal,
): Promise<WireGraphParts | null> {
  if (edgeTypes.length === 0) return null;
  const answer = await client.interpretQuery(
    graph,
    shortestPathText(edgeTypes),
    { source, target, longest },
    { signal },
  );
  if (!answer.results.some((result) => result['found'] === true)) return null;
  const { vertices, edges } = partsOf(answer.results);
  // The accumulators of the search are no attributes of the vertices.
  const stripped = [...vertices].map(([key, vertex]) => {
    const own = Object.entries(vertex.attributes).filter(([name]) => !name.startsWith('@'));
    return [key, { ...vertex, attributes: Object.fromEntries(own) }] as const;
  });
  return { vertices: new Map(stripped), edges };
}

/** Writes one condition of a REST filter; text is quoted, quotes inside it escaped. */
export function filterOf(attribute: string, operator: string, value: string, quoted: boolean): string {
  return `${attribute}${operator}${quoted ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : value}`;
}

export function verticesOfType(
  { client, graph }: GraphPlace,
  type: string,
  options: { readonly limit: number; readonly filter?: string; readonly signal?: AbortSignal },
): Promise<readonly WireVertex[]> {
  return client.vertices(graph, type, options);
}
