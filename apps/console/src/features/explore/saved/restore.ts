/** Reads what a saved exploration names, and says what is gone. */
import { comma, t } from '@acacia/texts';
import type { WireGraphSchema } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { edgesAmong, isOfTypes, type GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { NO_PARTS, vertexOfKey, type WireGraphParts } from '../../workspace-tool/wire-graph.ts';
import type { DocumentKeys } from './document.ts';

interface Restored {
  readonly parts: WireGraphParts;
  /** A sentence for people; null: nothing is gone. */
  readonly gone: string | null;
}

const verticesText = (count: number): string =>
  count === 1 ? t`${formatNumber(count)} vertex` : t`${formatNumber(count)} vertices`;
const edgesText = (count: number): string =>
  count === 1 ? t`${formatNumber(count)} edge` : t`${formatNumber(count)} edges`;

function typesText(types: readonly string[], vertices: number): string {
  const [names, lost] = [types.slice(0, 5).join(comma), verticesText(vertices)];
  return types.length === 1 ? t`the type ${names} with ${lost}` : t`the types ${names} with ${lost}`;
}

/** Vertices and edges that still exist; types that the schema does not have are left out and named. */
export async function restored(
  place: GraphPlace,
  schema: WireGraphSchema,
  keys: DocumentKeys,
  signal?: AbortSignal,
): Promise<Restored> {
  const isThere = isOfTypes(schema);
  const refs = keys.vertices.map(vertexOfKey);
  const living = refs.filter(isThere);
  const goneTypes = [...new Set(refs.filter((ref) => !isThere(ref)).map(({ type }) => type))];
  const found = living.length === 0 ? NO_PARTS : await edgesAmong(place, living, signal);
  const edges = new Map([...found.edges].filter(([key]) => keys.edges.has(key)));
  const parts = { vertices: found.vertices, edges };
  const vertices = living.length - found.vertices.size;
  const lostEdges = keys.edges.size - edges.size;
  const said = [
    ...(goneTypes.length === 0 ? [] : [typesText(goneTypes, refs.length - living.length)]),
    ...(vertices > 0 ? [verticesText(vertices)] : []),
    ...(lostEdges > 0 ? [edgesText(lostEdges)] : []),
  ];
  return { parts, gone: said.length === 0 ? null : t`Gone since it was saved: ${said.join(comma)}.` };
}
