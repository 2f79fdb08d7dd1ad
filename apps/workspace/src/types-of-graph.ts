/** Types of a graph by their names. */
import type { Engine } from '@acacia/engine';
import type { EdgeType, VertexType } from '@acacia/language';
import { problem } from './errors/problem.ts';

/** @throws Problem when the graph has no such vertex type */
export function vertexTypeOf(engine: Engine, graph: string, name: string): VertexType {
  const type = engine.schema(graph)?.vertexTypes.find((candidate) => candidate.name === name);
  if (type === undefined) {
    throw problem('noVertexType', { name, graph });
  }
  return type;
}

/** @throws Problem when the graph has no such edge type */
export function edgeTypeOf(engine: Engine, graph: string, name: string): EdgeType {
  const type = engine.schema(graph)?.edgeTypes.find((candidate) => candidate.name === name);
  if (type === undefined) {
    throw problem('noEdgeType', { name, graph });
  }
  return type;
}
