/** Saves a draft: one schema change of the graph, then the positions and colours of its types. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { GraphStyle } from '@acacia/contract';
import { attributeToWire, edgeTypeToWire, vertexTypeToWire } from '@acacia/language';
import type { Point } from './canvas-layout.ts';
import type { DraftChange, DraftVertex, TypeChange } from './draft.ts';

const alterToWire = ({ name, added, dropped }: TypeChange) => ({
  name,
  addAttributes: added.map((attribute) => attributeToWire(attribute)),
  dropAttributes: [...dropped],
});

/** All or nothing. @throws WorkspaceError with the workspace's answer */
export function saveChange(client: WorkspaceClient, graph: string, change: DraftChange): Promise<string> {
  return client.changeSchema(graph, {
    addVertexTypes: change.addVertices.map((type) => vertexTypeToWire(type, true)),
    addEdgeTypes: change.addEdges.map((type) => edgeTypeToWire(type, true)),
    dropVertexTypes: [...change.dropVertices],
    dropEdgeTypes: [...change.dropEdges],
    alterVertexTypes: change.alterVertices.map(alterToWire),
    alterEdgeTypes: change.alterEdges.map(alterToWire),
  });
}

/** @param positions by key of the vertex type. @throws WorkspaceError with the workspace's answer */
export function saveLooks(
  client: WorkspaceClient,
  graph: string,
  style: GraphStyle,
  vertices: readonly DraftVertex[],
  positions: ReadonlyMap<string, Point>,
): Promise<string> {
  const vertexStyles = Object.fromEntries(
    vertices.map(({ key, name, color }) => [
      name,
      { ...style.vertexStyles[name], ...positions.get(key), fillColor: color },
    ]),
  );
  return client.saveGraphStyle(graph, { ...style, vertexStyles });
}
