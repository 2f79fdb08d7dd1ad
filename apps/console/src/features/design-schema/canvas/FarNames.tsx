/** Names that have outgrown their boxes, above all boxes. */
import { ViewportPortal } from '@xyflow/react';
import { use, useMemo } from 'react';
import { heightOf } from '../layout/layout-of-draft.ts';
import { OUTGROWS, readableNames } from '../layout/readable.ts';
import { NODE_WIDTH } from '../layout/shapes.ts';
import type { PairEdge } from './PairLine.tsx';
import { useZoomStep } from './Readable.tsx';
import { DetailContext, type VertexNode } from './VertexBox.tsx';
import classes from './SchemaCanvas.module.css';

interface FarNamesProps {
  readonly nodes: readonly VertexNode[];
  readonly edges: readonly PairEdge[];
}

export function FarNames(props: FarNamesProps) {
  return use(DetailContext).outside ? <Names {...props} /> : null;
}

function Names({ nodes, edges }: FarNamesProps) {
  const zoom = useZoomStep();
  const names = useMemo(() => typeNames(nodes, edges, zoom), [nodes, edges, zoom]);
  return (
    <ViewportPortal>
      {nodes
        .filter(({ id, selected }) => selected === true || names.has(id))
        .map(({ id, position, selected, data: { vertex } }) => (
          <div
            key={id}
            className={classes.far}
            data-selected={selected || undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${position.x + NODE_WIDTH / 2}px, ${position.y + heightOf(vertex) / 2}px)`,
            }}
          >
            {vertex.name}
          </div>
        ))}
    </ViewportPortal>
  );
}

/** The names of types that fit beside each other; those with many links come first. */
function typeNames(
  nodes: readonly VertexNode[],
  edges: readonly PairEdge[],
  zoom: number,
): ReadonlySet<string> {
  const links = new Map<string, number>();
  for (const { source, target } of edges)
    for (const id of [source, target]) links.set(id, (links.get(id) ?? 0) + 1);
  const types = nodes.map(({ id, position, data: { vertex } }) => ({
    key: id,
    name: vertex.name,
    x: position.x + NODE_WIDTH / 2,
    y: position.y + heightOf(vertex) / 2,
    weight: links.get(id) ?? 0,
  }));
  return readableNames(types, zoom, OUTGROWS);
}
