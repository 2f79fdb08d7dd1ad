/** The shortest paths between any two of some vertices. */
import { MOST_ANSWERED, type ConnectionRequest } from '@acacia/contract';
import type { Printed } from '@acacia/engine';
import type { z } from 'zod';
import type { Interpreter } from './interpreter.ts';
import { conditionsOf, targetTypes, walkedTypes } from './steps.ts';

/**
 * The bytes of `Connections`.
 * @throws Problem when a type does not exist, a condition cannot be read, or the answer would be too large
 */
export function findConnections(
  interpreter: Interpreter,
  asked: z.output<typeof ConnectionRequest>,
): Promise<Printed> {
  const { engine, graph } = interpreter;
  const { ofVertices, ofEdges } = conditionsOf(asked);
  return interpreter.connect({
    ...{ kind: 'connection', ends: asked.vertices, longest: asked.maxLength, mostEdges: MOST_ANSWERED },
    along: walkedTypes(engine, graph, asked.edgeTypes).map(({ name }) => ({
      edgeType: name,
      direction: 'any',
    })),
    between: targetTypes(engine, graph, asked.vertexTypes),
    ...{ vertexConditions: ofVertices, edgeConditions: ofEdges },
  });
}
