/** Resolves names in a request to entries of the catalog; a wrong name is an EngineError. */
import type { Catalog, Scope, VertexTypeEntry } from '../catalog/catalog.ts';
import { visiblePairs } from '../catalog/catalog.ts';
import { EngineError } from '../errors.ts';
import type { EdgeTarget } from './merge-edges.ts';

export const vertexTypeIn = (scope: Scope, name: string): VertexTypeEntry => {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined) {
    throw new EngineError(
      'REST-2004',
      `The vertex type '${name}' does not exist in the graph '${scope.graph}'.`,
    );
  }
  return entry;
};

/**
 * The table for edges of a type between two vertex types; `swapped` when the ends stand the other way
 * round there (a reverse edge type, or an undirected edge given from its other end).
 */
export const edgeTargetIn = (
  catalog: Catalog,
  scope: Scope,
  name: string,
  fromType: string,
  toType: string,
): { readonly target: EdgeTarget; readonly swapped: boolean } => {
  const seen = scope.edgeTypes.get(name);
  if (seen === undefined) {
    throw new EngineError(
      'REST-2005',
      `The edge type '${name}' does not exist in the graph '${scope.graph}'.`,
    );
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
  throw new EngineError(
    'REST-30200',
    `The edge type '${name}' does not go from '${fromType}' to '${toType}'.`,
  );
};
