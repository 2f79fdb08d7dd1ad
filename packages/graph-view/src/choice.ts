/** The elements that a person has chosen, points at, or has come to with the keyboard, by number. */
import type { GraphSelection, Point } from './model.ts';
import type { Scene } from './scene.ts';

export interface Choice {
  readonly selectedNodes: ReadonlySet<number>;
  readonly selectedEdges: ReadonlySet<number>;
  readonly hoveredNode: number;
  readonly hoveredEdge: number;
  /** The node that the keyboard is at; -1 for none. */
  readonly cursor: number;
  readonly boxSelection: { readonly from: Point; readonly to: Point } | null;
}

export interface ChoiceHolder {
  readonly now: () => Choice;
  readonly change: (part: Partial<Choice>) => void;
  /** The selection by ids; an edge drawn in the place of many stands for all of these. */
  readonly selection: () => GraphSelection;
  /** Ids that are not there are left out. */
  readonly select: (selection: GraphSelection) => void;
  /** Carries the choice over to another scene; elements that are gone are no longer chosen. */
  readonly moveTo: (next: Scene) => void;
}

const NOTHING: Choice = {
  selectedNodes: new Set(),
  selectedEdges: new Set(),
  hoveredNode: -1,
  hoveredEdge: -1,
  cursor: -1,
  boxSelection: null,
};

export function createChoice(first: Scene): ChoiceHolder {
  let scene = first;
  let choice = NOTHING;
  const change = (part: Partial<Choice>): void => {
    choice = { ...choice, ...part };
  };
  const selection = (): GraphSelection => ({
    nodes: [...choice.selectedNodes].flatMap((i) => scene.nodes[i]?.id ?? []),
    edges: [...choice.selectedEdges].flatMap((e) => {
      const edge = scene.edges[e];
      return (scene.bundles.has(e) ? edge?.members : edge?.id) ?? [];
    }),
  });
  const select = ({ nodes, edges }: GraphSelection): void =>
    change({
      selectedNodes: new Set(nodes.flatMap((id) => scene.nodeIndex.get(id) ?? [])),
      selectedEdges: new Set(edges.flatMap((id) => scene.edgeIndex.get(id) ?? [])),
    });
  return {
    now: () => choice,
    change,
    selection,
    select,
    moveTo: (next) => {
      const chosen = selection();
      const cursorId = scene.nodes[choice.cursor]?.id;
      scene = next;
      choice = { ...NOTHING, cursor: cursorId === undefined ? -1 : (scene.nodeIndex.get(cursorId) ?? -1) };
      select(chosen);
    },
  };
}
