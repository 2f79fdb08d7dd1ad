/** The contents of the canvas as a document that is saved, and back. Pure. */
import type { ExplorationDocument, ExplorationView } from '@acacia/contract';
import type { NodePlaces } from '@acacia/graph-view';
import { endsOfEdge, vertexKey, vertexOfKey, type WireGraphParts } from '../../workspace-tool/wire-graph.ts';

export function documentOf(
  parts: WireGraphParts,
  places: NodePlaces,
  view: ExplorationView,
): ExplorationDocument {
  const placed = new Map(places.map(([id, x, y, pinned]) => [id, { x, y, pinned }]));
  const at = new Map<string, number>();
  const vertices = [...parts.vertices.keys()].map((key, n): ExplorationDocument['vertices'][number] => {
    at.set(key, n);
    const { type, id } = vertexOfKey(key);
    const place = placed.get(key);
    // Whole units are exact enough, and a third of the size.
    return place === undefined
      ? [type, id, null, null, false]
      : [type, id, Math.round(place.x), Math.round(place.y), place.pinned];
  });
  const edges = [...parts.edges.values()].flatMap((edge): ExplorationDocument['edges'] => {
    const [from, to] = endsOfEdge(edge);
    const [source, target] = [at.get(vertexKey(from)), at.get(vertexKey(to))];
    return source === undefined || target === undefined
      ? []
      : [[edge.e_type, source, target, edge.discriminator ?? '']];
  });
  return { vertices, edges, view };
}

export interface DocumentKeys {
  readonly vertices: readonly string[];
  readonly edges: ReadonlySet<string>;
  readonly places: NodePlaces;
}

/** Keys of what a document holds, and the places of the vertices that have one. */
export function keysOf({ vertices, edges }: ExplorationDocument): DocumentKeys {
  const nameAt = (n: number): [string, string] => {
    const [type = '', id = ''] = vertices[n] ?? [];
    return [type, id];
  };
  return {
    vertices: vertices.map(([type, id]) => vertexKey({ type, id })),
    edges: new Set(
      edges.map(([type, from, to, discriminator]) =>
        JSON.stringify([type, nameAt(from), nameAt(to), discriminator]),
      ),
    ),
    places: vertices.flatMap(([type, id, x, y, pinned]) =>
      x === null || y === null ? [] : [[vertexKey({ type, id }), x, y, pinned] as const],
    ),
  };
}

/** Both together: the elements of both, the places and the view of the first. */
export function mergedKeys(mine: DocumentKeys, theirs: DocumentKeys): DocumentKeys {
  const placed = new Set(mine.places.map(([id]) => id));
  return {
    vertices: [...new Set([...mine.vertices, ...theirs.vertices])],
    edges: new Set([...mine.edges, ...theirs.edges]),
    places: [...mine.places, ...theirs.places.filter(([id]) => !placed.has(id))],
  };
}
