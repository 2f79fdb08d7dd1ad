/**
 * The state of the explorer's page: selection, open panel, the request under way. Pure. The contents of the canvas and
 * how they are looked at outlive the page: `exploration-store.ts`.
 */
import {
  NOTHING_SELECTED,
  type ContextMenuTarget,
  type GraphData,
  type GraphSelection,
} from '@acacia/graph-view';
import type { WhichPaths } from '../workspace-tool/graph-queries.ts';
import type { WireGraphParts } from '../workspace-tool/wire-graph.ts';
import { WHOLE_STEP, type Along, type Walk } from './walk/walk.ts';

export interface PathOptions extends Along {
  /** Between two vertices; among more all shortest ones are found. */
  readonly which: WhichPaths;
  /** Edges of a path at most. */
  readonly longest: number;
}

/** An addition that would pass the limit, until the person decides how much of it to add. */
export interface TooMany {
  readonly addition: WireGraphParts;
  readonly size: number;
  /** New vertices that fit. */
  readonly room: number;
}

export const SIDE_TABS = ['details', 'styles', 'filters', 'figures', 'edit', 'comments'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

export interface ExplorerState {
  /** As made last; may name elements that an undo took away, see `presentSelection`. */
  readonly selection: GraphSelection;
  /** How a vertex is expanded. */
  readonly walk: Walk;
  readonly menu: ContextMenuTarget | null;
  readonly tab: SideTab;
  /** The one request under way, with its words for people. */
  readonly request: { readonly id: number; readonly what: string } | null;
  /** Outcome of the last request, until it is dismissed. */
  readonly notice: string | null;
  readonly tooMany: TooMany | null;
}

export type ExplorerAction =
  | { readonly kind: 'select'; readonly selection: GraphSelection }
  | { readonly kind: 'walk'; readonly walk: Walk }
  /** @param target null closes the menu */
  | { readonly kind: 'menu'; readonly target: ContextMenuTarget | null }
  | { readonly kind: 'tab'; readonly tab: SideTab }
  /** A request begins; it takes the place of another, whose end and notice are ignored then. */
  | { readonly kind: 'begin'; readonly id: number; readonly what: string }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'notice'; readonly id: number; readonly text: string }
  | { readonly kind: 'dismissNotice' }
  /** @param tooMany null: the person decided */
  | { readonly kind: 'tooMany'; readonly tooMany: TooMany | null };

export const EXPLORER: ExplorerState = {
  selection: NOTHING_SELECTED,
  walk: [WHOLE_STEP],
  menu: null,
  tab: 'details',
  request: null,
  notice: null,
  tooMany: null,
};

/** The state after an action; the same state for an action of a request that is not under way any more. */
export function explorer(state: ExplorerState, action: ExplorerAction): ExplorerState {
  switch (action.kind) {
    case 'select':
      return { ...state, selection: action.selection };
    case 'walk':
      return { ...state, walk: action.walk };
    case 'menu':
      return { ...state, menu: action.target };
    case 'tab':
      return { ...state, tab: action.tab };
    case 'begin':
      return { ...state, request: { id: action.id, what: action.what }, notice: null };
    case 'end':
      return state.request?.id === action.id ? { ...state, request: null } : state;
    case 'notice':
      return state.request?.id === action.id ? { ...state, notice: action.text } : state;
    case 'dismissNotice':
      return { ...state, notice: null };
    case 'tooMany':
      return { ...state, tooMany: action.tooMany };
  }
}

/** The selection without elements that are not in sight; the same one when all are. */
export function presentSelection({ selection }: ExplorerState, data: GraphData): GraphSelection {
  if (selection.nodes.length + selection.edges.length === 0) return selection;
  const [vertices, there] = [
    new Set(data.nodes.map(({ id }) => id)),
    new Set(data.edges.map(({ id }) => id)),
  ];
  const nodes = selection.nodes.filter((key) => vertices.has(key));
  const edges = selection.edges.filter((key) => there.has(key));
  return nodes.length === selection.nodes.length && edges.length === selection.edges.length
    ? selection
    : { nodes, edges };
}
