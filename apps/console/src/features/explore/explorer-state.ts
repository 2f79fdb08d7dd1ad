/**
 * The state of the explorer's page: selection, hidden types, looks, the request under way. Pure. The contents of the
 * canvas outlive the page: `exploration.ts`.
 */
import { NOTHING_SELECTED, type ContextMenuTarget, type GraphSelection } from '@acacia/graph-view';
import { NOTHING_HIDDEN, type HiddenTypes } from '../workspace-tool/visible-types.ts';
import type { WireGraphParts } from '../workspace-tool/wire-graph.ts';
import type { TypeLooks } from './type-looks.ts';

export interface ExpandOptions {
  /** Names of edge types; null: all. */
  readonly edgeTypes: readonly string[] | null;
  /** Neighbours for each vertex. */
  readonly limit: number;
}

/** An addition that would pass the limit, until the person decides how much of it to add. */
export interface TooMany {
  readonly addition: WireGraphParts;
  readonly size: number;
  /** New vertices that fit. */
  readonly room: number;
}

export type SideTab = 'details' | 'styles';

export interface ExplorerState {
  /** As made last; may name elements that an undo took away, see `presentSelection`. */
  readonly selection: GraphSelection;
  readonly hidden: HiddenTypes;
  readonly options: ExpandOptions;
  readonly looks: TypeLooks;
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
  | { readonly kind: 'hide'; readonly hidden: HiddenTypes }
  | { readonly kind: 'options'; readonly options: ExpandOptions }
  | { readonly kind: 'looks'; readonly looks: TypeLooks }
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

export const explorerOf = (looks: TypeLooks): ExplorerState => ({
  selection: NOTHING_SELECTED,
  hidden: NOTHING_HIDDEN,
  options: { edgeTypes: null, limit: 50 },
  looks,
  menu: null,
  tab: 'details',
  request: null,
  notice: null,
  tooMany: null,
});

/** The state after an action; the same state for an action of a request that is not under way any more. */
export function explorer(state: ExplorerState, action: ExplorerAction): ExplorerState {
  switch (action.kind) {
    case 'select':
      return { ...state, selection: action.selection };
    case 'hide':
      return { ...state, hidden: action.hidden };
    case 'options':
      return { ...state, options: action.options };
    case 'looks':
      return { ...state, looks: action.looks };
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

/** The selection without elements that are not on the canvas; the same one when all are. */
export function presentSelection(
  { selection }: ExplorerState,
  { vertices, edges }: WireGraphParts,
): GraphSelection {
  const nodes = selection.nodes.filter((key) => vertices.has(key));
  const lines = selection.edges.filter((key) => edges.has(key));
  return nodes.length === selection.nodes.length && lines.length === selection.edges.length
    ? selection
    : { nodes, edges: lines };
}
