/** TigerGraph's JSON of schemas and their changes, as the engine has them. */
import type { WireAlterType, WireSchemaChange, WireSchemaJob } from '@acacia/contract';
import type { AlterType, Engine, SchemaChange, SchemaJobChange } from '@acacia/engine';
import {
  attributeFromWire,
  attributeToWire,
  edgeTypeFromWire,
  edgeTypeToWire,
  schemaToWire,
  vectorsFromWire,
  vectorToWire,
  vertexTypeFromWire,
  vertexTypeToWire,
  type EdgePair,
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

const pairToWire = ({ from, to }: EdgePair) => ({ From: from, To: to });

function alterToWire(alter: AlterType): WireAlterType {
  return {
    name: alter.name,
    addAttributes: (alter.addAttributes ?? []).map((attribute) => attributeToWire(attribute)),
    dropAttributes: [...(alter.dropAttributes ?? [])],
    addIndexAttributes: (alter.addIndexes ?? []).map(({ name, attribute }) => ({
      indexName: name,
      attributeName: attribute,
    })),
    dropIndexAttributes: [...(alter.dropIndexes ?? [])],
    addEmbeddingAttributes: (alter.addVectors ?? []).map(vectorToWire),
    dropEmbeddingAttributes: [...(alter.dropVectors ?? [])],
    addEdgePairs: (alter.addPairs ?? []).map(pairToWire),
    dropEdgePairs: (alter.dropPairs ?? []).map(pairToWire),
  };
}

/** A schema change job as TigerGraph writes it (GSQL endpoints, "get a specific local/global schema change job"). */
export function jobToWire(
  name: string,
  graph: string | null,
  { change, members }: SchemaJobChange,
): WireSchemaJob {
  const isLocal = graph !== null;
  const membersOf = (of: string, what: 'vertex' | 'edge', adds: boolean) =>
    members
      .filter((each) => each.graph === of && each.what === what && each.adds === adds)
      .flatMap(({ names }) => names);
  const graphs = [...new Set(members.map((each) => each.graph))].map((graphName) => ({
    graphName,
    addVertexTypes: membersOf(graphName, 'vertex', true),
    dropVertexTypes: membersOf(graphName, 'vertex', false),
    addEdgeTypes: membersOf(graphName, 'edge', true),
    dropEdgeTypes: membersOf(graphName, 'edge', false),
  }));
  return {
    name,
    ...(isLocal ? { graph } : { graphs }),
    addVertexTypes: (change.addVertexTypes ?? []).map((type) => vertexTypeToWire(type, isLocal)),
    addEdgeTypes: (change.addEdgeTypes ?? []).map((type) => edgeTypeToWire(type, isLocal)),
    dropVertexTypes: [...(change.dropVertexTypes ?? [])],
    dropEdgeTypes: [...(change.dropEdgeTypes ?? [])],
    alterVertexTypes: (change.alterVertexTypes ?? []).map(alterToWire),
    alterEdgeTypes: (change.alterEdgeTypes ?? []).map(alterToWire),
  };
}
