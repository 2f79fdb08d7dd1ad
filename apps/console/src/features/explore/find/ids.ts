/** Vertices by ids whose type is not said. */
import { t } from '@acacia/texts';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';

/** The most vertices that one request names. */
const MOST_NAMED = 100_000;

/** Ids separated by commas or lines. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\r\n,]+/)
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

/** Vertices of any type with one of the ids, in one request, and the ids that no vertex has. */
export async function byIds(
  { client, graph }: GraphPlace,
  schema: WireGraphSchema,
  ids: readonly string[],
): Promise<{ readonly vertices: readonly WireVertex[]; readonly missing: readonly string[] }> {
  const named = schema.VertexTypes.flatMap(({ Name, PrimaryId }) => {
    const isNumber = PrimaryId.AttributeType.Name === 'INT' || PrimaryId.AttributeType.Name === 'UINT';
    return ids.filter((id) => !isNumber || /^-?\d+$/.test(id)).map((id) => ({ type: Name, id }));
  });
  if (named.length === 0) return { vertices: [], missing: ids };
  if (named.length > MOST_NAMED)
    throw new Error(t`These are too many IDs for all the types of this graph: look for fewer at once.`);
  const { vertices } = await client.subgraph(graph, { vertices: named, edgeTypes: [] });
  const found = new Set(vertices.map(({ v_id }) => v_id));
  return { vertices, missing: ids.filter((id) => !found.has(id)) };
}
