/** Creates the types of a schema in a graph. */
import type { WorkspaceClient } from '@acacia/api-client';
import { edgeTypeToWire, vertexTypeToWire, type GraphSchema } from '@acacia/language';

/**
 * @param isNew the graph is created too, and dropped again where its types cannot be
 * @throws WorkspaceError with the workspace's answer
 */
export async function createSchema(
  client: WorkspaceClient,
  schema: GraphSchema,
  isNew: boolean,
): Promise<void> {
  if (isNew) await client.createGraph(schema.name);
  try {
    await client.changeSchema(schema.name, {
      addVertexTypes: schema.vertexTypes.map((type) => vertexTypeToWire(type, true)),
      addEdgeTypes: schema.edgeTypes.map((type) => edgeTypeToWire(type, true)),
    });
  } catch (error) {
    if (isNew) await client.dropGraph(schema.name);
    throw error;
  }
}
