/** Texts that the library of canvases has of its own, in the language of the page. */
import { t } from '@acacia/texts';
import type { AriaLabelConfig } from '@xyflow/react';

export const FLOW_LABELS: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': t`Press enter or space to select a node. Press delete to remove it and escape to cancel.`,
  'node.a11yDescription.keyboardDisabled': t`Press enter or space to select a node. You can then use the arrow keys to move the node around. Press delete to remove it and escape to cancel.`,
  'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
    t`Moved selected node ${direction}. New position, x: ${x}, y: ${y}`,
  'edge.a11yDescription.default': t`Press enter or space to select an edge. You can then press delete to remove it or escape to cancel.`,
  'controls.ariaLabel': t`Control Panel`,
  'controls.zoomIn.ariaLabel': t`Zoom In`,
  'controls.zoomOut.ariaLabel': t`Zoom Out`,
  'controls.fitView.ariaLabel': t`Fit View`,
};

/** Properties of a box of React Flow, whose own words for its role are English. */
export const FLOW_BOX = { domAttributes: { 'aria-roledescription': t`box` } } as const;

/** The same of a line between boxes. */
export const FLOW_LINE = { domAttributes: { 'aria-roledescription': t`connection` } } as const;
