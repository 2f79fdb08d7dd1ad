export type {
  GraphData,
  GraphEdge,
  GraphNode,
  GraphSelection,
  GraphStyles,
  NodePlaces,
  TypeStyle,
} from './model.ts';
export { NOTHING_SELECTED } from './model.ts';
export type { Insets } from './geometry/viewport.ts';
export { LAYOUTS, type LayoutName } from './layout/layout.ts';
export type { ContextMenuTarget, GraphView, GraphViewOptions } from './options.ts';
export { attributeText } from './attribute-values.ts';
export { foldGroups, foldParallel, groupsByAttribute, type NodeGroup } from './fold.ts';
export {
  applyRules,
  withoutClasses,
  type LegendClass,
  type RuleLegend,
  type RuleLook,
  type RuleOperator,
  type StyledGraph,
  type StyleRule,
} from './rules.ts';
export { changeOf, summaryOf } from './summary.ts';
export { cellsOf, graphTable, type GraphTable } from './table.ts';
export { createGraphView } from './view.ts';
export { GraphCanvas, KEYBOARD_HELP } from './react/GraphCanvas.tsx';
export { GraphLegend, type LegendEntry } from './react/GraphLegend.tsx';
export { GraphList } from './react/GraphList.tsx';
