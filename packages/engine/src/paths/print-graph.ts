/** Prints vertices and edges in bounded parts: objects of a hundred thousand at a time would take as much again. */
import type { VertexRef } from '../graph/snapshot.ts';
import type { EdgeRef, QueryContext } from '../library/context.ts';
import { toJson, verticesJson } from '../library/json.ts';
import { check } from '../library/meter.ts';
import { VertexSet } from '../library/vertex-set.ts';
import type { EdgeList } from './edge-list.ts';

const AT_ONCE = 2000;

/** Prints one object, with further properties behind its vertices and edges; the count alone where there are too many. */
export function printGraph(
  context: QueryContext,
  vertices: readonly VertexRef[],
  edges: EdgeList,
  rest: Readonly<Record<string, unknown>>,
): void {
  const { results, snapshot } = context;
  if (edges.isTooLong) {
    results.push({ tooMany: edges.count });
    return;
  }
  const verticesOf = (refs: readonly VertexRef[]): unknown[] =>
    verticesJson(context, new VertexSet(VertexSet.ofRefs(refs, snapshot).parts, refs), []);
  const edgesOf = (refs: readonly EdgeRef[]): unknown[] =>
    refs.map((edge) => toJson(context, { kind: 'edge' }, edge));
  results.pushParts(
    [
      ['vertices', partsOf(vertices, verticesOf)],
      ['edges', partsOf(edges.edges, edgesOf)],
    ],
    rest,
  );
}

function* partsOf<T>(all: readonly T[], json: (some: readonly T[]) => unknown[]): Generator<unknown[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    check();
    yield json(all.slice(at, at + AT_ONCE));
  }
}
