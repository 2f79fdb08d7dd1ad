/** Types of a graph by their names. */
import type { Engine } from '@acacia/engine';
import type { EdgeType, VertexType } from '@acacia/language';
import { problem } from './errors/problem.ts';

/** @throws Problem when the graph has no such vertex type */
export function vertexTypeOf(
  engine: Engine,
  graph: string,
  name: string,
  missing: 'noVertexType' | 'countedVertexType' = 'noVertexType',
): VertexType {
  const type = engine.schema(graph)?.vertexTypes.find((candidate) => candidate.name === name);
  if (type === undefined) {
    throw problem(missing, { name, graph });
  }
  return type;
}

/** @throws Problem when the graph has no such edge type */
export function edgeTypeOf(
  engine: Engine,
  graph: string,
  name: string,
  missing: 'noEdgeType' | 'countedEdgeType' = 'noEdgeType',
): EdgeType {
  const type = engine.schema(graph)?.edgeTypes.find((candidate) => candidate.name === name);
  if (type === undefined) {
    throw problem(missing, { name, graph });
  }
  return type;
}
