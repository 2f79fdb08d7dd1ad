/** Chooses the detail and the names of links, whenever the zoom changes by a step: each change draws all parts anew. */
import { useStore } from '@xyflow/react';
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { heightOf } from '../layout/layout-of-draft.ts';
import { NAME_SIZE, NAMES_ALONE, OUTGROWS, readableNames, zoomStep } from '../layout/readable.ts';
import { NODE_WIDTH } from '../layout/shapes.ts';
import { sameSets } from './canvas-parts.ts';
import { LinkNamesContext, type PairEdge } from './PairLine.tsx';
import { DetailContext, type VertexNode } from './VertexBox.tsx';
import classes from './SchemaCanvas.module.css';

const NO_NAMES: ReadonlySet<string> = new Set();

interface ReadableProps {
  /** Boxes whose names stay free; none where there are many, since each step of a drag chooses anew. */
  readonly boxes: readonly VertexNode[];
  readonly edges: readonly PairEdge[];
  /** Many boxes, seen from afar: the borders that edges are dragged from are hidden. */
  readonly isFar: boolean;
  readonly children: ReactNode;
}

export function Readable({ boxes, edges, isFar, children }: ReadableProps) {
  const zoom = useZoomStep();
  const detail = useMemo(() => ({ namesAlone: zoom < NAMES_ALONE, outside: zoom < OUTGROWS }), [zoom]);
  const [same] = useState(sameSets);
  const names = useMemo(() => same(linkNames(boxes, edges, zoom)), [same, boxes, edges, zoom]);
  const style = {
    '--name-size': `${Math.max(13, NAME_SIZE / zoom)}px`,
    '--label-size': `${Math.max(11, (NAME_SIZE - 1) / zoom)}px`,
    '--line-width': `${Math.max(1, 0.6 / zoom)}px`,
  } as CSSProperties;
  return (
    <DetailContext value={detail}>
      <LinkNamesContext value={names}>
        <div className={classes.names} style={style} data-far={isFar || undefined}>
          {children}
        </div>
      </LinkNamesContext>
    </DetailContext>
  );
}

export const useZoomStep = (): number => useStore(({ transform }) => zoomStep(transform[2]));

/** The names of links that cover neither each other nor the names in boxes. */
function linkNames(
  boxes: readonly VertexNode[],
  edges: readonly PairEdge[],
  zoom: number,
): ReadonlySet<string> {
  if (zoom < OUTGROWS) return NO_NAMES;
  const types = boxes.map(({ id, position, data: { vertex } }) => ({
    key: `box ${id}`,
    name: vertex.name,
    x: position.x + NODE_WIDTH / 2,
    y: position.y + heightOf(vertex) / 2,
    weight: 2,
    breaks: true,
  }));
  const lines = edges.flatMap(({ id, data }) =>
    data === undefined
      ? []
      : [{ key: id, name: data.edge.name, ...data.line.label, weight: 1, breaks: true }],
  );
  return readableNames([...types, ...lines], zoom, NAMES_ALONE);
}
