/** The selection on the canvas: what it holds, what is next to it, and the changes of it. */
import type { ExplorationView } from '@acacia/contract';
import type { GraphSelection } from '@acacia/graph-view';
import { useCallback, useMemo, useState, type Dispatch } from 'react';
import type { WireGraphParts } from '../workspace-tool/wire-graph.ts';
import { leavesOf, neighboursOn, type Neighbour } from './exploration.ts';
import { presentSelection, type ExplorerAction, type ExplorerState } from './explorer-state.ts';
import { useSelectAllKey } from './useSelectAllKey.ts';
import type { Picture } from './view/usePicture.ts';
import { groupAt } from './view/visible.ts';

export interface Selected {
  /** Elements in sight alone. */
  readonly selection: GraphSelection;
  /** Vertices of the selection, with those in selected groups. */
  readonly keys: readonly string[];
  /** The one selected vertex. */
  readonly only: string | undefined;
  /** Vertices that a collapse of the selection takes away. */
  readonly leaves: ReadonlySet<string>;
  /** Neighbours on the canvas of the one selected vertex. */
  readonly neighbours: readonly Neighbour[];
  readonly select: (selection: GraphSelection) => void;
  readonly selectAll: () => void;
  /** Selects vertices and brings them into view. */
  readonly locate: (keys: readonly string[]) => void;
  readonly located: { readonly ids: readonly string[] } | undefined;
}

const NO_KEYS: ReadonlySet<string> = new Set();

export function useSelected(
  state: ExplorerState,
  dispatch: Dispatch<ExplorerAction>,
  parts: WireGraphParts,
  { all, data }: Picture,
  { groups }: ExplorationView,
): Selected {
  const selection = useMemo(() => presentSelection(state, data), [state, data]);
  const [located, setLocated] = useState<Selected['located']>();
  const select = useCallback(
    (next: GraphSelection) => dispatch({ kind: 'select', selection: next }),
    [dispatch],
  );
  const selectAll = () => select({ nodes: data.nodes.map((node) => node.id), edges: [] });
  useSelectAllKey(selectAll);
  const keys = useMemo(
    () =>
      selection.nodes.flatMap((id) => {
        const at = groupAt(id);
        return at === null ? [id] : (groups[at]?.members ?? []).filter((key) => parts.vertices.has(key));
      }),
    [selection, groups, parts],
  );
  const only = keys.length === 1 ? keys[0] : undefined;
  const leaves = useMemo(
    () => (keys.length === 0 ? NO_KEYS : leavesOf(all.edges, new Set(keys))),
    [all, keys],
  );
  const neighbours = useMemo(() => (only === undefined ? [] : neighboursOn(all.edges, only)), [all, only]);
  const locate = (wanted: readonly string[]): void => {
    select({ nodes: wanted, edges: [] });
    setLocated({ ids: wanted });
  };
  return { selection, keys, only, leaves, neighbours, select, selectAll, locate, located };
}
