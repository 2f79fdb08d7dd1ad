/**
 * The colours of a graph's types, the same in designer, editor, explorer and profile: stored with the graph, else from
 * the one palette.
 */
import type { WorkspaceClient } from '@acacia/api-client';
import type { GraphStyle, GraphStyleChange, WireGraphSchema } from '@acacia/contract';
import type { GraphStyles } from '@acacia/graph-view';
import { colorsOfTypes } from '@acacia/ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pictureOf } from './type-pictures.ts';
import { graphKeys } from './useGraphChoice.ts';

export interface TypeColors {
  readonly vertex: (type: string) => string;
  /** undefined: the neutral colour of edges. */
  readonly edge: (type: string) => string | undefined;
  readonly styles: GraphStyles;
  /** Names of the pictures of vertex types, see `type-icons.tsx`. */
  readonly icons: Readonly<Record<string, string>>;
}

/** Colour of edge types without their own, and of names that the schema does not know, e.g. of a type just dropped. */
export const NEUTRAL = '#8a8279';

const keptColors = (styles: GraphStyle['vertexStyles'] = {}): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(styles).flatMap(([type, { fillColor }]) =>
      fillColor === undefined ? [] : [[type, fillColor] as const],
    ),
  );

/** @param style as kept with the graph; undefined while it is not known */
export function typeColors(vertexTypes: readonly string[], style: GraphStyle | undefined): TypeColors {
  const colors = colorsOfTypes(vertexTypes, keptColors(style?.vertexStyles));
  const edges = keptColors(style?.edgeStyles);
  const styled = ([type, color]: readonly [string, string]) => [type, { color }] as const;
  return {
    icons: Object.fromEntries(
      [...new Set([...vertexTypes, ...Object.keys(style?.vertexStyles ?? {})])].flatMap((type) => {
        const icon = pictureOf(style?.vertexStyles[type]?.icon, type);
        return icon === '' ? [] : [[type, icon] as const];
      }),
    ),
    vertex: (type) => colors.get(type) ?? NEUTRAL,
    edge: (type) => edges.get(type),
    styles: {
      nodes: Object.fromEntries([...colors].map(styled)),
      edges: Object.fromEntries([...edges].map(styled)),
    },
  };
}

/**
 * The change that gives a type a colour. It stores the colours of the palette that others have, so that those stay.
 * @param style as stored now
 */
export function colorChange(
  style: GraphStyle,
  colors: TypeColors,
  vertexTypes: readonly string[],
  [type, color]: readonly [string, string],
): GraphStyleChange {
  const stored = keptColors(style.vertexStyles);
  const palette = vertexTypes
    .filter((each) => !stored.has(each))
    .map((each) => [each, { fillColor: colors.vertex(each) }] as const);
  return { vertexStyles: { ...Object.fromEntries(palette), [type]: { fillColor: color } } };
}

/**
 * Colours, icons and positions of types, as stored with the graph. @param graph null: the global types; undefined: none
 * is chosen yet
 */
export function useGraphStyle(
  client: WorkspaceClient | undefined,
  workspaceId: string,
  graph: string | null | undefined,
) {
  return useQuery({
    queryKey: graphKeys.styles(workspaceId, graph ?? null),
    queryFn:
      client === undefined || graph === undefined
        ? skipToken
        : ({ signal }) => client.graphStyle(graph, { signal }),
    staleTime: 60_000,
  });
}

export const vertexTypeNames = (schema: WireGraphSchema | undefined): string[] =>
  schema?.VertexTypes.map(({ Name }) => Name) ?? [];

export function useTypeColors(
  client: WorkspaceClient,
  workspaceId: string,
  graph: string | null,
  schema: WireGraphSchema | undefined,
): TypeColors {
  // Styles are an addition: without them the palette serves.
  const { data: style } = useGraphStyle(client, workspaceId, graph);
  return useMemo(() => typeColors(vertexTypeNames(schema), style), [style, schema]);
}
