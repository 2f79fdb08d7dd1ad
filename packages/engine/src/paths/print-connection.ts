/** Prints vertices and edges in bounded parts: objects of a hundred thousand at a time would take as much again. */
import type { VertexRef } from '../graph/snapshot.ts';
import type { EdgeRef, QueryContext } from '../library/context.ts';
import { toJson, verticesJson } from '../library/json.ts';
import { check } from '../library/meter.ts';
import { VertexSet } from '../library/vertex-set.ts';

const AT_ONCE = 2000;

/** @param found the two ends first; `length` null: they are not connected */
export function printConnection(
  context: QueryContext,
  found: {
    readonly vertices: readonly VertexRef[];
    readonly edges: readonly EdgeRef[];
    readonly length: number | null;
  },
): void {
  const { results, snapshot } = context;
  const verticesOf = (refs: readonly VertexRef[]): unknown[] =>
    verticesJson(context, new VertexSet(VertexSet.ofRefs(refs, snapshot).parts, refs), []);
  const edgesOf = (refs: readonly EdgeRef[]): unknown[] =>
    refs.map((edge) => toJson(context, { kind: 'edge' }, edge));
  results.pushParts(
    [
      ['vertices', partsOf(found.vertices, verticesOf)],
      ['edges', partsOf(found.edges, edgesOf)],
    ],
    { pairs: found.length === null ? [] : [{ from: 0, to: 1, length: found.length }] },
  );
}

function* partsOf<T>(all: readonly T[], json: (some: readonly T[]) => unknown[]): Generator<unknown[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    check();
    yield json(all.slice(at, at + AT_ONCE));
  }
}
