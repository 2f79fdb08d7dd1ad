/** Saves a draft as one schema change of the graph. */
import type { WorkspaceClient } from '@acacia/api-client';
import { attributeToWire, edgeTypeToWire, vertexTypeToWire } from '@acacia/language';
import type { DraftChange, TypeChange } from './draft.ts';

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
