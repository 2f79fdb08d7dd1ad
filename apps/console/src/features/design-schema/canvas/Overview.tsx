/** The whole schema in small, while part of it is out of sight. */
import { MiniMap, useReactFlow, useStore } from '@xyflow/react';
import { useMemo } from 'react';
import type { VertexNode } from './VertexBox.tsx';

export function Overview({ nodes }: { readonly nodes: readonly VertexNode[] }) {
  const flow = useReactFlow<VertexNode>();
  const bounds = useMemo(() => flow.getNodesBounds([...nodes]), [flow, nodes]);
  const isAllSeen = useStore(
    ({ transform: [x, y, zoom], width, height }) =>
      bounds.x * zoom + x >= 0 &&
      bounds.y * zoom + y >= 0 &&
      (bounds.x + bounds.width) * zoom + x <= width &&
      (bounds.y + bounds.height) * zoom + y <= height,
  );
  if (isAllSeen) return null;
  return (
    <MiniMap<VertexNode>
      pannable
      zoomable
      ariaLabel="Overview of the schema"
      style={{ width: 180, height: 120 }}
      nodeColor={({ data }) => data.vertex.color}
      nodeStrokeWidth={0}
      nodeBorderRadius={14}
    />
  );
}
