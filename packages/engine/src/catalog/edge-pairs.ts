/** The pairs of vertex types that an edge type connects, and changes of them, which throw EngineError. */
import { engineError } from '../errors/catalogue.ts';
import type { EdgePair } from '@acacia/language';
import type { AlterType } from '../schema-change.ts';
import type { EngineError } from '../errors.ts';
import { empty } from '../sql.ts';
import type { EdgeTypeEntry, PairEntry, Scope } from './catalog.ts';

/** Pairs with `*` expanded to every vertex type that the scope has now. */
export function expandPairs(scope: Scope, pairs: readonly EdgePair[]): EdgePair[] {
  const all = [...scope.vertexTypes.keys()];
  const expanded = pairs.flatMap(({ from, to }) =>
    (from === '*' ? all : [from]).flatMap((a) => (to === '*' ? all : [to]).map((b) => ({ from: a, to: b }))),
  );
  return [...new Map(expanded.map((pair) => [`${pair.from}/${pair.to}`, pair])).values()];
}

interface ChangedPairs {
  readonly named: readonly EdgePair[];
  /** In the same order; a new pair has no table yet. */
  readonly entries: readonly PairEntry[];
}

/** TigerGraph's message, with the wrong name where it is known. */
export const noVertexType = (name?: string): EngineError =>
  name === undefined ? engineError('endTypeUnknown') : engineError('endTypeOfNameUnknown', { name });

/**
 * The pairs of an edge type after a change. Edges between a dropped pair go with it.
 * @throws EngineError when a pair is there already, is not there, or was the last one
 */
export function changedPairs(
  scope: Scope,
  { type, pairs }: EdgeTypeEntry,
  { addPairs = [], dropPairs = [] }: AlterType,
): ChangedPairs {
  const entryOf = ({ from, to }: EdgePair): PairEntry => {
    const [a, b] = [scope.vertexTypes.get(from), scope.vertexTypes.get(to)];
    if (a === undefined || b === undefined) throw noVertexType(a === undefined ? from : to);
    return { from: a.index, to: b.index, table: empty };
  };
  const isSame = (a: PairEntry, b: PairEntry): boolean => a.from === b.from && a.to === b.to;
  const added = expandPairs(scope, addPairs).map((pair) => ({ pair, entry: entryOf(pair) }));
  const known = added.find(({ entry }) => pairs.some((each) => isSame(each, entry)));
  if (known !== undefined) {
    const { from, to } = known.pair;
    throw engineError('edgePairThere', { type: type.name, from, to });
  }
  const dropped = expandPairs(scope, dropPairs).map((pair) => ({ pair, entry: entryOf(pair) }));
  const absent = dropped.find(({ entry }) => !pairs.some((each) => isSame(each, entry)));
  if (absent !== undefined) {
    const { from, to } = absent.pair;
    throw engineError('edgePairUnknown', { type: type.name, from, to });
  }
  const stays = pairs.map((each) => !dropped.some(({ entry }) => isSame(each, entry)));
  const entries = [...pairs.filter((_, index) => stays[index]), ...added.map(({ entry }) => entry)];
  if (entries.length === 0) {
    throw engineError('edgePairLast', { type: type.name });
  }
  const named = [...type.pairs.filter((_, index) => stays[index]), ...added.map(({ pair }) => pair)];
  return { named, entries };
}
