/** Which global types a graph uses, as a person ticks them (specification part 4, section 4). */
import { t } from '@acacia/texts';
import type { Draft, DraftEdge, DraftVertex } from './draft.ts';

/** Names of the graph's own types: a global type of such a name cannot be taken, nor an edge type that ends in one. */
const localNames = ({ vertices, edges }: Draft): ReadonlySet<string> =>
  new Set([...vertices, ...edges].filter(({ foreign }) => !foreign).map(({ name }) => name));

function endsOf(edge: DraftEdge, global: Draft): DraftVertex[] {
  const keys = new Set(edge.pairs.flatMap(({ from, to }) => [from, to]));
  return global.vertices.filter(({ key }) => keys.has(key));
}

/** Why a global type cannot be ticked, or undefined. */
export function globalRefusal(
  draft: Draft,
  global: Draft,
  type: DraftVertex | DraftEdge,
): string | undefined {
  const local = localNames(draft);
  if (local.has(type.name)) return t`The graph has its own type ${type.name}.`;
  if (!('pairs' in type)) return undefined;
  const own = endsOf(type, global).find(({ name }) => local.has(name));
  return own === undefined ? undefined : t`It touches ${own.name}, of which the graph has its own.`;
}

export interface GlobalChoice {
  readonly added: Draft;
  /** Keys. */
  readonly removed: ReadonlySet<string>;
}

/**
 * The change of the draft when a global type is ticked or unticked: a vertex type takes along the edge types whose ends
 * are then all there, or no longer; an edge type takes along its ends.
 */
export function toggled(
  draft: Draft,
  global: Draft,
  type: DraftVertex | DraftEdge,
  on: boolean,
): GlobalChoice {
  const used = new Set(
    [...draft.vertices, ...draft.edges].filter(({ foreign }) => foreign).map(({ key }) => key),
  );
  if (!on) {
    const gone = new Set([type.key]);
    for (const edge of draft.edges)
      if (edge.foreign && edge.pairs.every(({ from, to }) => gone.has(from) || gone.has(to)))
        gone.add(edge.key);
    return { added: { vertices: [], edges: [] }, removed: gone };
  }
  const vertices = 'pairs' in type ? endsOf(type, global) : [type];
  const there = new Set([...used, ...vertices.map(({ key }) => key)]);
  const touched = new Set(vertices.map(({ key }) => key));
  const isWhole = (edge: DraftEdge): boolean => endsOf(edge, global).every(({ key }) => there.has(key));
  const dependent = (edge: DraftEdge): boolean =>
    edge.key === type.key ||
    (!('pairs' in type) && isWhole(edge) && endsOf(edge, global).some(({ key }) => touched.has(key)));
  const edges = global.edges.filter(
    (edge) => dependent(edge) && !used.has(edge.key) && globalRefusal(draft, global, edge) === undefined,
  );
  return {
    added: {
      vertices: vertices.filter(({ key }) => !used.has(key)).map((each) => ({ ...each, foreign: true })),
      edges: edges.map((each) => ({ ...each, foreign: true })),
    },
    removed: new Set(),
  };
}
