/** Resolves names in a request to entries of the catalog; a wrong name is an EngineError. */
import { engineError } from '../errors/catalogue.ts';
import type { Catalog, Scope, VertexTypeEntry } from '../catalog/catalog.ts';
import { visiblePairs } from '../catalog/catalog.ts';
import type { EdgeTarget } from './merge-edges.ts';

/** @throws EngineError when the graph has none of this name */
export function vertexTypeIn(scope: Scope, name: string): VertexTypeEntry {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined) {
    throw engineError('vertexTypeOfGraphUnknown', { name, graph: String(scope.graph) });
  }
  return entry;
}

/**
 * The table for edges of a type between two vertex types; `swapped` when the ends stand the other way
 * round there (a reverse edge type, or an undirected edge given from its other end).
 * @throws EngineError when the graph has no such type, or it does not go between these
 */
export function edgeTargetIn(
  catalog: Catalog,
  scope: Scope,
  name: string,
  fromType: string,
  toType: string,
): { readonly target: EdgeTarget; readonly swapped: boolean } {
  const seen = scope.edgeTypes.get(name);
  if (seen === undefined) {
    throw engineError('edgeTypeOfGraphUnknown', { name, graph: String(scope.graph) });
  }
  const ends = [vertexTypeIn(scope, fromType), vertexTypeIn(scope, toType)] as const;
  const { entry, reversed } = seen;
  for (const swapped of entry.type.directed ? [reversed] : [false, true]) {
    const [from, to] = swapped ? [ends[1], ends[0]] : ends;
    const pair = visiblePairs(scope, entry).find((each) => each.from === from.index && each.to === to.index);
    if (pair !== undefined && catalog.edgeTypes.has(entry.id)) {
      return { target: { entry, pair, from, to }, swapped };
    }
  }
  throw engineError('edgeEndsUnfit', { name, from: fromType, to: toType });
}
