/** Expected content of the engine after a number of operations, in the form in which the engine returns it. */
import type { Data, Schema, Vertex } from '../differential/graph.ts';
import { json } from '../differential/reference/values.ts';
import { operation } from './operations.ts';

export const emptyData = (): Data => ({ vertices: new Map(), edges: new Map() });

/** The data after the first operations of a seed. */
export function replay(seed: number, schema: Schema, operations: number): Data {
  const data = emptyData();
  for (let number = 1; number <= operations; number += 1) operation(seed, number, schema, data);
  return data;
}

const shownVertex = ({ id, type, values }: Vertex): object => ({
  v_id: id,
  v_type: type,
  attributes: { id, ...Object.fromEntries([...values].map(([name, value]) => [name, json(value)])) },
});

/** The results of the query `whole` of this data: vertices, then edges type by type. */
export const contents = (schema: Schema, data: Data): Record<string, unknown>[] => [
  { S: [...data.vertices.values()].map(shownVertex) },
  ...schema.edgeTypes.map(({ name, directed }, index) => {
    const edges = [...data.edges.values()].filter(({ type }) => type.name === name);
    const rows = edges.flatMap(({ from, to, values }) => {
      const own = Object.fromEntries([...values].map(([key, value]) => [key, json(value)]));
      const row = { from_id: from.id, to_id: to.id, ...own };
      const isSeenTwice = !directed && from.type === to.type && from !== to;
      return isSeenTwice ? [row, { ...row, from_id: to.id, to_id: from.id }] : [row];
    });
    return { [`T${index}`]: rows };
  }),
];
