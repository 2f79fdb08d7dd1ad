/**
 * The schema as a drawing: a box per vertex type, a line per edge pair. Dragging from a box's border creates an edge
 * type; a click with V held creates a vertex type.
 */
import '@xyflow/react/dist/style.css';
import {
  Background,
  BackgroundVariant,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useStore,
} from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import { memo, useMemo, useState, type Ref } from 'react';
import { FLOW_LABELS } from '../../../shell/flow-labels.ts';
import type { Draft } from '../draft.ts';
import { OUTGROWS, zoomStep } from '../layout/readable.ts';
import type { Arrangement, Point } from '../layout/shapes.ts';
import { ArrowHead } from './ArrowHead.tsx';
import { canvasParts } from './canvas-parts.ts';
import { FarLines } from './FarLines.tsx';
import { FarNames } from './FarNames.tsx';
import { Overview } from './Overview.tsx';
import { PairLine, type PairEdge } from './PairLine.tsx';
import { Readable } from './Readable.tsx';
import { NOTHING_DRAGGED, useCanvasActs } from './useCanvasActs.ts';
import { FIT, useView, type CanvasHandle } from './useView.ts';
import { VertexBox, type VertexNode } from './VertexBox.tsx';
import classes from './SchemaCanvas.module.css';

const NODE_TYPES = { vertex: VertexBox };
const EDGE_TYPES = { pair: PairLine };
const NO_ATTRIBUTION = { hideAttribution: true } as const;
const NO_BOXES: readonly VertexNode[] = [];
const NO_LINES: PairEdge[] = [];
/** Boxes above which those out of sight are not in the page. */
const DRAW_ALL = 150;

export interface SchemaCanvasProps {
  readonly handle: Ref<CanvasHandle>;
  readonly draft: Draft;
  readonly arrangement: Arrangement;
  readonly selected: ReadonlySet<string>;
  /** Keys of types that have a problem. */
  readonly faulty: ReadonlySet<string>;
  readonly readOnly: boolean;
  /** The text stands beside the canvas: whenever it comes or goes, the whole schema is shown in the room that is left. */
  readonly withText: boolean;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly onMove: (positions: ReadonlyMap<string, Point>) => void;
  readonly onConnect: (from: string, to: string) => void;
  readonly onCreateVertex: (position: Point) => void;
}

/** Drawn anew only when its own properties change: the designer is drawn with every key. */
export const SchemaCanvas = memo(function SchemaCanvas(props: SchemaCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
});

function Canvas(props: SchemaCanvasProps) {
  const { handle, draft, arrangement, selected, faulty, readOnly, withText } = props;
  const { colorScheme } = useMantineColorScheme();
  const [dragged, setDragged] = useState(NOTHING_DRAGGED);
  const [parts] = useState(canvasParts);
  const { nodes, edges } = useMemo(
    () => parts({ draft, arrangement, dragged, selected, faulty }),
    [parts, draft, arrangement, dragged, selected, faulty],
  );
  const isMany = nodes.length > DRAW_ALL;
  const isFar = useStore(({ transform }) => zoomStep(transform[2]) < OUTGROWS) && isMany;
  useView({ handle, nodes, edges, arrangement, selected, withText });
  const { acts, chooseByKey, createsVertex } = useCanvasActs(props, { nodes, dragged, setDragged });
  return (
    <div className={classes.canvas} data-creates={createsVertex || undefined} onKeyDown={chooseByKey}>
      <ArrowHead />
      <Readable boxes={isMany ? NO_BOXES : nodes} edges={edges} isFar={isFar}>
        <ReactFlow
          aria-label="Schema"
          ariaLabelConfig={FLOW_LABELS}
          nodes={nodes as VertexNode[]}
          // The canvas asks each line of its own after every change: from afar, one drawing has them all.
          edges={isFar ? NO_LINES : (edges as PairEdge[])}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
          minZoom={0.02}
          onlyRenderVisibleElements={isMany}
          nodesConnectable={!readOnly}
          nodesDraggable={!readOnly}
          deleteKeyCode={null}
          selectionKeyCode={null}
          {...acts}
          proOptions={NO_ATTRIBUTION}
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1}
            color="var(--acacia-hairline-strong)"
          />
          {isFar && <FarLines edges={edges} onEdgeClick={acts.onEdgeClick} />}
          <FarNames nodes={nodes} edges={edges} />
          <Controls showInteractive={false} fitViewOptions={FIT} />
          {nodes.length > 8 && <Overview nodes={nodes} />}
        </ReactFlow>
      </Readable>
    </div>
  );
}
