/** The diagram as a drawing. Parts beyond its edge are reached by dragging and by the buttons in the corner. */
import { t } from '@acacia/texts';
import '@xyflow/react/dist/style.css';
import type { Workgroup } from '@acacia/contract';
import { useMantineColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Controls, MarkerType, ReactFlow, type Edge } from '@xyflow/react';
import { useMemo } from 'react';
import { FLOW_BOX, FLOW_LABELS, FLOW_LINE } from '../../../shell/flow-labels.ts';
import { Box, type FlowNode } from './DiagramNodes.tsx';
import classes from './diagram.module.css';
import { layoutOf, NODE_HEIGHT, type Diagram } from './layout.ts';

const NODE_TYPES = { box: Box };
/** Pixels of the drawing at most, and around it. */
const HIGHEST = 520;
const MARGIN = 4;

const flowNodes = ({ nodes, nodeWidth, snapshotWidth }: Diagram): FlowNode[] =>
  nodes.map((node) => {
    const width = node.kind === 'snapshot' ? snapshotWidth : nodeWidth;
    return {
      id: node.id,
      type: 'box',
      position: { x: node.x, y: node.y },
      width,
      height: NODE_HEIGHT,
      ...FLOW_BOX,
      data: { node, width },
    };
  });

const flowEdges = ({ edges }: Diagram): Edge[] =>
  edges.map(({ id, source, target, label }) => ({
    id,
    source,
    target,
    type: 'default',
    className: classes.edge,
    ariaLabel: label ?? t`Snapshot`,
    ...FLOW_LINE,
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--acacia-ink-dim)' },
    ...(label === null
      ? { style: { strokeDasharray: '4 4' } }
      : { label, labelShowBg: true, labelBgPadding: [4, 2], labelBgBorderRadius: 4 }),
  }));

export function DiagramCanvas({ group }: { readonly group: Workgroup }) {
  const { colorScheme } = useMantineColorScheme();
  const { ref, width } = useElementSize();
  const inner = Math.max(0, width - 2 * MARGIN);
  const diagram = useMemo(() => layoutOf(group, inner), [group, inner]);
  const nodes = useMemo(() => flowNodes(diagram), [diagram]);
  const edges = useMemo(() => flowEdges(diagram), [diagram]);
  const full = diagram.height + 2 * MARGIN;
  const overflows = full > HIGHEST;
  return (
    <div ref={ref} className={classes.canvas} style={{ height: Math.min(full, HIGHEST) }}>
      {width > 0 && (
        <ReactFlow
          aria-label="Diagram of the workgroup"
          ariaLabelConfig={FLOW_LABELS}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
          defaultViewport={{ x: MARGIN, y: MARGIN, zoom: 1 }}
          minZoom={0.2}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          panOnDrag={overflows}
          zoomOnScroll={false}
          zoomOnPinch={overflows}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          deleteKeyCode={null}
          onlyRenderVisibleElements={overflows}
          proOptions={{ hideAttribution: true }}
        >
          {overflows && <Controls showInteractive={false} />}
        </ReactFlow>
      )}
    </div>
  );
}
