/** Vertices and edges found in a result, drawn. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireEdge, WireGraphSchema } from '@acacia/contract';
import { NOTHING_SELECTED, type GraphSelection } from '@acacia/graph-view';
import { EmptyState, formatNumber, toast } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { edgesAmong } from '../../workspace-tool/graph-queries.ts';
import { handOver } from '../../workspace-tool/hand-over.ts';
import { GraphPanel } from '../../workspace-tool/GraphPanel.tsx';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { NOTHING_HIDDEN } from '../../workspace-tool/visible-types.ts';
import {
  ELEMENT_LIMIT,
  graphDataOf,
  merged,
  vertexKey,
  vertexOfKey,
  type WireGraphParts,
} from '../../workspace-tool/wire-graph.ts';

interface ResultGraphProps {
  readonly parts: WireGraphParts;
  readonly client: WorkspaceClient;
  /** The graph in which edges can be looked up; null: none. */
  readonly graph: string | null;
  readonly schema: WireGraphSchema | undefined;
  readonly colors: TypeColors;
}

/** The best connected vertices, with the edges among them as far as there is room. */
function cut(parts: WireGraphParts, limit: number): WireGraphParts {
  const ends = (edge: WireEdge) =>
    [
      vertexKey({ type: edge.from_type, id: edge.from_id }),
      vertexKey({ type: edge.to_type, id: edge.to_id }),
    ] as const;
  const degree = new Map<string, number>();
  for (const edge of parts.edges.values()) {
    for (const key of ends(edge)) degree.set(key, (degree.get(key) ?? 0) + 1);
  }
  const vertices = new Map(
    [...parts.vertices]
      .sort(([a], [b]) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0))
      .slice(0, Math.ceil(limit / 2)),
  );
  const edges = new Map<string, WireEdge>();
  for (const [key, edge] of parts.edges) {
    if (vertices.size + edges.size >= limit) break;
    if (ends(edge).every((end) => vertices.has(end))) edges.set(key, edge);
  }
  return { vertices, edges };
}

const workspaceIn = ({ workspace_id }: { readonly workspace_id?: unknown }): string | undefined =>
  typeof workspace_id === 'string' ? workspace_id : undefined;

export function ResultGraph({ parts, client, graph, schema, colors }: ResultGraphProps) {
  const navigate = useNavigate();
  const workspaceId = useSearch({ strict: false, select: workspaceIn });
  const [added, setAdded] = useState<WireGraphParts | null>(null);
  const [onlyFirst, setOnlyFirst] = useState(false);
  const [selection, setSelection] = useState<GraphSelection>(NOTHING_SELECTED);
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const whole = useMemo(() => (added === null ? parts : merged(parts, added)), [parts, added]);
  const size = whole.vertices.size + whole.edges.size;
  const tooLarge = size > ELEMENT_LIMIT;
  const drawn = useMemo(
    () => (tooLarge && onlyFirst ? cut(whole, ELEMENT_LIMIT) : whole),
    [whole, tooLarge, onlyFirst],
  );
  const data = useMemo(() => graphDataOf(drawn), [drawn]);

  const lookUp = useMutation({
    mutationFn: async () => {
      if (graph === null) return null;
      return edgesAmong({ client, graph }, [...parts.vertices.keys()].map(vertexOfKey));
    },
    onSuccess: (found) => {
      if (found === null) return;
      setAdded(found);
      if (found.edges.size === 0) toast.success(t`There are no edges among these vertices.`);
    },
    onError: (error) => toast.error(error),
  });

  if (tooLarge && !onlyFirst) {
    return (
      <EmptyState
        compact
        icon={<IconTopologyStar3 size={22} stroke={1.6} />}
        title="The graph's size exceeds the limitation. The graph will not be rendered."
        description={`It has ${formatNumber(size)} vertices and edges; ${formatNumber(ELEMENT_LIMIT)} are drawn at most. The table and the JSON hold everything.`}
        action={
          <Button variant="default" onClick={() => setOnlyFirst(true)}>
            Draw {formatNumber(ELEMENT_LIMIT)} of them
          </Button>
        }
      />
    );
  }
  const offer = parts.edges.size === 0 && parts.vertices.size > 1 && added === null && graph !== null;
  return (
    <GraphPanel
      label="Result graph"
      data={data}
      colors={colors}
      selection={selection}
      onSelectionChange={setSelection}
      hidden={hidden}
      onHiddenChange={setHidden}
      actions={
        <>
          {offer && (
            <Button
              size="compact-sm"
              variant="default"
              loading={lookUp.isPending}
              disabled={schema === undefined}
              onClick={() => lookUp.mutate()}
            >
              Show edges among them
            </Button>
          )}
          {graph !== null && drawn.vertices.size > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconTopologyStar3 size={14} />}
              onClick={() => {
                handOver(client.origin, graph, drawn);
                void navigate({
                  to: '/explore',
                  search: { workspace_id: workspaceId, graph_name: graph },
                });
              }}
            >
              Explore
            </Button>
          )}
        </>
      }
    />
  );
}
