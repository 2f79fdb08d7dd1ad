/** Everything on the shortest paths between two vertices: only vertices and edges on one are looked at twice. */
import { numberOf, type VertexRef } from '../graph/snapshot.ts';
import type { EdgeRef, QueryContext } from '../library/context.ts';
import { account } from '../library/meter.ts';
import type { ConnectionSearch } from '../path-search.ts';
import { Distances, VertexNumbers } from './distances.ts';
import { printConnection } from './print-connection.ts';
import { edgeAt, vertexAt, Walk } from './walk.ts';

/** Prints an object with the two vertices first, or the count of the edges where these are too many. */
export function connect(
  context: QueryContext,
  search: ConnectionSearch,
  from: readonly VertexRef[],
  to: readonly VertexRef[],
): void {
  const walk = new Walk(context, search, new Set(to));
  const distances = new Distances(walk, from, to);
  let length = 0;
  do {
    length += 1;
    distances.reach(length);
  } while (!distances.met && !distances.isDone && length < search.longest);
  const [first, last] = [from[0], to[0]];
  if (!distances.met || first === undefined || last === undefined) {
    printConnection(context, { vertices: [...from, ...to], edges: [], length: null });
    return;
  }
  distances.tell(length);
  const { vertices, edges, count } = onPaths(walk, distances, {
    first,
    last,
    length,
    most: search.mostEdges,
  });
  if (count > search.mostEdges) context.results.push({ tooMany: count });
  else printConnection(context, { vertices, edges, length });
}

/** The vertices and edges of all paths of a length, the two ends first. */
function onPaths(
  walk: Walk,
  { back }: Distances,
  ends: {
    readonly first: VertexRef;
    readonly last: VertexRef;
    readonly length: number;
    readonly most: number;
  },
) {
  const known = new VertexNumbers(walk.context.snapshot);
  const vertices = [ends.first, ends.last];
  const edges: EdgeRef[] = [];
  let count = 0;
  let level = [ends.first];
  known.set(ends.last, 0);
  for (let left = ends.length - 1; left >= 0; left -= 1) {
    const next: VertexRef[] = [];
    for (const vertex of level) {
      const number = numberOf(vertex);
      for (const config of walk.ahead(vertex)) {
        const distance = back.ofType(config.toType);
        const seen = known.ofType(config.toType);
        const end = config.ends[number] as number;
        for (let at = config.offsets[number] as number; at < end; at += 1) {
          walk.look();
          const found = config.neighbours[at] as number;
          if (distance[found] !== left + 1) continue;
          const [edge, reached] = [edgeAt(config, at), vertexAt(config, at)];
          if (!walk.mayPass(edge, reached)) continue;
          count += 1;
          if (count <= ends.most) edges.push(edge);
          if (seen[found] !== 0) continue;
          seen[found] = 1;
          next.push(reached);
        }
      }
    }
    account(8 * next.length);
    level = next;
    for (const vertex of next) vertices.push(vertex);
  }
  account(8 * (edges.length + vertices.length));
  return { vertices, edges, count };
}
