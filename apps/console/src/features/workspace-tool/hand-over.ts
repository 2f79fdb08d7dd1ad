/** Elements that one tool hands over to the explorer of the same graph, in this tab. `origin` is the workspace's address. */
import type { WireGraphParts } from './wire-graph.ts';

const waiting = new Map<string, WireGraphParts>();
const keyOf = (origin: string, graph: string): string => JSON.stringify([origin, graph]);

export const handOver = (origin: string, graph: string, parts: WireGraphParts): void =>
  void waiting.set(keyOf(origin, graph), parts);

/** Elements that were handed over since this was called last. */
export function takeHandedOver(origin: string, graph: string): WireGraphParts | undefined {
  const key = keyOf(origin, graph);
  const parts = waiting.get(key);
  waiting.delete(key);
  return parts;
}
