export type { GraphData, GraphEdge, GraphNode, GraphSelection, GraphStyles, TypeStyle } from './model.ts';
export { NOTHING_SELECTED } from './model.ts';
export { LAYOUTS, type LayoutName } from './layout/layout.ts';
export type { ContextMenuTarget, GraphView, GraphViewOptions } from './options.ts';
export { createGraphView } from './view.ts';
export { GraphCanvas, KEYBOARD_HELP } from './react/GraphCanvas.tsx';
export { GraphLegend, type LegendEntry } from './react/GraphLegend.tsx';
export { GraphList } from './react/GraphList.tsx';
