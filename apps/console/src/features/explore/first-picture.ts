/** A first picture of a graph, for who does not know yet what to look for. */
import type { WireGraphSchema } from '@acacia/contract';
import {
  endsOfType,
  neighboursOf,
  walkableEdgeTypes,
  type GraphPlace,
} from '../workspace-tool/graph-queries.ts';
import { merged, partsOf, vertexOfKey, type WireGraphParts } from '../workspace-tool/wire-graph.ts';
import { patternGsql, patternOfType } from './find/pattern.ts';
import { walkRequest, WHOLE_STEP, type Walk } from './walk/walk.ts';

/** Vertices that it starts from. */
const STARTS = 2;
/** Vertex types that are asked for vertices until one has some. */
const MOST_TYPES = 20;
/** Fewer edges with each step: a few hundred elements can be taken in. */
const WALK: Walk = [
  { ...WHOLE_STEP, limit: 12 },
  { ...WHOLE_STEP, limit: 6 },
  { ...WHOLE_STEP, limit: 3 },
];

/** Names of the vertex types, those with ends of most edge types first. */
export function centralTypes(schema: WireGraphSchema): readonly string[] {
  const ends = new Map(schema.VertexTypes.map(({ Name }) => [Name, 0]));
  const count = (name: string): void => void ends.set(name, (ends.get(name) ?? 0) + 1);
  for (const { From, To } of walkableEdgeTypes(schema).flatMap(endsOfType)) {
    count(From);
    count(To);
  }
  const names = schema.VertexTypes.map(({ Name }) => Name);
  return names.toSorted((a, b) => (ends.get(b) ?? 0) - (ends.get(a) ?? 0));
}

/**
 * Some vertices of the most central type that has any, with what three steps from them lead to.
 * @returns null where the graph has no vertices of its first types
 * @throws WorkspaceError with the workspace's answer
 */
export async function firstPicture(
  place: GraphPlace,
  schema: WireGraphSchema,
  signal: AbortSignal,
): Promise<WireGraphParts | null> {
  for (const type of centralTypes(schema).slice(0, MOST_TYPES)) {
    const gsql = patternGsql(patternOfType(type, STARTS), schema, place.graph);
    if ('problem' in gsql) continue;
    const { results } = await place.client.interpretQuery(place.graph, gsql.text, {}, { signal });
    const found = partsOf(results);
    if (found.vertices.size === 0) continue;
    const request = walkRequest([...found.vertices.keys()].map(vertexOfKey), WALK, schema);
    if ('problem' in request) return found;
    return merged(found, (await neighboursOf(place, request, signal)).parts);
  }
  return null;
}
