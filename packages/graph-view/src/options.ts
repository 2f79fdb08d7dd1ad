/** Options and callbacks of a view. */
import type { Insets } from './geometry/viewport.ts';
import type { LayoutName } from './layout/layout.ts';
import type { GraphData, GraphEdge, GraphNode, GraphSelection, GraphStyles, NodePlaces } from './model.ts';
import type { GraphTheme } from './render/theme.ts';

export interface ContextMenuTarget {
  readonly node: GraphNode | null;
  /** With `members` where it is drawn in the place of many parallel edges. */
  readonly edge: GraphEdge | null;
  /** Position on the page, in CSS pixels. */
  readonly clientX: number;
  readonly clientY: number;
}

export interface GraphViewOptions {
  readonly data: GraphData;
  /** Colours and sizes of types; a type without a colour is drawn in the text colour. CSS variables are allowed. */
  readonly styles?: GraphStyles;
  readonly theme?: Partial<GraphTheme>;
  /** The first layout; default force. */
  readonly layout?: LayoutName;
  readonly onSelectionChange?: (selection: GraphSelection) => void;
  readonly onHover?: (target: GraphNode | GraphEdge | null) => void;
  /** Double click, or `e` at the keyboard's node. */
  readonly onExpand?: (node: GraphNode) => void;
  readonly onContextMenu?: (target: ContextMenuTarget) => void;
  readonly onLayoutRunning?: (running: boolean) => void;
  /** Called when nodes have come to rest, by a layout or by a person's hand. */
  readonly onSettled?: () => void;
  /** Words for a screen reader about where the keyboard is. */
  readonly onAnnounce?: (text: string) => void;
  readonly onError?: (message: string) => void;
}

export interface GraphView {
  /** Shows other data. Nodes that stay keep their places; new ones settle near their neighbours. */
  setData(data: GraphData): void;
  setStyles(styles: GraphStyles): void;
  selection(): GraphSelection;
  /** Chooses without telling `onSelectionChange`. Ids that are not there are left out. */
  setSelection(selection: GraphSelection): void;
  /** Where every node is. */
  places(): NodePlaces;
  /** Takes places from elsewhere: nodes of these ids come where they say. */
  adoptPlaces(places: NodePlaces): void;
  /**
   * Arranges the nodes, but for those that a person has put somewhere.
   * @param root node id from which hierarchy and radial begin; default the one with most edges
   */
  runLayout(name: LayoutName, root?: string): void;
  stopLayout(): void;
  fit(): void;
  /** Brings nodes into the middle of the window. */
  focus(ids: readonly string[]): void;
  /** Sides that something floats over: fitting and focusing keep clear of them. */
  setInsets(insets: Insets): void;
  zoomBy(factor: number): void;
  /** Lets every pinned node go. */
  unpinAll(): void;
  /** The whole graph as a PNG, twice the usual resolution. Rejects when the browser cannot paint it. */
  toPng(): Promise<Blob>;
  /** The whole graph as the text of an SVG file. @throws Error when the browser cannot measure its texts */
  toSvg(): string;
  destroy(): void;
}
