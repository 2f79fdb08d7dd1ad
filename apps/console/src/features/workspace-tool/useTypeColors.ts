/** The colour of every type of a graph: as saved with its style, else from the one palette. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireGraphSchema } from '@acacia/contract';
import type { GraphStyles } from '@acacia/graph-view';
import { colorsOfTypes } from '@acacia/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { graphKeys } from './useGraphChoice.ts';

export interface TypeColors {
  readonly vertex: (type: string) => string;
  /** undefined: the canvas's own colour for edges. */
  readonly edge: (type: string) => string | undefined;
  readonly styles: GraphStyles;
}

/** Names that the schema does not know, e.g. of a type just dropped. */
const UNKNOWN = '#8a8279';

export function useTypeColors(
  client: WorkspaceClient,
  workspaceId: string,
  graph: string | null,
  schema: WireGraphSchema | undefined,
): TypeColors {
  // Styles are an addition: without them the palette serves.
  const { data: saved } = useQuery({
    queryKey: graphKeys.styles(workspaceId, graph),
    queryFn: ({ signal }) => client.graphStyle(graph, { signal }),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const palette = colorsOfTypes(schema?.VertexTypes.map((type) => type.Name) ?? []);
    const vertex = (type: string) => saved?.vertexStyles[type]?.fillColor ?? palette.get(type) ?? UNKNOWN;
    const edge = (type: string) => saved?.edgeStyles[type]?.fillColor;
    const nodes = Object.fromEntries(
      (schema?.VertexTypes ?? []).map(({ Name }) => [Name, { color: vertex(Name) }]),
    );
    const edges = Object.fromEntries(
      (schema?.EdgeTypes ?? []).map(({ Name }) => [Name, { color: edge(Name) }]),
    );
    return { vertex, edge, styles: { nodes, edges } };
  }, [saved, schema]);
}
