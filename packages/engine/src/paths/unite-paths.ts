/** Everything on paths between vertices: those of the shortest length, or all up to a length. */
import { numberOf, type VertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from '../library/context.ts';
import { account } from '../library/meter.ts';
import type { PathUnionSearch } from '../path-search.ts';
import { Distances, VertexNumbers } from './distances.ts';
import { EdgeList } from './edge-list.ts';
import { printGraph } from './print-graph.ts';
import { edgeAt, vertexAt, Walk } from './walk.ts';

/** Prints an object with vertices and edges. @throws EngineError when the query was stopped or needs too much memory */
export function unitePaths(
  context: QueryContext,
  search: PathUnionSearch,
  from: readonly VertexRef[],
  to: readonly VertexRef[],
): void {
  const walk = new Walk(context, search, new Set(to));
  const distances = new Distances(walk, from, to, true);
  let length = search.shortestOnly ? 0 : search.longest;
  distances.reach(length);
  while (search.shortestOnly && !distances.met && !distances.isDone && length < search.longest) {
    length += 1;
    distances.reach(length);
  }
  const edges = new EdgeList(search.mostEdges);
  if (distances.met) distances.complete(length);
  printGraph(context, distances.met ? onPaths(walk, distances.back, { from, length, edges }) : [], edges, {});
}

/** Collects the edges of all paths of a length at most. @returns their vertices, by the distance from the first */
function onPaths(
  walk: Walk,
  back: VertexNumbers,
  { from, length, edges }: { from: readonly VertexRef[]; length: number; edges: EdgeList },
): VertexRef[] {
  const known = new VertexNumbers(walk.context.snapshot);
  const isNear = (source: VertexRef): boolean => back.of(source) >= 0 && back.of(source) <= length;
  let level = from.filter(isNear);
  for (const source of level) known.set(source, 0);
  const vertices = [...level];
  for (let left = length - 1; left >= 0 && level.length > 0; left -= 1) {
    const next: VertexRef[] = [];
    for (const vertex of level) {
      const number = numberOf(vertex);
      for (const config of walk.ahead(vertex)) {
        const distances = back.ofType(config.toType);
        const seen = known.ofType(config.toType);
        const end = config.ends[number] as number;
        for (let at = config.offsets[number] as number; at < end; at += 1) {
          walk.look();
          const found = config.neighbours[at] as number;
          const far = distances[found] as number;
          if (far === 0 || far - 1 > left) continue;
          const [edge, reached] = [edgeAt(config, at), vertexAt(config, at)];
          if (!walk.mayPass(edge, reached)) continue;
          edges.add(edge);
          if (seen[found] !== 0) continue;
          seen[found] = 1;
          next.push(reached);
        }
      }
    }
    account(16 * next.length);
    level = next;
    for (const vertex of next) vertices.push(vertex);
  }
  return vertices;
}
