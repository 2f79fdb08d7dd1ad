/** Saves a draft: one schema change of the graph, then the looks of its types that were changed. */
import type { WorkspaceClient } from '@acacia/api-client';
import {
  attributeToWire,
  edgeTypeToWire,
  vectorToWire,
  vertexTypeToWire,
  type EdgePair,
} from '@acacia/language';
import type { GraphStyle } from '@acacia/contract';
import { toStyleChange, type DraftChange, type LookChange, type TypeChange } from './draft-change.ts';

const pairToWire = ({ from, to }: EdgePair) => ({ From: from, To: to });

const alterToWire = (change: TypeChange) => ({
  name: change.name,
  addAttributes: change.added.map((attribute) => attributeToWire(attribute)),
  dropAttributes: [...change.dropped],
  addIndexAttributes: change.addedIndexes.map(({ name, attribute }) => ({
    indexName: name,
    attributeName: attribute,
  })),
  dropIndexAttributes: [...change.droppedIndexes],
  addEmbeddingAttributes: change.addedVectors.map(vectorToWire),
  dropEmbeddingAttributes: [...change.droppedVectors],
  addEdgePairs: change.addedPairs.map(pairToWire),
  dropEdgePairs: change.droppedPairs.map(pairToWire),
});

/** The body of the call that makes a change. @param isLocal false in the global scope */
export const changeToWire = (change: DraftChange, isLocal: boolean) => ({
  addVertexTypes: change.addVertices.map((type) => vertexTypeToWire(type, isLocal)),
  addEdgeTypes: change.addEdges.map((type) => edgeTypeToWire(type, isLocal)),
  dropVertexTypes: [...change.dropVertices],
  dropEdgeTypes: [...change.dropEdges],
  alterVertexTypes: change.alterVertices.map(alterToWire),
  alterEdgeTypes: change.alterEdges.map(alterToWire),
  addGlobalTypes: [...change.addGlobal],
  dropGlobalTypes: [...change.dropGlobal],
});

/** All or nothing. @param graph null: the global scope. @throws WorkspaceError with the workspace's answer */
export const saveChange = (
  client: WorkspaceClient,
  graph: string | null,
  change: DraftChange,
): Promise<string> => client.changeSchema(graph, changeToWire(change, graph !== null));

/**
 * Changes the looks that the person changed: icons, edge styles and what others change at the same time stay.
 * @throws WorkspaceError when they cannot be read or stored; nothing is changed then
 */
export async function saveLooks(
  client: WorkspaceClient,
  graph: string | null,
  changeOf: (stored: GraphStyle) => LookChange,
): Promise<void> {
  const stored = await client.graphStyle(graph);
  await client.changeGraphStyle(graph, toStyleChange(changeOf(stored)));
}
