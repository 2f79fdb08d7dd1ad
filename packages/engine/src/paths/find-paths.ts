/**
 * The first paths between vertices, the shortest first. Both ends are widened until they meet, the one with fewer edges
 * first; then paths are listed one by one, so that a limit ends the work.
 */
import type { VertexRef } from '../graph/snapshot.ts';
import type { EdgeRef, QueryContext } from '../library/context.ts';
import { toJson, verticesJson } from '../library/json.ts';
import { VertexSet } from '../library/vertex-set.ts';
import type { PathSearch } from '../path-search.ts';
import { Distances } from './distances.ts';
import { PathList } from './list-paths.ts';
import { Walk } from './walk.ts';

/** Prints an object with the properties of `FoundPaths`. @throws EngineError when the query was stopped or needs too much memory */
export function findPaths(
  context: QueryContext,
  search: PathSearch,
  sources: Iterable<VertexRef>,
  targets: Iterable<VertexRef>,
): void {
  const [from, to] = [new Set(sources), new Set(targets)];
  const walk = new Walk(context, search, to);
  const distances = new Distances(walk, from, to);
  const listed = new PathList(walk, distances, search.limit);
  for (let length = 0; length <= search.longest && !listed.more; length += 1) {
    distances.reach(length);
    if (distances.isDone && (!distances.met || length >= distances.longest)) break;
    if (!distances.met) continue;
    distances.tell(length);
    listed.add(from, length);
    if (search.shortestOnly && listed.paths.length > 0) break;
  }
  print(walk, listed, search.allEdges);
}

function print(walk: Walk, { paths, more }: PathList, allEdges: boolean): void {
  const { context } = walk;
  const places = new Map<VertexRef, number>();
  const edges = new Set<EdgeRef>();
  for (const path of paths) {
    for (const [at, vertex] of path.entries()) {
      if (!places.has(vertex)) places.set(vertex, places.size);
      const before = path[at - 1];
      if (before !== undefined) addEdges(walk, before, vertex, { allEdges, edges });
    }
  }
  const order = [...places.keys()];
  const set = new VertexSet(VertexSet.ofRefs(order, context.snapshot).parts, order);
  context.results.push({
    vertices: verticesJson(context, set, []),
    edges: Array.from(edges, (edge) => toJson(context, { kind: 'edge' }, edge)),
    paths: paths.map((path) => path.map((vertex) => places.get(vertex))),
    more,
  });
}

function addEdges(
  walk: Walk,
  from: VertexRef,
  to: VertexRef,
  { allEdges, edges }: { readonly allEdges: boolean; readonly edges: Set<EdgeRef> },
): void {
  for (const config of walk.ahead(from)) {
    for (const edge of walk.edgesBetween(from, config, to)) {
      edges.add(edge);
      if (!allEdges) return;
    }
  }
}
