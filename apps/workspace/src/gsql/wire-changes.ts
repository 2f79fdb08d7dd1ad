/** TigerGraph's JSON of schemas and their changes, as the engine has them. */
import type { WireSchemaChange } from '@acacia/contract';
import type { AlterType, Engine, SchemaChange } from '@acacia/engine';
import {
  attributeFromWire,
  edgeTypeFromWire,
  schemaToWire,
  vectorsFromWire,
  vertexTypeFromWire,
  type GraphSchema,
} from '@acacia/language';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';

/** @throws Problem when there is no such graph */
export function schemaOf(engine: Engine, graph: string | null): GraphSchema {
  const schema = engine.schema(graph);
  if (schema === undefined) throw problem('noGraph', { graph: String(graph) });
  return schema;
}

export function wireSchema(engine: Engine, graph: string | null) {
  return schemaToWire(schemaOf(engine, graph), (type) => graph !== null && engine.isLocalType(graph, type));
}

const pairFromWire = ({ From, To }: { readonly From: string; readonly To: string }) => ({
  from: From,
  to: To,
});

export function alterFromWire(
  alter: NonNullable<z.output<typeof WireSchemaChange>['alterEdgeTypes']>[number],
): AlterType {
  return {
    name: alter.name,
    addAttributes: (alter.addAttributes ?? []).map((attribute) => attributeFromWire(attribute, alter.name)),
    dropAttributes: alter.dropAttributes ?? [],
    addIndexes: (alter.addIndexAttributes ?? []).map(({ indexName, attributeName }) => ({
      name: indexName,
      attribute: attributeName,
    })),
    dropIndexes: alter.dropIndexAttributes ?? [],
    addVectors: vectorsFromWire({ Name: alter.name, EmbeddingAttributes: alter.addEmbeddingAttributes }),
    dropVectors: alter.dropEmbeddingAttributes ?? [],
    addPairs: (alter.addEdgePairs ?? []).map(pairFromWire),
    dropPairs: (alter.dropEdgePairs ?? []).map(pairFromWire),
  };
}

export function changeFromWire(change: z.output<typeof WireSchemaChange>): SchemaChange {
  return {
    addVertexTypes: (change.addVertexTypes ?? []).map(vertexTypeFromWire),
    addEdgeTypes: (change.addEdgeTypes ?? []).map(edgeTypeFromWire),
    dropVertexTypes: change.dropVertexTypes ?? [],
    dropEdgeTypes: change.dropEdgeTypes ?? [],
    alterVertexTypes: (change.alterVertexTypes ?? []).map(alterFromWire),
    alterEdgeTypes: (change.alterEdgeTypes ?? []).map(alterFromWire),
    addGlobalTypes: change.addGlobalTypes ?? [],
    dropGlobalTypes: change.dropGlobalTypes ?? [],
  };
}
